import { shortened } from '../../contract/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import { describeExpected, headerMatcher, responseOf, typeName } from './matching-rules.js'
import { explainMissingElement } from './missing-element.js'
import { member, text } from './json-members.js'
import type { Mismatch } from './read-report.js'

/** What is wrong with an answer, for its provider's author. */
export interface Explanation {
  /** One sentence, such as `The status is 200, not 204; $[0].id is "7", not an integer.` */
  readonly message: string
  /** What the consumer counts on instead, a line for each thing. */
  readonly expected: string
}

/** What is wrong at one place. */
interface Fact {
  readonly is: string
  readonly expected: string
}

/**
 * Says in plain words what Pact found: which member, what came, and what is expected. What is matched by a rule is told
 * as the rule, not as its example.
 *
 * @param pact a pact with the one interaction that was verified
 */
export function explainMismatches(mismatches: readonly Mismatch[], pact: Json): Explanation {
  const facts = withoutEchoes(mismatches).map((mismatch) => FACTS[mismatch.attribute](mismatch, pact))
  const sentence = facts.map(({ is }) => is).join('; ')
  return {
    message: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    expected: facts.map(({ expected }) => expected).join('\n'),
  }
}

// Of one fault Pact tells twice: a content type that is wrong, a list that is too short.
function withoutEchoes(mismatches: readonly Mismatch[]): Mismatch[] {
  const isOfWrongType = mismatches.some(({ description }) => WRONG_TYPE.test(description))
  const lengths = new Set(
    mismatches.flatMap(({ description, identifier }) => (LENGTH.test(description) ? identifier : [])),
  )
  return mismatches.filter(({ attribute, identifier, description }) => {
    if (isOfWrongType && attribute === 'header' && identifier?.toLowerCase() === 'content-type') return false
    return !(description.endsWith(MISSING) && attribute === 'body' && lengths.has(identifier))
  })
}

const WRONG_TYPE = /^Expected a body of '(.*)' but the actual content type was '(.*)'$/s
const MISSING = ' but was missing'
const LENGTH = /^Expected a List with (\d+) elements but received (\d+) elements$/

const FACTS: Readonly<Record<Mismatch['attribute'], (mismatch: Mismatch, pact: Json) => Fact>> = {
  status: ({ description, expected, actual }) => {
    const [, range] = /^Expected status code \d+ to be an? (.*)$/.exec(description) ?? []
    const wanted = range === undefined ? expected : `of a ${range}`
    return { is: `the status is ${actual}, not ${wanted}`, expected: `status ${wanted}` }
  },
  header: ({ identifier = '', description, actual }, pact) => {
    const example = member(member(responseOf(pact), 'headers'), identifier)
    const wanted = describeExpected(
      headerMatcher(pact, identifier),
      Array.isArray(example) ? example.map(text).join(', ') : example,
    )
    const is = description.endsWith(MISSING)
      ? `there is no header ${identifier}`
      : `header ${identifier} is ${JSON.stringify(actual)}, not ${wanted}`
    return { is, expected: `header ${identifier}: ${wanted}` }
  },
  body: (mismatch, pact) => {
    const { identifier: path = '$', description } = mismatch
    const place = path === '$' || path === '/' ? 'the body' : path
    const [, index] = /^Variant at index (\d+) /.exec(description) ?? []
    if (index !== undefined) {
      const { is, expected } = explainMissingElement(pact, path, { ...mismatch, index: Number(index) })
      return { is, expected: `${place}: ${expected}` }
    }
    return bodyFact(mismatch, place)
  },
}

function bodyFact(mismatch: Mismatch, place: string): Fact {
  const { description, expected, actual } = mismatch
  for (const [pattern, tell] of SENTENCES) {
    const match = pattern.exec(description)
    if (match === null) continue
    const { is, wanted } = tell(match.slice(1), mismatch)
    return { is: `${place} ${is}`, expected: `${place}: ${wanted}` }
  }
  const wanted = WANTED.map(([pattern, tell]) => {
    const match = pattern.exec(description)
    return match === null ? undefined : tell(match[1] ?? '', expected)
  }).find((each) => each !== undefined)
  if (wanted === undefined)
    return { is: `${place}: ${abridged(description)}`, expected: `${place}: ${abridged(expected)}` }
  return { is: `${place} is ${abridged(actual)}, not ${wanted}`, expected: `${place}: ${wanted}` }
}

type Tell = (found: string[], mismatch: Mismatch) => { is: string; wanted: string }

// What Pact writes of a whole, and how it reads here.
const SENTENCES: readonly (readonly [RegExp, Tell])[] = [
  [
    /^Actual map is missing the following keys: (.*)$/s,
    ([names = '']) => ({ is: `lacks ${names}`, wanted: `an object with ${names}` }),
  ],
  [
    LENGTH,
    ([expected, actual]) => ({ is: `has ${count(actual)}, not ${expected}`, wanted: `a list of ${count(expected)}` }),
  ],
  [
    /\(size (\d+)\) to have (minimum|maximum) size of (\d+)$/s,
    ([actual, limit, size]) => {
      const wanted = `at ${limit === 'minimum' ? 'least' : 'most'} ${size}`
      return { is: `has ${count(actual)}, not ${wanted}`, wanted: `a list of ${wanted}` }
    },
  ],
  [/^Expected an empty List/, (_, { actual }) => ({ is: `is ${abridged(actual)}, not an empty list`, wanted: '[]' })],
  [
    /^Expected body Present.* but was empty$/s,
    (_, { expected }) => ({ is: 'is missing', wanted: typeName(parsed(expected)) }),
  ],
  [/^Expected empty body but received/, () => ({ is: 'is there, and none is expected', wanted: 'none' })],
  [/^Failed to parse the actual body/, () => ({ is: 'is not JSON', wanted: 'JSON' })],
  [WRONG_TYPE, ([expected = '', actual = '']) => ({ is: `is ${actual}, not ${expected}`, wanted: expected })],
]

// What Pact writes of a value, and what it is thus expected to be.
const WANTED: readonly (readonly [RegExp, (found: string, expected: string) => string])[] = [
  [/ to be an integer$/, () => 'an integer'],
  [/ to be a decimal number$/, () => 'a decimal number'],
  [/ to be a number$/, () => 'a number'],
  [/ to match a boolean$/, () => 'true or false'],
  [/ to be a null value$/, () => 'null'],
  [/ to not be empty$/, () => 'anything but empty'],
  [/ to be the same type as /, (_, expected) => typeName(parsed(expected))],
  [/ to be equal to /, (_, expected) => abridged(expected)],
  [/ to match a timestamp pattern of '(.*)': /s, (format) => `a date and time of the form ${format}`],
  [/ to match a (date|time) pattern of /, (kind) => `a ${kind}`],
  [/ to match '(.*)'$/s, (regex) => `a text that matches /${regex}/`],
  [/ to include '(.*)'$/s, (part) => `a text with "${part}" in it`],
  [/ is not a valid semantic version/, () => 'a semantic version'],
]

function count(size: string | undefined): string {
  return size === '1' ? '1 element' : `${size} elements`
}

function abridged(long: string): string {
  return shortened(long, 120)
}

function parsed(json: string): Json | undefined {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}
