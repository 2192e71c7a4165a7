import { shortened } from '../../contract/index.js'
import { type Json, parseJson, stringifyJson } from '../../spec/index.js'
import { isObject, member, objectsIn } from './json-members.js'
import { bodyMatcher, describeExpected, firstMatcher, type Matcher, satisfies } from './matching-rules.js'

/**
 * Says what the elements of a list lack to be the one that the consumer needs in it: Pact reports no more than that the
 * "variant" was not found.
 *
 * @param index of the variant in the rule `arrayContains`
 * @param expected the example of the element, as JSON
 * @param actual the elements that came, each as JSON, in JSON
 */
export function explainMissingElement(
  pact: Json,
  path: string,
  { index, expected, actual }: { index: number; expected: string; actual: string },
): { is: string; expected: string } {
  const example = parsed(expected)
  const variants = objectsIn(bodyMatcher(pact, path)?.['variants'])
  const rules = variants.find((variant) => Number(variant['index'] ?? 0) === index)?.['rules']
  const matcherAt = (place: string) => firstMatcher(member(rules, place))
  const elements = elementsIn(actual)
  const faults = elements.map((element) => faultsOf(element, example, matcherAt))
  const nearest = faults.reduce((best, { length }, at) => (length < (faults[best]?.length ?? 0) ? at : best), 0)
  const list = elements.length === 0 ? 'the list is empty' : 'no element of the list is as expected'
  const [fault = ''] = faults[nearest] ?? []
  const is = fault === '' ? list : `${list}: the nearest is ${path}[${nearest}], where ${fault}`
  return { is: path === '$' ? is : `${path}: ${is}`, expected: `a list with ${describe(example, matcherAt)} in it` }
}

type MatcherAt = (place: string) => Matcher | undefined

function faultsOf(element: Json | undefined, example: Json | undefined, matcherAt: MatcherAt): string[] {
  if (!isObject(example)) return []
  if (!isObject(element)) return Object.keys(example).map((name) => `there is no member ${name}`)
  return Object.entries(example).flatMap(([name, value]) => {
    const matcher = matcherAt(`$.${name}`)
    const actual = element[name]
    if (actual === undefined) return [`the member ${name} is missing`]
    // What is inside an object or a list has rules of its own.
    if ((typeof value === 'object' && value !== null) || satisfies(matcher, value, actual)) return []
    return [`${name} is ${shortened(stringifyJson(actual), 60)}, not ${describeExpected(matcher, value)}`]
  })
}

function describe(example: Json | undefined, matcherAt: MatcherAt): string {
  if (!isObject(example)) return describeExpected(matcherAt('$'), example)
  const members = Object.entries(example).map(([name, value]) => {
    const matcher = matcherAt(`$.${name}`)
    return `${name}: ${describeExpected(matcher, value)}`
  })
  return `{ ${members.join(', ')} }`
}

function elementsIn(actual: string): (Json | undefined)[] {
  const list = parsed(actual)
  return Array.isArray(list) ? list.map((each) => (typeof each === 'string' ? (parsed(each) ?? each) : each)) : []
}

function parsed(json: string): Json | undefined {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}
