import { stringifyJson } from '../../../spec/index.js'
import { curlLine } from '../../curl.js'
import type { ProviderStates } from '../../states/provider-states.js'
import { describeAnswer, type AnsweredCall } from '../oracle/violation.js'
import type { SequenceEvent } from './run-sequence.js'

/**
 * A run as numbered lines to be pasted into a POSIX shell: requests as `curl`, provider states as well where there is a
 * command for them. Each line ends in a comment with the answer, the last one also with what was expected.
 */
export function commandLines(
  events: readonly SequenceEvent[],
  { expected, states }: { readonly expected: string; readonly states: ProviderStates },
): string[] {
  return events.map((event, index) => {
    const isLast = index === events.length - 1
    if (event.kind === 'state') return stateLine(event, { place: index + 1, states })
    if (event.kind === 'waited') return `sleep ${event.ms / 1000}  # ${index + 1}.`
    const statuses = event.answers.map(describeAnswer).join(', ')
    return `${atOnce(event.answers)}  # ${index + 1}. ${statuses}${isLast ? `; expected ${expected}` : ''}`
  })
}

function stateLine(
  { step: { state, params }, reached }: SequenceEvent & { kind: 'state' },
  { place, states }: { readonly place: number; readonly states: ProviderStates },
): string {
  const command = states.commandLine?.(state, params)
  const note = `provider state "${state}"${params === undefined ? '' : ` ${stringifyJson(params)}`}`
  return `${command === undefined ? '' : `${command}  `}# ${place}. ${note}: ${stringifyJson(reached.values)}`
}

function atOnce(answers: readonly AnsweredCall[]): string {
  const commands = answers.map((answer) => curlLine(answer.outcome.request))
  const [first = ''] = commands
  if (commands.length === 1) return first
  if (commands.every((command) => command === first)) {
    return `for i in $(seq ${commands.length}); do ${first} & done; wait`
  }
  return `${commands.map((command) => `${command} &`).join(' ')} wait`
}
