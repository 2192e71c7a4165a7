import { findProviderState, stringifyJson, toInt64 } from '../../spec/index.js'
import { curlArguments } from '../curl.js'
import { digitsOf, filterFor, pickFromList } from './list-filters.js'
import type { ScriptCall, ScriptEvent, ScriptOptions, ScriptState } from './script-event.js'
import {
  line,
  plainText,
  sh,
  type ShellCode,
  type ShellText,
  type ShellVariable,
  variable,
  withSecrets,
  withVariables,
  word,
} from './shell.js'

// Long enough for any answer that is still to come, short enough for whoever pastes the lines.
const PATIENCE_S = 10
const RACERS = 6
const WHOLE = sh`-i -w '\n'`
// The bodies of concurrent answers would get mixed up.
const STATUS_ONLY = sh`-sS -o /dev/null -w '%{http_code}\n'`
const HEAD_ONLY = sh`-sS -o /dev/null -D -`

/** Writes the lines of one event after the other, and remembers which variable holds which id. */
export class ScriptWriter {
  readonly lines: string[] = []
  readonly #variables: ShellVariable[] = []
  /** The last list that was read. */
  #list: ScriptCall | undefined
  #place = 0
  /** Whether `$answer` holds the list that comes next. */
  #isListHeld = false

  constructor(readonly options: ScriptOptions) {}

  add(event: ScriptEvent, next: ScriptEvent | undefined): void {
    if (event.kind === 'state') return this.#addState(event, next)
    if (event.kind === 'waited') return this.#line(sh`sleep ${`${event.ms / 1000}`}`, 'time passes')
    for (const call of event.calls) this.#pickId(call)
    const expected = next === undefined ? `; expected ${this.#named(this.options.expected)}` : ''
    this.#line(this.#atOnce(event.calls), `${event.calls.map(({ answer }) => answer).join(', ')}${expected}`)
    this.#list = event.calls.find(({ isList }) => isList === true) ?? this.#list
  }

  #line(command: ShellCode, comment: string): void {
    this.lines.push(line(command, `${++this.#place}. ${comment}`))
  }

  #addState({ name, params, values }: ScriptState, next: ScriptEvent | undefined): void {
    const member =
      findProviderState(name)?.returns ?? Object.keys(values).find((key) => toInt64(values[key]) !== undefined)
    const value = member === undefined ? undefined : toInt64(values[member])
    const note = `"${name}"${Object.keys(params ?? {}).length === 0 ? '' : ` ${stringifyJson(params)}`}`
    const request = this.options.states.request?.(name, params)
    if (request === undefined) return this.#addOwnState(note, member, value)
    const id = value === undefined ? undefined : this.#newVariable(value)
    const list = this.#listRightAfter(next)
    this.#isListHeld = list !== undefined
    const rest = id === undefined ? sh`-sS -o /dev/null` : sh`-sS -w '\n'`
    const setUp = sh`curl ${curlArguments(request, { options: list === undefined ? sh`-sS` : rest })}`
    if (list !== undefined) this.#line(sh`answer=$(${setUp} --next ${list})`, `${note}, and the list at once`)
    if (id === undefined || member === undefined) {
      if (list === undefined) this.#line(sh`${setUp}; echo`, note)
      return
    }
    // The list that follows may have members of the same name.
    const digits =
      list === undefined ? sh`${setUp} | ${digitsOf(member)}` : sh`echo "$answer" | ${digitsOf(member)} | head -n 1`
    this.#assign(id, digits, `${note}: ${value}`)
  }

  // A fault may show for a few milliseconds only: as long as another curl takes to start.
  #listRightAfter(next: ScriptEvent | undefined): ShellCode | undefined {
    if (next?.kind !== 'calls') return undefined
    const [call, ...others] = next.calls
    if (call === undefined || others.length > 0 || !this.#isFiltered(call)) return undefined
    return this.#arguments(call, sh`-sSi`)
  }

  // A module or a file of values: only its owner can set it up again.
  #addOwnState(note: string, member: string | undefined, value: bigint | undefined): void {
    if (value === undefined) return this.#line(sh`:`, `set up the provider state ${note} first`)
    const id = this.#newVariable(value)
    const comment = `set up the provider state ${note} first, and give its ${member} here`
    this.#line(sh`${id}=${word([variable(id, value)])}`, comment)
  }

  #assign(id: string, command: ShellCode, comment: string): void {
    this.#line(sh`${id}=$(${command}); echo ${word([`${id}=`, variable(id)])}`, comment)
  }

  #newVariable(value: bigint): string {
    const count = new Set(this.#variables.map(({ name }) => name)).size + 1
    const name = count === 1 ? 'id' : `id${count}`
    this.#variables.push({ name, value: `${value}` })
    return name
  }

  // An order that no state named is found in the list.
  #pickId({ listed }: ScriptCall): void {
    if (listed === undefined || this.#list === undefined) return
    if (this.#variables.some(({ value }) => value === `${listed.id}`)) return
    const { request, isNested = false } = this.#list
    const list = sh`curl ${curlArguments(request, { options: sh`-sS` })}`
    const id = this.#newVariable(listed.id)
    this.#assign(id, sh`${list} | ${pickFromList(listed.index, { isNested })}`, `order ${listed.id} of the list`)
  }

  #atOnce(calls: readonly ScriptCall[]): ShellCode {
    const [first, ...others] = calls
    if (first === undefined) return sh`:`
    if (others.length === 0) return this.#alone(first)
    if (calls.some((call) => this.#isFiltered(call))) {
      // In a subshell, so that an interactive one does not report its jobs.
      return sh`(${calls.map((call) => sh`${this.#filtered(call) ?? this.#command(call, STATUS_ONLY)} &`)} wait)`
    }
    // One curl sends them closer together than several that start one after the other.
    const [one, ...more] = calls.map((call) => this.#arguments(call, this.#headOf(call)))
    const isSame = one !== undefined && more.every(({ text }) => text === one.text)
    const sent = isSame ? Array.from({ length: Math.max(more.length, RACERS - 1) }, () => one) : more
    return sh`curl -Z --parallel-immediate ${one ?? []} ${sent.map((each) => sh`--next ${each}`)}`
  }

  // What a read shows beside its body is in its headers.
  #headOf({ request, isList }: ScriptCall): ShellCode {
    return request.method === 'GET' && isList !== true ? HEAD_ONLY : STATUS_ONLY
  }

  #alone(call: ScriptCall): ShellCode {
    const isHeld = this.#isListHeld
    this.#isListHeld = false
    return (
      this.#filtered(call, isHeld) ?? this.#command(call, this.options.isVerbose === true ? sh`-v ${WHOLE}` : WHOLE)
    )
  }

  /** A list of which only shows what the clue is about. */
  #filtered(call: ScriptCall, isHeld = false): ShellCode | undefined {
    const { clue } = this.options
    if (clue === undefined || !this.#isFiltered(call)) return undefined
    const filter = filterFor(clue, (id) => this.#idInShell(id), { isNested: call.isNested === true })
    return sh`${isHeld ? sh`echo "$answer"` : this.#command(call, sh`-sSi`)} | ${filter}`
  }

  #isFiltered({ isList, isAnswered }: ScriptCall): boolean {
    const { clue } = this.options
    if (isList !== true || !isAnswered || clue === undefined) return false
    return clue.kind !== 'order' || this.#variables.some(({ value }) => value === `${clue.id}`)
  }

  #command(call: ScriptCall, options: ShellCode): ShellCode {
    return sh`curl ${this.#arguments(call, options)}`
  }

  #arguments(call: ScriptCall, options: ShellCode): ShellCode {
    const patient = call.isAnswered ? options : sh`${options} -m ${`${PATIENCE_S}`}`
    return curlArguments(call.request, { options: patient, address: this.#address(call) })
  }

  #address({ request: { url, path } }: ScriptCall): ShellText {
    const [place = '', query = ''] = /^([^?]*)(.*)$/s.exec(path)?.slice(1) ?? []
    const base = url.slice(0, url.length - path.length)
    return [base, ...withVariables(place, this.#variables), ...withSecrets(query)]
  }

  #idInShell(id: bigint): ShellText {
    const known = this.#variables.findLast(({ value }) => value === `${id}`)
    return known === undefined ? [`${id}`] : [variable(known.name)]
  }

  #named(text: string): string {
    return plainText(withVariables(text, this.#variables))
  }
}
