import { isInteger, parse, stringify } from 'lossless-json'

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

/**
 * Parses JSON without losing a digit: an integer is a number while a number holds it exactly, else a bigint. One beyond
 * the range of a double is `Infinity`. A byte order mark is ignored.
 *
 * @throws {SyntaxError} if the text is not JSON, or gives one member twice with different values
 */
export function parseJson(text: string): Json {
  return parse(withoutMark(text), undefined, parseNumber) as Json
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
