import { EXPECTATIONS, RULES, type Violation } from '../contract/index.js'
import type { Sighting } from './traffic-exchange.js'

/** What is wrong with traffic. */
export interface TrafficFinding {
  /** Unique in a report. */
  readonly id: string
  readonly kind: 'openapi' | 'model'
  /** What is claimed, in the present tense. */
  readonly name: string
  /** The section of the specification that says so. */
  readonly clause: string
  readonly message: string
  readonly expected: string
  readonly actual?: string
  /** The exchanges that show it, in the order of time. */
  readonly steps: readonly string[]
}

export type Claim = Pick<TrafficFinding, 'id' | 'kind' | 'name' | 'clause'>

const { 'cancelled order': CANCELLED, 'every order': EVERY_ORDER, 'wrong key': WRONG_KEY, pet: PET } = EXPECTATIONS

/** What traffic is held against besides the description of single answers: what the life of an order, or of a key, cannot be. */
export const MODEL_RULES = {
  'cancelled-once': {
    ...CANCELLED,
    sentence: 'an order is cancelled only once',
    expected: 'one 204 for an order',
    message: 'Two cancels of one order were confirmed.',
  },
  'pending-no-more': {
    ...CANCELLED,
    expected: 'no 204 once an order is known not to be pending',
    message: 'The cancel of an order was confirmed after the order was known not to be pending.',
  },
  'gone-stays-gone': {
    ...EVERY_ORDER,
    expected: 'an order that stays in the list, or stays out of it',
    message: 'An order was missing from the list and came back.',
  },
  'ids-keep-digits': {
    sentence: 'ids keep all their digits',
    clause: 'Order',
    expected: 'ids with all digits',
    message: 'Ids have lost digits.',
  },
  'key-opens-all': {
    ...WRONG_KEY,
    sentence: 'a valid key opens every operation',
    expected: 'no 401 while the key is valid',
    message: 'A key was refused between two requests that it opened.',
  },
  'key-required': { ...WRONG_KEY, expected: '401', message: 'A request without a key was carried out.' },
  'pets-are-readable': { ...PET, expected: 'no 5xx', message: 'Reading a pet failed.' },
  'sunset-stays': {
    ...PET,
    sentence: 'the sunset date stays what it was',
    expected: 'one Sunset date',
    message: 'The Sunset moved.',
  },
} as const

export type ModelRule = keyof typeof MODEL_RULES

/** What is wrong with an answer by itself, as a finding. */
export function ofViolation(violation: Violation, place: string): TrafficFinding {
  const { message, expected } = violation
  return { ...claimOf(violation), message, expected, steps: [place] }
}

/** The claim that a rule about single answers makes. */
export function claimOf({ rule, operation, clause }: Pick<Violation, 'rule' | 'operation' | 'clause'>): Claim {
  const claim = RULES.find(({ id }) => id === rule)?.claim ?? 'every request is answered'
  return { id: `openapi.${operation}.${rule}`, kind: 'openapi', name: `${operation}: ${claim}`, clause }
}

/**
 * What no history explains, as a finding.
 *
 * @param entries the exchanges that contradict each other, in the order of time; what is not known is left out
 * @param message by default the one of the rule
 */
export function contradiction(
  rule: ModelRule,
  entries: readonly (Sighting | undefined)[],
  { orderId, message = MODEL_RULES[rule].message }: { orderId?: bigint; message?: string } = {},
): TrafficFinding {
  const claim = modelClaim(rule)
  const steps = new Set(entries.flatMap((seen) => seen?.place ?? []))
  const found = { ...claim, message, expected: MODEL_RULES[rule].expected, steps: [...steps] }
  return orderId === undefined
    ? found
    : { ...found, id: `${claim.id}.${orderId}`, message: `Order ${orderId}: ${message}` }
}

/** The claim that a rule about histories makes. */
export function modelClaim(rule: ModelRule): Claim {
  const { sentence, clause } = MODEL_RULES[rule]
  return { id: `model.${rule}`, kind: 'model', name: sentence, clause }
}
