import { type Json, stringifyJson } from '../../spec/index.js'
import { isObject, member, objectsIn, text } from './json-members.js'

/** A matcher of a pact, such as `{"match": "regex", "regex": "^a"}`. */
export type Matcher = { readonly [member: string]: Json }

/** The rule for a header of the answer, if its value is not meant exactly. */
export function headerMatcher(pact: Json, header: string): Matcher | undefined {
  const rules = member(responseOf(pact), 'matchingRules')
  const byName = Object.entries(objectOr(member(rules, 'header'))).find(([name]) => isSame(name, header))
  if (byName !== undefined) return firstMatcher(byName[1])
  // Version 2 of Pact: {"$.headers.Sunset": {"match": …}}
  const inVersion2 = Object.entries(objectOr(rules)).find(([path]) =>
    isSame(path.replace(/^\$\.headers?\./, ''), header),
  )
  return inVersion2 && isObject(inVersion2[1]) ? inVersion2[1] : undefined
}

/** The first matcher that stands in the body's rules for this path. */
export function bodyMatcher(pact: Json, path: string): Matcher | undefined {
  return firstMatcher(member(member(member(responseOf(pact), 'matchingRules'), 'body'), path))
}

/** What Pact allows where a rule stands: `an integer`; without a rule, the example itself. */
export function describeExpected(matcher: Matcher | undefined, example: Json | undefined): string {
  const kind = text(matcher?.['match'])
  if (matcher === undefined || kind === '' || kind === 'equality') return stringifyJson(example)
  if (kind === 'regex') return `a text that matches /${text(matcher['regex'])}/`
  if (kind === 'type') return typeName(example)
  return KINDS[kind] ?? `${typeName(example)} by the rule "${kind}"`
}

const KINDS: Readonly<Record<string, string>> = {
  integer: 'an integer',
  decimal: 'a decimal number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  date: 'a date',
  time: 'a time',
  datetime: 'a date and time',
  timestamp: 'a date and time',
}

/** The type of a value in words. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'string') return 'a string'
  return typeof value === 'object' ? 'an object' : 'a number'
}

/** Whether a value is as the rule wants it; of a rule that is not known here, nobody can say it is not. */
export function satisfies(matcher: Matcher | undefined, example: Json, value: Json): boolean {
  const kind = text(matcher?.['match'])
  if (matcher === undefined || kind === 'equality') return stringifyJson(value) === stringifyJson(example)
  if (kind === 'type') return typeName(value) === typeName(example)
  if (kind === 'regex') return typeof value === 'string' && matchesRegex(text(matcher['regex']), value)
  return TESTS[kind]?.(value) ?? true
}

// A regular expression of Rust may be none of JavaScript.
function matchesRegex(regex: string, value: string): boolean {
  try {
    const [, flags = ''] = /^\(\?(i)\)/.exec(regex) ?? []
    return new RegExp(regex.replace(/^\(\?i\)/, ''), flags).test(value)
  } catch {
    return true
  }
}

const isNumber = (value: Json) => typeof value === 'number' || typeof value === 'bigint'

const TESTS: Readonly<Record<string, (value: Json) => boolean>> = {
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
  decimal: (value) => typeof value === 'number' && !Number.isInteger(value),
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

/** The first matcher of `{"combine": "AND", "matchers": [ … ]}`. */
export function firstMatcher(rule: Json | undefined): Matcher | undefined {
  return objectsIn(member(Array.isArray(rule) ? rule[0] : rule, 'matchers'))[0]
}

/** The answer that the one interaction of a pact expects. */
export function responseOf(pact: Json): Json | undefined {
  return member(objectsIn(member(pact, 'interactions'))[0], 'response')
}

function objectOr(json: Json | undefined): { readonly [member: string]: Json } {
  return isObject(json) ? json : {}
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
