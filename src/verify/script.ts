import { type Answer, describeAnswer } from '../contract/index.js'
import {
  codeIn,
  comment,
  curlArguments,
  line,
  sh,
  type ShellCode,
  type ShellText,
  variable,
  word,
} from '../shell/index.js'
import { findProviderState, stringifyJson, toInt64 } from '../spec/index.js'
import type { ReachedState } from './run-log.js'
import type { ProviderStates } from './states/provider-states.js'
import { toCurl } from './curl.js'

export interface Answered {
  readonly answer: Answer
}

/** What happened, one after the other; the requests of one step were sent concurrently. */
export type ScriptEvent<Each extends Answered = Answered> =
  | ReachedState
  | { readonly kind: 'answers'; readonly answers: readonly Each[] }
  | { readonly kind: 'waited'; readonly ms: number }

/** The variables of the shell, by the ids that they contained in the run. */
type Ids = Map<string, string>

// A race does not occur every time.
const RACE_TRIES = 20
// Long enough for any response that is still to come, short enough for whoever pastes the commands.
const PATIENCE_S = '10'
const WHOLE = sh`-i -w '\n'`

/**
 * Commands that reproduce what happened, to be pasted into bash with curl: provider states first, if there is a
 * command for them. The shell takes ids over from the states. Each line ends in a comment with the response of this run,
 * the last one also with the expected one.
 */
export function scriptLines(
  events: readonly ScriptEvent[],
  { states: { request }, expected }: { readonly states: Pick<ProviderStates, 'request'>; readonly expected: string },
): string[] {
  const ids: Ids = new Map()
  const lines = events.map((event, index) => {
    const number = `${index + 1}.`
    if (event.kind === 'waited') return line(sh`sleep ${`${event.ms / 1000}`}`, `${number} time passes`)
    if (event.kind === 'state') {
      const [command, words] = setUp(event, request, ids)
      return line(command, `${number} ${words}`)
    }
    const answers = event.answers.map(({ answer }) => describeAnswer(answer)).join(', ')
    const end = index === events.length - 1 ? `, expected ${expected}` : ''
    return line(send(event.answers, ids), `${number} ${answers}${end}`)
  })
  const canRepeat = events.every((event) => event.kind !== 'state' || request !== undefined)
  if (!canRepeat || !events.some((event) => event.kind === 'answers' && isRace(event.answers))) return lines
  return [`for try in {1..${RACE_TRIES}}; do :;  # a race does not occur every time`, ...lines, 'done']
}

/** Commands that may not show what happened, with why, and with what does. */
export function elsewhere(reason: string, lines: readonly string[]): string[] {
  const way = 'orders-mock verify … --rerun report.json, with the report that --report json=report.json wrote'
  return [comment(reason), comment(`To reproduce it: ${way}.`), ...lines]
}

/** Whether the order in which these requests arrive may matter: some of them change something. */
export function isRace(answers: readonly Answered[]): boolean {
  return answers.length > 1 && answers.some(({ answer }) => answer.request.method !== 'GET')
}

/** Sets up a provider state, and adds its id to those that the shell knows. */
function setUp(state: ReachedState, requestFor: ProviderStates['request'], ids: Ids): [ShellCode, string] {
  const { name, params, values } = state
  const member =
    findProviderState(name)?.returns ?? Object.keys(values).find((key) => toInt64(values[key]) !== undefined)
  const value = member === undefined ? undefined : toInt64(values[member])
  const note = `"${name}"${Object.keys(params ?? {}).length === 0 ? '' : ` ${stringifyJson(params)}`}`
  const request = requestFor?.(name, params)
  const command = request && sh`curl ${curlArguments(toCurl(request), sh`-sS`)}`
  if (member === undefined || value === undefined) {
    return command === undefined ? [sh`:`, `set up the provider state ${note} first`] : [sh`${command}; echo`, note]
  }
  const id = ids.get(`${value}`) ?? (ids.size === 0 ? 'id' : `id${ids.size + 1}`)
  ids.set(`${value}`, id)
  if (command !== undefined) {
    const shown = word([`${id}=`, variable(id)])
    return [sh`${id}=$(${command} | ${digitsOf(member)}); echo ${shown}`, `${note}: ${value}`]
  }
  // A module or a file of values: only its owner can set it up again.
  const advice = `set up the provider state ${note} first, and give its ${member} here`
  return [sh`${id}=${word([variable(id, value)])}`, advice]
}

/** A filter for JSON: the digits in a field, whether they are a number or a string; none goes through a number of the shell. */
function digitsOf(member: string): ShellCode {
  const name = JSON.stringify(member).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return sh`grep -oE ${`${name} *: *"?-?[0-9]+`} | grep -oE -- '-?[0-9]+$'`
}

function send(answers: readonly Answered[], ids: Ids): ShellCode {
  const [first, ...others] = answers
  if (first === undefined) return sh`:`
  // curl says only then what it throws away.
  const isFollowed =
    'response' in first.answer && first.answer.response.status === 204 && first.answer.response.body !== ''
  if (others.length === 0) return sh`curl ${argumentsOf(first, ids, isFollowed ? sh`-v ${WHOLE}` : WHOLE)}`
  // One curl sends them closer together than several that start one after the other.
  const [one = sh``, ...more] = answers.map((each) => argumentsOf(each, ids, sh`-sS ${WHOLE}`))
  return sh`curl -Z --parallel-immediate ${one} ${more.map((each) => sh`--next ${each}`)}`
}

function argumentsOf({ answer }: Answered, ids: Ids, options: ShellCode): ShellCode {
  const { request } = answer
  const { url, path } = request
  // Variables in the place of ids, such as in `/store/orders/7`.
  const withIds = (part: ShellText[number]) =>
    typeof part !== 'string'
      ? [part]
      : part.split(/(?<=[/=,'-]|%2F)(-?\d+)(?!\d)/).map((text, index) => {
          const name = index % 2 === 0 ? undefined : ids.get(text)
          return name === undefined ? text : variable(name)
        })
  const address = [url.slice(0, url.length - path.length), ...codeIn(path).flatMap(withIds)]
  const shown = answer instanceof Error ? sh`${options} -m ${PATIENCE_S}` : options
  return curlArguments({ ...toCurl(request), url: address }, shown)
}
