import { endOfString, type Json, parseJson, stringifyJson } from '../../spec/index.js'
import { isObject } from './json-members.js'

// To say what is wrong with a list that is longer, Pact's verifier takes minutes, and gigabytes of memory.
const LONG = 2 ** 20
const MIN_ELEMENTS = 1_000

/**
 * A body as Pact's verifier can compare it: integers spelled as such, and of a long list the first elements, more than any
 * length in the pact, and those with a value that a state gave.
 *
 * @param pact with the one interaction that is verified
 */
export function comparableBody(body: string, pact: Json, values: Readonly<Record<string, unknown>>): string {
  const list = body.length > LONG ? listIn(body) : undefined
  const shown = list === undefined ? body : stringifyJson(shortenedList(list, pact, Object.values(values).map(String)))
  // To JSON Schema `2.0` and `2` are one integer.
  return stringifyJson(pact).includes('"match":"decimal"') ? shown : withPlainIntegers(shown)
}

function shortenedList(list: readonly Json[], pact: Json, digits: readonly string[]): Json[] {
  const count = Math.max(MIN_ELEMENTS, longestLength(pact) + 1)
  const isNamed = (element: Json) => {
    const json = stringifyJson(element)
    return digits.some((value) => json.includes(value))
  }
  return [...list.slice(0, count), ...list.slice(count).filter(isNamed).slice(0, MIN_ELEMENTS)]
}

function listIn(body: string): Json[] | undefined {
  try {
    const json = parseJson(body)
    return Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** The longest list that the pact shows or speaks of. */
function longestLength(json: Json): number {
  if (Array.isArray(json)) return Math.max(json.length, ...json.map(longestLength))
  if (!isObject(json)) return 0
  const { min, max } = json
  const sizes = [min, max].filter((size) => typeof size === 'number')
  return Math.max(0, ...sizes, ...Object.values(json).map(longestLength))
}

// No digit is read twice: there may be millions of them.
const WHOLE_NUMBER = /(?<![\d.])(-?\d+)\.0+(?![\d.eE])/g

/** What stands in strings stays. */
function withPlainIntegers(json: string): string {
  if (!json.includes('.0')) return json
  const parts: string[] = []
  for (let start = 0; start < json.length;) {
    const quote = json.indexOf('"', start)
    const open = quote === -1 ? json.length : quote
    parts.push(json.slice(start, open).replaceAll(WHOLE_NUMBER, '$1'))
    start = endOfString(json, open)
    parts.push(json.slice(open, start))
  }
  return parts.join('')
}
