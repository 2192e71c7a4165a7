import { stringifyJson } from '../../spec/index.js'
import { curlLine } from '../curl.js'
import type { Event } from './play.js'
import { describeAnswer, type AnsweredCall } from './violation.js'

/**
 * A sequence as numbered lines that a POSIX shell takes as they stand: provider states as comments, requests as
 * `curl`, and behind each what was answered; behind the last, what would have been right.
 */
export function commandLines(events: readonly Event[], expected: string): string[] {
  return events.map((event, index) => {
    const isLast = index === events.length - 1
    if (event.kind === 'state') return `# ${index + 1}. ${stateOf(event)}`
    const statuses = event.answers.map(describeAnswer).join(', ')
    return `${atOnce(event.answers)}  # ${index + 1}. ${statuses}${isLast ? `; expected ${expected}` : ''}`
  })
}

function stateOf({ step, reached }: Event & { kind: 'state' }): string {
  const params = step.params === undefined ? '' : ` ${stringifyJson(step.params)}`
  return `provider state "${step.state}"${params}: ${stringifyJson(reached.values)}`
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
