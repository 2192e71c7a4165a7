import * as fc from 'fast-check'
import { KEY_KINDS } from './key-kinds.js'
import type { Scenario } from './templates.js'
import {
  cancel,
  getPet,
  list,
  send,
  setUp,
  type Call,
  type Nearness,
  type OrderReference,
  type StateName,
  type Step,
} from './step.js'
import { drawnId, farNumber, MALFORMED } from './strange-ids.js'

// Steps speak of orders by number; the numbers go round among the orders that are set up.
const LABELS = ['1st', '2nd', '3rd', '4th'] as const

/** The states that a sequence begins with: any one of them will do. */
export const SEQUENCE_STATES = [
  'a pending order',
  'a shipped order',
  'a cancelled order',
  'an order with a large id',
] as const

const state = fc.oneof(
  { weight: 5, arbitrary: fc.constant<StateName>('a pending order') },
  { weight: 2, arbitrary: fc.constant<StateName>('a shipped order') },
  { weight: 1, arbitrary: fc.constant<StateName>('a cancelled order') },
  { weight: 1, arbitrary: fc.constant<StateName>('an order with a large id') },
)

const label = fc.constantFrom(...LABELS)
const key = fc.constantFrom(...KEY_KINDS)
const known = label.map((name): OrderReference => ({ kind: 'known', label: name }))
const unknown = fc.oneof(
  drawnId,
  fc.constantFrom(...MALFORMED),
  label.map((name): OrderReference => ({ kind: 'misread', label: name, as: 'plus 2^64' })),
  fc
    .tuple(label, fc.constantFrom<Nearness>('as a double', 'plus 2^32', 'with the other sign'))
    .map(([name, by]): OrderReference => ({ kind: 'near', label: name, by })),
)

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: known.map((order) => cancel(order)) },
  { weight: 3, arbitrary: fc.constant(list()) },
  { weight: 2, arbitrary: unknown.map((order) => cancel(order)) },
  { weight: 2, arbitrary: fc.tuple(known, key).map(([order, kind]) => cancel(order, kind)) },
  { weight: 1, arbitrary: key.map((kind) => list(kind)) },
  { weight: 1, arbitrary: fc.tuple(farNumber, key).map(([id, k]) => getPet({ id }, k)) },
)

const sending: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 4, arbitrary: call.map((one) => [send(one)]) },
  { weight: 2, arbitrary: fc.array(call, { minLength: 2, maxLength: 5 }).map((calls) => [send(...calls)]) },
  // A set-up in the midst; the list after it tells what is left of the orders before.
  { weight: 1, arbitrary: fc.tuple(state, label).map(([name, as]) => [setUp(name, as), send(list())]) },
)

/** Sequences for what nobody foresaw: one to four orders, then requests of every kind, one by one and at once. */
export const sequences: Scenario = fc
  .tuple(fc.array(state, { minLength: 1, maxLength: LABELS.length }), fc.array(sending, { minLength: 2, maxLength: 8 }))
  .map(([states, sendings]) => [
    ...states.map((name, index) => setUp(name, LABELS[index])),
    send(list()),
    ...sendings.flat(),
  ])
