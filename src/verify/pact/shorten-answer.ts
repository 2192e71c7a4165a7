import { abridgeJson } from '../../contract/index.js'
import { type Json, stringifyJson } from '../../spec/index.js'
import { isObject } from './json-members.js'

/** To say what is wrong with an answer that is longer, Pact's verifier takes minutes, and gigabytes of memory. */
const LONG = 2 ** 20
const MAX_STRING_LENGTH = 10_000
const MIN_PARTS = 1_000
/** How many elements of one kind are kept beyond the first ones. */
const MAX_OF_KIND = 20
const MAX_KINDS = 50

/**
 * As much of an answer as Pact's verifier can compare. What decides how the comparison ends is kept: more elements than
 * any length in the pact, every member that the pact names, of further elements some of every kind, and those with a
 * value that a state gave.
 *
 * @param pact with the one interaction that is verified
 */
export function shortenAnswer(body: string, pact: Json, values: Readonly<Record<string, unknown>>): string {
  if (body.length <= LONG || !isJson(body)) return body
  const names = stringifyJson(pact)
  const digits = Object.values(values).map(String)
  let named = 0
  const isNamed = (json: string) => named < MIN_PARTS && digits.some((value) => json.includes(value)) && ++named > 0
  const kinds = new Map<string, number>()
  const isOfRareKind = (json: string) => {
    const kind = kindOf(JSON.parse(json))
    const count = kinds.get(kind) ?? 0
    if (count === MAX_OF_KIND || (count === 0 && kinds.size === MAX_KINDS)) return false
    kinds.set(kind, count + 1)
    return true
  }
  return abridgeJson(body, {
    maxStringLength: MAX_STRING_LENGTH,
    maxMembers: MIN_PARTS,
    keepsMember: (name) => names.includes(`"${name}"`),
    maxElements: Math.max(MIN_PARTS, longestLength(pact) + 1),
    keepsElement: (json) => isNamed(json) || isOfRareKind(json),
  })
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** The members of an object and their types; of any other value its type. */
function kindOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return typeof value
  let kind = Array.isArray(value) ? '[]' : ''
  for (const [name, member] of Object.entries(value).slice(0, MIN_PARTS)) kind += `${name}:${typeof member},`
  return kind
}

/** The longest list that the pact shows or speaks of. */
function longestLength(json: Json): number {
  if (Array.isArray(json)) return Math.max(json.length, ...json.map(longestLength))
  if (!isObject(json)) return 0
  const { min, max } = json
  const sizes = [min, max].filter((size) => typeof size === 'number')
  return Math.max(0, ...sizes, ...Object.values(json).map(longestLength))
}
