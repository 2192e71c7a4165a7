import { stringify } from 'lossless-json'
import { finish } from './pieces.js'

/** A value as JSON (RFC 8259) represents it, with integers that keep every digit. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json }

export type JsonObject = { readonly [member: string]: Json }

export function isObject(json: Json | undefined): json is { [member: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** A deep copy of JSON, in which each value that contains no other is what the function returns for it. */
export function copyJson(json: Json, change = (value: Json): Json => value): Json {
  if (Array.isArray(json)) return json.map((each) => copyJson(each, change))
  if (!isObject(json)) return change(json)
  return Object.fromEntries(Object.entries(json).map(([member, value]) => [member, copyJson(value, change)]))
}

/** The text without a byte order mark, which a reader of JSON may ignore (RFC 8259, section 8.1). */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The deepest nesting that is read (RFC 8259, section 9): with more, steps after reading would overflow the stack. */
export const MAX_DEPTH = 500
/** The most values that are read, a list of all orders in 64 MiB among them: small ones take ten times as much memory as text. */
const MAX_VALUES = 5_000_000

/**
 * Parses JSON without losing a digit: an integer is a number while a number holds it exactly, else a bigint. One beyond
 * the range of a double is `Infinity`. A byte order mark is ignored. The time that it takes is linear.
 * @throws {SyntaxError} if the text is not JSON, is nested too deeply, has too many values, or gives one member twice with
 * different values
 */
export function parseJson(text: string): Json {
  return finish(readJson(text))
}

/** How many characters are read in one piece of work. */
const PIECE = 2 ** 14

/** Parses JSON in pieces: between them, something else may run. */
export function* readJson(text: string): Generator<undefined, Json> {
  const reader = new Reader(withoutMark(text))
  let pauseAt = PIECE
  while (!reader.step()) {
    if (reader.at < pauseAt) continue
    pauseAt = reader.at + PIECE
    yield
  }
  return reader.whole
}

/** Writes JSON; a bigint becomes a number with all its digits, members that are `undefined` are omitted. */
export function stringifyJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null'
}

/** A number beyond the range of a double is infinite, as for `JSON.parse`: millions of digits take seconds to read. */
function parseNumber(written: string): number | bigint {
  const value = Number(written)
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  const [, whole = '', fraction = '', exponent = '0'] = /^([^.eE]+)\.?(\d*)(?:[eE](.+))?$/.exec(written) ?? []
  const digits = whole + fraction
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  const zeros = Number(exponent) - fraction.length + digits.length - end
  return zeros < 0 ? value : BigInt(digits.slice(0, end)) * 10n ** BigInt(zeros)
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

interface Container {
  readonly content: Json[] | { [member: string]: Json }
  /** The member whose value comes next. */
  name: string
}

/** Reads a text token by token. `JSON.parse` reads strings, whose copies do not keep the whole text in memory. */
class Reader {
  at = 0
  whole: Json = null
  #count = 0
  /** The containers around, innermost last. */
  readonly #open: Container[] = []

  constructor(readonly text: string) {}

  /** Reads a value, or the beginning of one. @returns whether the text has been read */
  step(): boolean {
    const first = this.#next()
    this.#count += 1
    if (this.#count > MAX_VALUES) throw new SyntaxError(`it has more than ${MAX_VALUES} values, the most that is read`)
    if (first === '"') return this.#put(this.#string())
    if (first !== '{' && first !== '[') return this.#put(this.#scalar())
    if (this.#open.length === MAX_DEPTH)
      throw new SyntaxError(`it is nested deeper than ${MAX_DEPTH} levels, the most that is read`)
    this.at += 1
    const container: Container = { content: first === '[' ? [] : {}, name: '' }
    this.#open.push(container)
    if (this.#next() === closing(container)) return this.#close()
    this.#readName(container)
    return false
  }

  /** Puts a value where it belongs, and closes what ends after it. */
  #put(value: Json): boolean {
    const around = this.#open.at(-1)
    if (around === undefined) {
      this.whole = value
      this.#expect('')
      return true
    }
    if (Array.isArray(around.content)) around.content.push(value)
    else this.#setMember(around.content, around.name, value)
    if (this.#next() !== ',') return this.#close()
    this.at += 1
    this.#readName(around)
    return false
  }

  #close(): boolean {
    const container = this.#open.at(-1)
    if (container === undefined) return true
    this.#expect(closing(container))
    this.#open.pop()
    return this.#put(container.content)
  }

  #readName(container: Container): void {
    if (Array.isArray(container.content)) return
    const start = this.#next()
    if (start !== '"') throw this.#unexpected(start)
    container.name = this.#string()
    this.#expect(':')
  }

  #setMember(object: { [member: string]: Json }, name: string, value: Json): void {
    if (Object.hasOwn(object, name) && stringifyJson(object[name]) !== stringifyJson(value))
      throw new SyntaxError(`the key '${name.slice(0, 60)}' is repeated before position ${this.at}`)
    if (name !== '__proto__') object[name] = value
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  }

  /** Passes over white space, and over a token, which must be next; '' is the end of the text. */
  #expect(token: string): void {
    const found = this.#next()
    if (found !== token) throw this.#unexpected(found)
    this.at += token.length
  }

  #string(): string {
    const start = this.at
    let backslashes = 1
    while (backslashes % 2 === 1) {
      this.at = this.text.indexOf('"', this.at + 1)
      if (this.at < 0) throw new SyntaxError(`the string at position ${start} has no end`)
      for (backslashes = 0; this.text[this.at - 1 - backslashes] === '\\';) backslashes += 1
    }
    this.at += 1
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string
    } catch {
      throw new SyntaxError(`the string at position ${start} is invalid`)
    }
  }

  #scalar(): Json {
    SCALAR.lastIndex = this.at
    if (!SCALAR.test(this.text)) throw this.#unexpected(this.text.charAt(this.at))
    const written = this.text.slice(this.at, SCALAR.lastIndex)
    this.at = SCALAR.lastIndex
    return /^[tfn]/.test(written) ? (JSON.parse(written) as Json) : parseNumber(written)
  }

  /** Passes over white space. @returns the next character, if there is one */
  #next(): string {
    if (this.text.charCodeAt(this.at) <= 32) {
      SPACE.lastIndex = this.at
      SPACE.test(this.text)
      this.at = SPACE.lastIndex
    }
    return this.text.charAt(this.at)
  }

  #unexpected(found: string): SyntaxError {
    return new SyntaxError(`unexpected ${found === '' ? 'end' : `'${found}'`} at position ${this.at}`)
  }
}

function closing({ content }: Container): string {
  return Array.isArray(content) ? ']' : '}'
}
