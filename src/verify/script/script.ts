import { type Answer, describeAnswer } from '../../contract/index.js'
import { findProviderState, stringifyJson, toInt64 } from '../../spec/index.js'
import type { ProviderStates, StateParams } from '../states/provider-states.js'
import { curlArguments } from './curl.js'
import { line, sh, type ShellCode, variable, withSecrets, word } from './shell.js'

/** A provider state that was set up. */
export interface ScriptState {
  readonly kind: 'state'
  readonly name: string
  readonly params?: StateParams | undefined
  readonly values: Readonly<Record<string, unknown>>
}

/** A request of a step, with what came back. */
export interface Answered {
  readonly answer: Answer
}

/** What happened, one after the other; the requests of one step were sent concurrently. */
export type ScriptEvent<Each extends Answered = Answered> =
  | ScriptState
  | { readonly kind: 'answers'; readonly answers: readonly Each[] }
  | { readonly kind: 'waited'; readonly ms: number }

export interface ScriptOptions {
  readonly states: ProviderStates
  /** What should have come at the end. */
  readonly expected: string
  /** Whether curl must tell of bytes that it throws away, such as those after a 204. */
  readonly isVerbose?: boolean | undefined
}

// A race does not show every time.
const RACE_TRIES = 20
// Long enough for any answer that is still to come, short enough for whoever pastes the lines.
const PATIENCE_S = '10'
const WHOLE = sh`-i -w '\n'`

/**
 * Lines that show again what happened, to be pasted into bash where curl is: provider states first, where there is a
 * command for them. The shell takes ids over from the states. Each line ends in a comment with the answer of this run,
 * the last one also with what was expected.
 */
export function scriptLines(events: readonly ScriptEvent[], { states, expected, isVerbose }: ScriptOptions): string[] {
  const ids: Id[] = []
  const lines = events.map((event, index) => {
    const comment = (text: string) => `${index + 1}. ${text}`
    if (event.kind === 'waited') return line(sh`sleep ${`${event.ms / 1000}`}`, comment('time passes'))
    if (event.kind === 'state') {
      const [command, told] = setUp(event, states, ids)
      return line(command, comment(told))
    }
    const answers = event.answers.map(({ answer }) => describeAnswer(answer)).join(', ')
    const end = index === events.length - 1 ? `; expected ${withNames(expected, ids)}` : ''
    return line(send(event.answers, ids, isVerbose === true ? sh`-v ${WHOLE}` : WHOLE), comment(answers + end))
  })
  const canRepeat = events.every((event) => event.kind !== 'state' || states.request !== undefined)
  if (!canRepeat || !events.some((event) => event.kind === 'answers' && isRace(event.answers))) return lines
  return [`for try in {1..${RACE_TRIES}}; do  # a race does not show every time`, ...lines, 'done']
}

/** Lines that may not show what happened, with why, and with what does. */
export function elsewhere(reason: string, lines: readonly string[]): string[] {
  const way = 'orders-mock verify … --rerun report.json, with the report that --report json=report.json wrote'
  return [`# ${reason}`, `# To reproduce it: ${way}.`, ...lines]
}

/** Whether the order in which these requests arrive may matter: some of them change something. */
export function isRace(answers: readonly Answered[]): boolean {
  return answers.length > 1 && answers.some(({ answer }) => answer.request.method !== 'GET')
}

/** A variable of the shell, and the id that it held in the run. */
interface Id {
  readonly name: string
  readonly value: string
}

/** Sets up a state, and adds the id that it answers to those that the shell knows. */
function setUp({ name, params, values }: ScriptState, states: ProviderStates, ids: Id[]): [ShellCode, string] {
  const member =
    findProviderState(name)?.returns ?? Object.keys(values).find((key) => toInt64(values[key]) !== undefined)
  const value = member === undefined ? undefined : toInt64(values[member])
  const note = `"${name}"${Object.keys(params ?? {}).length === 0 ? '' : ` ${stringifyJson(params)}`}`
  const request = states.request?.(name, params)
  const command = request && sh`curl ${curlArguments(request, { options: sh`-sS` })}`
  if (member === undefined || value === undefined) {
    return command === undefined ? [sh`:`, `set up the provider state ${note} first`] : [sh`${command}; echo`, note]
  }
  const id = ids.length === 0 ? 'id' : `id${ids.length + 1}`
  ids.push({ name: id, value: `${value}` })
  if (command !== undefined) {
    const shown = word([`${id}=`, variable(id)])
    return [sh`${id}=$(${command} | ${digitsOf(member)}); echo ${shown}`, `${note}: ${value}`]
  }
  // A module or a file of values: only its owner can set it up again.
  const comment = `set up the provider state ${note} first, and give its ${member} here`
  return [sh`${id}=${word([variable(id, value)])}`, comment]
}

/** A filter for JSON: the digits in a member, whether they are a number or a string; none goes through a number of the shell. */
function digitsOf(member: string): ShellCode {
  const name = JSON.stringify(member).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return sh`grep -oE ${`${name} *: *"?-?[0-9]+`} | grep -oE -- '-?[0-9]+$'`
}

function send(answers: readonly Answered[], ids: readonly Id[], options: ShellCode): ShellCode {
  const [first, ...others] = answers
  if (first === undefined) return sh`:`
  if (others.length === 0) return sh`curl ${argumentsOf(first, ids, options)}`
  // One curl sends them closer together than several that start one after the other.
  const [one, ...more] = answers.map((each) => argumentsOf(each, ids, sh`-sS ${WHOLE}`))
  return sh`curl -Z --parallel-immediate ${one ?? sh``} ${more.map((each) => sh`--next ${each}`)}`
}

function argumentsOf({ answer }: Answered, ids: readonly Id[], options: ShellCode): ShellCode {
  const { request } = answer
  const { url, path } = request
  const [place = '', query = ''] = /^([^?]*)(.*)$/s.exec(path)?.slice(1) ?? []
  const address = [url.slice(0, url.length - path.length), ...withIds(place, ids), ...withSecrets(query)]
  return curlArguments(request, {
    options: answer instanceof Error ? sh`${options} -m ${PATIENCE_S}` : options,
    address,
  })
}

/** Puts variables in the place of ids in a path, such as `/store/orders/7`. */
function withIds(path: string, ids: readonly Id[]): (string | ShellCode)[] {
  return path.split(/(?<=\/)(-?\d+)(?![\w.])/).map((part, index) => {
    const known = index % 2 === 0 ? undefined : ids.findLast(({ value }) => value === part)
    return known === undefined ? part : variable(known.name)
  })
}

/** The same in a sentence, for whoever reads it beside the lines. */
function withNames(sentence: string, ids: readonly Id[]): string {
  return sentence.replaceAll(/(?<=\border )-?\d+\b/gi, (digits) => {
    const known = ids.findLast(({ value }) => value === digits)
    return known === undefined ? digits : `$${known.name}`
  })
}
