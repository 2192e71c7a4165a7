import { findProviderState, stringifyJson, toInt64 } from '../../spec/index.js'
import { curlCommand } from '../curl.js'
import { digitsOf, filterFor, pickFromList, pickMember } from './list-filters.js'
import type { ScriptCall, ScriptEvent, ScriptOptions, ScriptState } from './script-event.js'
import { plainText, type ShellText, type ShellVariable, withVariables } from './shell-text.js'

// Long enough for any answer that is still to come, short enough for whoever pastes the lines.
const PATIENCE_S = 10
const RACERS = 6
const WHOLE = ['-i', '-w', String.raw`'\n'`]
// The bodies of concurrent answers would get mixed up.
const STATUS_ONLY = ['-sS', '-o', '/dev/null', '-w', String.raw`'%{http_code}\n'`]
const HEAD_ONLY = ['-sS', '-o', '/dev/null', '-D', '-']

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
    if (event.kind === 'waited') return this.#line(`sleep ${event.ms / 1000}`, 'time passes')
    for (const call of event.calls) this.#pickId(call)
    const expected = next === undefined ? `; expected ${this.#named(this.options.expected)}` : ''
    this.#line(this.#atOnce(event.calls), `${event.calls.map(({ answer }) => answer).join(', ')}${expected}`)
    this.#list = event.calls.find(({ isList }) => isList === true) ?? this.#list
  }

  #line(command: string, comment: string): void {
    // What a provider sent must not begin a line of its own.
    this.lines.push(`${command}  # ${++this.#place}. ${comment.replaceAll(/[\p{Control}\s]+/gu, ' ')}`)
  }

  #addState({ name, params, values }: ScriptState, next: ScriptEvent | undefined): void {
    const member =
      findProviderState(name)?.returns ?? Object.keys(values).find((key) => toInt64(values[key]) !== undefined)
    const value = member === undefined ? undefined : toInt64(values[member])?.toString()
    const note = `"${name}"${Object.keys(params ?? {}).length === 0 ? '' : ` ${stringifyJson(params)}`}`
    const request = this.options.states.request?.(name, params)
    if (request === undefined) return this.#addOwnState(note, member, value)
    const id = value === undefined ? undefined : this.#newVariable(value)
    const list = this.#listRightAfter(next)
    this.#isListHeld = list !== undefined
    const rest = id === undefined ? ['-o', '/dev/null'] : ['-w', String.raw`'\n'`]
    const command = curlCommand(request, { options: ['-sS', ...(list === undefined ? [] : rest)] })
    if (list !== undefined)
      this.#line(`answer=$(${command} --next ${list.replace(/^curl /, '')})`, `${note}, and the list at once`)
    if (id === undefined || member === undefined) {
      if (list === undefined) this.#line(`${command}; echo`, note)
      return
    }
    // The list that follows may have members of the same name.
    const digits =
      list === undefined ? `${command} | ${digitsOf(member)}` : `echo "$answer" | ${digitsOf(member)} | head -n 1`
    this.#line(`${id}=$(${digits}); echo "${id}=$${id}"`, `${note}: ${value}`)
  }

  // A fault may show for a few milliseconds only: as long as another curl takes to start.
  #listRightAfter(next: ScriptEvent | undefined): string | undefined {
    if (next?.kind !== 'calls') return undefined
    const [call, ...others] = next.calls
    if (call === undefined || others.length > 0 || !this.#isFiltered(call)) return undefined
    return this.#command(call, ['-sSi'])
  }

  // A module or a file of values: only its owner can set it up again.
  #addOwnState(note: string, member: string | undefined, value: string | undefined): void {
    if (value === undefined) return this.#line(':', `set up the provider state ${note} first`)
    const id = this.#newVariable(value)
    this.#line(`${id}=\${${id}:-${value}}`, `set up the provider state ${note} first, and give its ${member} here`)
  }

  #newVariable(value: string): string {
    const count = new Set(this.#variables.map(({ name }) => name)).size + 1
    const name = count === 1 ? 'id' : `id${count}`
    this.#variables.push({ name, value })
    return name
  }

  // An order that no state named is found in the list.
  #pickId({ listedAs, idFrom }: ScriptCall): void {
    if (listedAs === undefined || idFrom === undefined || this.#list === undefined) return
    if (this.#variables.some(({ value }) => value === `${idFrom.id}`)) return
    const { request, isNested = false } = this.#list
    const layout = { isNested }
    const pick =
      'index' in listedAs
        ? pickFromList(listedAs.index, layout)
        : pickMember(listedAs.member, this.#idInShell(listedAs.of), layout)
    const id = this.#newVariable(`${idFrom.id}`)
    this.#line(
      `${id}=$(${curlCommand(request, { options: ['-sS'] })} | ${pick}); echo "${id}=$${id}"`,
      'index' in listedAs
        ? `order ${idFrom.id} of the list`
        : `${idFrom.id}, the ${listedAs.member} of order ${this.#idInShell(listedAs.of)}`,
    )
  }

  #atOnce(calls: readonly ScriptCall[]): string {
    const [first, ...others] = calls
    if (first === undefined) return ':'
    if (others.length === 0) return this.#alone(first)
    if (calls.some((call) => this.#isFiltered(call))) {
      // In a subshell, so that an interactive one does not report its jobs.
      return `(${calls.map((call) => `${this.#filtered(call) ?? this.#command(call, STATUS_ONLY)} &`).join(' ')} wait)`
    }
    // One curl sends them closer together than several that start one after the other.
    const commands = calls.map((call) => this.#command(call, this.#headOf(call)).replace(/^curl /, ''))
    const isSame = commands.every((command) => command === commands[0])
    const sent = isSame ? Array.from({ length: Math.max(commands.length, RACERS) }, () => commands[0]) : commands
    return `curl -Z --parallel-immediate ${sent.join(' --next ')}`
  }

  // What a read shows beside its body is in its headers.
  #headOf({ request, isList }: ScriptCall): readonly string[] {
    return request.method === 'GET' && isList !== true ? HEAD_ONLY : STATUS_ONLY
  }

  #alone(call: ScriptCall): string {
    const isHeld = this.#isListHeld
    this.#isListHeld = false
    return (
      this.#filtered(call, isHeld) ?? this.#command(call, this.options.isVerbose === true ? ['-v', ...WHOLE] : WHOLE)
    )
  }

  /** A list of which only shows what the clue is about. */
  #filtered(call: ScriptCall, isHeld = false): string | undefined {
    const { clue } = this.options
    if (clue === undefined || !this.#isFiltered(call)) return undefined
    const filter = filterFor(clue, (id) => this.#idInShell(id), { isNested: call.isNested === true })
    return `${isHeld ? 'echo "$answer"' : this.#command(call, ['-sSi'])} | ${filter}`
  }

  #isFiltered({ isList, isAnswered }: ScriptCall): boolean {
    const { clue } = this.options
    if (isList !== true || !isAnswered || clue === undefined) return false
    return clue.kind !== 'order' || this.#variables.some(({ value }) => value === `${clue.id}`)
  }

  #command(call: ScriptCall, options: readonly string[]): string {
    const patience = call.isAnswered ? [] : ['-m', `${PATIENCE_S}`]
    return curlCommand(call.request, { options: [...options, ...patience], address: this.#address(call) })
  }

  #address({ request, idFrom }: ScriptCall): ShellText {
    const { url, path } = request
    const base = url.slice(0, url.length - path.length)
    const variable = idFrom && this.#variables.findLast(({ value }) => value === `${idFrom.id}`)
    if (variable === undefined || idFrom === undefined) return [base, ...withVariables(path, this.#variables)]
    const [, collection = '', query = ''] = /^(.*\/)[^/?]*(\?.*)?$/.exec(path) ?? []
    return [base + collection, ...idFrom.inShell(variable.name), query]
  }

  #idInShell(id: bigint): string {
    return this.#named(`/${id}`).slice(1)
  }

  #named(text: string): string {
    return plainText(withVariables(text, this.#variables))
  }
}
