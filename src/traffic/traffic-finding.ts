import { type Claim, EXPECTATIONS, type ExpectationName } from '../contract/index.js'
import type { Sighting } from './traffic-exchange.js'

export interface TrafficFinding extends Pick<Claim, 'id' | 'name' | 'clause'> {
  readonly kind: 'openapi' | 'model'
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  readonly steps: readonly string[]
}

export type TrafficClaim = Pick<TrafficFinding, 'id' | 'kind' | 'name' | 'clause'>

/** What the life of an order, or of a key, cannot be: the expectation that is not met, and what happened instead. */
const MODEL_RULES = {
  'cancelled-once': ['one cancel', 'Two cancel requests for the same order got 204.'],
  'pending-no-more': ['cancelled order', 'A cancel request got 204 although the order was known not to be pending.'],
  'listed-is-found': [
    'order in one of several states',
    'Cancel requests got 404 for orders that were listed before and after.',
  ],
  'gone-stays-gone': ['removed order', 'An order was missing from the list and came back.'],
  'ids-keep-digits': ['all digits', 'Ids were rounded.'],
  'key-opens-all': ['right key', 'A key was rejected between two requests for which it was accepted.'],
  'key-required': ['wrong key', 'A request without a key succeeded.'],
  'pets-are-readable': ['pet', 'Reading a pet returned a 5xx.'],
  'sunset-stays': ['sunset date', 'The Sunset date changed.'],
} as const satisfies Record<string, readonly [ExpectationName, string]>

type ModelRule = keyof typeof MODEL_RULES

export const MODEL_CLAIMS: readonly TrafficClaim[] = (Object.keys(MODEL_RULES) as ModelRule[]).map(modelClaim)

/**
 * What no history explains, as a finding.
 * @param sightings of the exchanges that contradict each other, in the order of time; what is not known is omitted
 * @param about the order, and a message if it is not that of the rule
 */
export function contradiction(
  rule: ModelRule,
  sightings: readonly (Sighting | undefined)[],
  { id, message = MODEL_RULES[rule][1] }: { id?: bigint; message?: string } = {},
): TrafficFinding {
  const claim = modelClaim(rule)
  const steps = [...new Set(sightings.flatMap((seen) => seen?.place ?? []))]
  if (id === undefined) return { ...claim, message, steps }
  return { ...claim, id: `${claim.id}.${id}`, message: `Order ${id}: ${message}`, steps }
}

function modelClaim(rule: ModelRule): TrafficClaim {
  const { sentence, clause } = EXPECTATIONS[MODEL_RULES[rule][0]]
  return { id: `model.${rule}`, kind: 'model', name: sentence, clause }
}
