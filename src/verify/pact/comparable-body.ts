import { type Json, stringifyJson } from '../../spec/index.js'
import { jsonIn } from '../json-members.js'

/** Values that the states of an interaction gave, as Pact's verifier takes them. */
export type PactValues = Readonly<Record<string, string | number | boolean | null>>

// To say what is wrong with a list that is longer, Pact's verifier takes minutes, and gigabytes of memory.
const LONG = 2 ** 20
const MAX_ELEMENTS = 2_000

/**
 * A body as Pact's verifier can compare it: integers spelled as such (to JSON Schema `2.0` and `2` are one integer), and of a
 * long list the first elements, more than any length that the pact demands, and those with a value that a state gave.
 *
 * @param pact with the one interaction that is verified
 */
export function comparableBody(body: string, pact: Json, values: PactValues): string {
  const isLong = body.length > LONG
  if (!isLong && stringifyJson(pact).includes('"match":"decimal"')) return body
  const json = jsonIn(body)
  if (json === undefined) return body
  if (!isLong || !Array.isArray(json)) return stringifyJson(json)
  const lengths = [...stringifyJson(pact).matchAll(/"(?:min|max)":(\d+)/g)].map(([, length]) => Number(length) + 1)
  return stringifyJson(shortened(json, Math.max(MAX_ELEMENTS, ...lengths), Object.values(values).map(String)))
}

function shortened(list: readonly Json[], count: number, values: readonly string[]): Json[] {
  const isNamed = (element: Json) => {
    const json = stringifyJson(element)
    return values.some((value) => json.includes(value))
  }
  return [...list.slice(0, count), ...list.slice(count).filter(isNamed).slice(0, MAX_ELEMENTS)]
}
