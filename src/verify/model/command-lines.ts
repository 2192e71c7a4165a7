import { stringifyJson } from '../../spec/index.js'
import { curlLine } from '../curl.js'
import type { Event } from './play.js'
import { describeAnswer, type AnsweredCall } from './violation.js'

/** A sequence as lines for a POSIX shell: provider states as comments, requests as `curl`, answers behind them. */
export function commandLines(events: readonly Event[]): string[] {
  return events.map((event) => (event.kind === 'state' ? stateLine(event) : answersLine(event.answers)))
}

function stateLine({ step, reached }: Event & { kind: 'state' }): string {
  const params = step.params === undefined ? '' : ` ${stringifyJson(step.params)}`
  return `# provider state "${step.state}"${params}: ${stringifyJson(reached.values)}`
}

function answersLine(answers: readonly AnsweredCall[]): string {
  const commands = answers.map((answer) => curlLine(answer.outcome.request))
  const statuses = answers.map(describeAnswer).join(', ')
  return `${atOnce(commands)}  # ${statuses}`
}

function atOnce(commands: readonly string[]): string {
  const [first = ''] = commands
  if (commands.length === 1) return first
  if (commands.every((command) => command === first)) {
    return `for i in $(seq ${commands.length}); do ${first} & done; wait`
  }
  return `${commands.map((command) => `${command} &`).join(' ')} wait`
}
