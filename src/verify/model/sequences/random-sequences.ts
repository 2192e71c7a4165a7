import * as fc from 'fast-check'
import { KEY_KINDS } from './key-kinds.js'
import { drawnId, EXTREME_IDS, farNumber, MALFORMED_IDS, type Nearness, type OrderReference } from './order-ids.js'
import {
  type Call,
  cancel,
  getPet,
  inLowerCase,
  inTurn,
  list,
  send,
  type Sequence,
  setUpState,
  type StateName,
  type Step,
  wait,
} from './step.js'

// Steps refer to orders by number; the numbers go round among the orders that are set up.
const LABELS = ['#1', '#2', '#3', '#4'] as const

/** The states that a sequence begins with: any one of them will do. */
export const SEQUENCE_STATES: readonly StateName[] = [
  'a pending order',
  'a shipped order',
  'a cancelled order',
  'an order with a large id',
]

const state = fc.oneof(fc.constant<StateName>('a pending order'), fc.constantFrom(...SEQUENCE_STATES))

const label = fc.constantFrom(...LABELS)
const key = fc.constantFrom(...KEY_KINDS)
const nearness = fc.constantFrom<Nearness>('as a double', 'plus 2^32', 'with the other sign', 'one more', 'two more')
const unknown = fc.oneof(
  drawnId,
  fc.constantFrom(...MALFORMED_IDS, ...EXTREME_IDS),
  label.map((name): OrderReference => ({ kind: 'misread', label: name, as: 'plus 2^64' })),
  fc.tuple(label, nearness).map(([name, by]): OrderReference => ({ kind: 'near', label: name, by })),
)

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: label.map((name) => cancel(name)) },
  { weight: 3, arbitrary: fc.constant(list()) },
  { weight: 1, arbitrary: label.map((name) => inLowerCase(cancel(name))) },
  { weight: 2, arbitrary: unknown.map((order) => cancel(order)) },
  { weight: 2, arbitrary: fc.tuple(label, key).map(([name, kind]) => cancel(name, kind)) },
  { weight: 1, arbitrary: key.map((kind) => list(kind)) },
  { weight: 1, arbitrary: fc.tuple(farNumber, key).map(([id, kind]) => getPet(id, kind)) },
)

const several = fc.array(call, { minLength: 2, maxLength: 5 })
const pauseMs = fc.constantFrom(1, 3, 6)

const sending: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 8, arbitrary: call.map((one) => inTurn(one)) },
  { weight: 2, arbitrary: label.map((name) => inTurn(cancel(name), cancel(name))) },
  { weight: 3, arbitrary: several.map((calls) => inTurn(send(...calls))) },
  {
    weight: 1,
    arbitrary: fc.tuple(pauseMs, several).map(([ms, calls]) => inTurn({ ...send(...calls), staggerMs: ms })),
  },
  { weight: 1, arbitrary: fc.constantFrom(5, 20).map((ms) => inTurn(wait(ms))) },
  // A set-up in between; the list after it shows what is left of the earlier orders.
  { weight: 2, arbitrary: fc.tuple(state, label).map(([name, as]) => inTurn(setUpState(name, as), list())) },
)

/** Sequences for what nobody foresaw: one to four orders, then requests of every kind, one by one and at once. */
export const randomSequences: Sequence = fc
  .tuple(fc.array(state, { minLength: 1, maxLength: LABELS.length }), fc.array(sending, { minLength: 2, maxLength: 8 }))
  .map(([states, sendings]) =>
    inTurn(
      states.map((name, index) => setUpState(name, LABELS[index] ?? '#1')),
      list(),
      ...sendings,
    ),
  )
