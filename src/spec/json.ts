import { isInteger, stringify } from 'lossless-json'

/** A value as JSON (RFC 8259) can hold it, with integers that keep every digit. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json }

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

/**
 * Parses JSON without losing a digit: an integer is a number while a number holds it exactly, else a bigint. One beyond
 * the range of a double is `Infinity`. A byte order mark is ignored. The time that it takes is linear.
 *
 * @throws {SyntaxError} if the text is not JSON, is nested too deeply, or gives one member twice with different values
 */
export function parseJson(text: string): Json {
  return new Reader(withoutMark(text)).whole()
}

/** Writes JSON; a bigint becomes a number with all its digits, members that are `undefined` are left out. */
export function stringifyJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null'
}

/** A number beyond the range of a double is infinite, as for `JSON.parse`: millions of digits take seconds to read. */
function parseNumber(digits: string): number | bigint {
  const value = Number(digits)
  if (Number.isSafeInteger(value) || !Number.isFinite(value) || !isInteger(digits)) return value
  return BigInt(digits)
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Reads a text token by token. `JSON.parse` reads strings, whose copies do not keep the whole text in memory. */
class Reader {
  #at = 0

  constructor(readonly text: string) {}

  whole(): Json {
    const value = this.#value(0)
    if (this.#next() !== '') throw this.#unexpected()
    return value
  }

  #value(depth: number): Json {
    const first = this.#next()
    if (first === '"') return this.#string()
    if (first !== '{' && first !== '[') return this.#scalar()
    if (depth === MAX_DEPTH)
      throw new SyntaxError(`it is nested deeper than ${MAX_DEPTH} levels, the most that is read`)
    this.#at += 1
    return first === '{' ? this.#object(depth + 1) : this.#array(depth + 1)
  }

  #array(depth: number): Json[] {
    const array: Json[] = []
    if (this.#takes(']')) return array
    do array.push(this.#value(depth))
    while (this.#takes(','))
    if (!this.#takes(']')) throw this.#unexpected()
    return array
  }

  #object(depth: number): { [member: string]: Json } {
    const object: { [member: string]: Json } = {}
    if (this.#takes('}')) return object
    do {
      if (this.#next() !== '"') throw this.#unexpected()
      const name = this.#string()
      if (!this.#takes(':')) throw this.#unexpected()
      const value = this.#value(depth)
      if (Object.hasOwn(object, name) && stringifyJson(object[name]) !== stringifyJson(value))
        throw new SyntaxError(`Duplicate key '${name.slice(0, 60)}' encountered before position ${this.#at}`)
      if (name !== '__proto__') object[name] = value
      else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
    } while (this.#takes(','))
    if (!this.#takes('}')) throw this.#unexpected()
    return object
  }

  #string(): string {
    const start = this.#at
    let end = start
    do end = this.text.indexOf('"', end + 1)
    while (end > start && this.#isEscaped(end))
    try {
      const value = JSON.parse(end < 0 ? '' : this.text.slice(start, end + 1)) as string
      this.#at = end + 1
      return value
    } catch {
      throw new SyntaxError(`The string at position ${start} is not valid`)
    }
  }

  /** Whether an odd number of backslashes precedes. */
  #isEscaped(index: number): boolean {
    let first = index
    while (this.text.charCodeAt(first - 1) === 92) first -= 1
    return (index - first) % 2 === 1
  }

  #scalar(): Json {
    SCALAR.lastIndex = this.#at
    if (!SCALAR.test(this.text)) throw this.#unexpected()
    const written = this.text.slice(this.#at, SCALAR.lastIndex)
    this.#at = SCALAR.lastIndex
    const word = WORDS.get(written)
    return word === undefined ? parseNumber(written) : word
  }

  /** Skips white space. @returns the next character, if there is one */
  #next(): string {
    if (this.text.charCodeAt(this.#at) <= 32) {
      SPACE.lastIndex = this.#at
      SPACE.test(this.text)
      this.#at = SPACE.lastIndex
    }
    return this.text.charAt(this.#at)
  }

  #takes(token: string): boolean {
    const isNext = this.#next() === token
    if (isNext) this.#at += 1
    return isNext
  }

  #unexpected(): SyntaxError {
    const found = this.text.charAt(this.#at)
    return new SyntaxError(`Unexpected ${found === '' ? 'end' : `'${found}'`} at position ${this.#at}`)
  }
}
