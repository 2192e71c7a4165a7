import * as fc from 'fast-check'
import { type Call, cancel, getPet, inLowerCase, list } from './calls.js'
import { KEY_KINDS } from './key-kinds.js'
import { CONFUSED, drawnId, EXTREME_IDS, farNumber, MALFORMED_IDS, MISREAD, NEIGHBOURS } from './order-ids.js'
import { type Part, send, setUpState, wait } from './step.js'

/** The states that a sequence begins with: any one of them will do. */
export const SEQUENCE_STATES = [
  'a pending order',
  'a shipped order',
  'a cancelled order',
  'an order with a large id',
] as const

const anyState = fc.oneof(fc.constant('a pending order'), fc.constantFrom(...SEQUENCE_STATES))

const LABELS = ['#1', '#2', '#3', '#4'] as const

const anyLabel = fc.constantFrom(...LABELS)
const anyKey = fc.constantFrom(...KEY_KINDS)
const anyNear = fc.constantFrom(...CONFUSED, ...NEIGHBOURS)

const unknown: fc.Arbitrary<Call> = fc.oneof(
  drawnId.map((id) => cancel(id)),
  fc.constantFrom(...MALFORMED_IDS, ...EXTREME_IDS).map((id) => cancel(id)),
  fc
    .tuple(anyLabel, fc.constantFrom(...MISREAD))
    .map(([label, misread]) => cancel({ kind: 'misread', label, misread })),
  fc.tuple(anyLabel, anyNear).map(([label, near]) => cancel({ kind: 'near', label, near })),
)

const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: anyLabel.map((label) => cancel(label)) },
  { weight: 3, arbitrary: fc.constant(list()) },
  { weight: 1, arbitrary: anyLabel.map((label) => inLowerCase(cancel(label))) },
  { weight: 2, arbitrary: unknown },
  { weight: 2, arbitrary: fc.tuple(anyLabel, anyKey).map(([label, key]) => cancel(label, key)) },
  { weight: 1, arbitrary: anyKey.map((key) => list(key)) },
  { weight: 1, arbitrary: fc.tuple(farNumber, anyKey).map(([id, key]) => getPet(id, key)) },
)

const several = fc.array(anyCall, { minLength: 2, maxLength: 5 })
const anyStaggerMs = fc.constantFrom(0, 0, 0, 1, 3, 6)

const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 8, arbitrary: anyCall },
  { weight: 2, arbitrary: anyLabel.map((label) => [cancel(label), cancel(label)]) },
  {
    weight: 4,
    arbitrary: fc.tuple(several, anyStaggerMs).map(([calls, staggerMs]) => ({ ...send(calls), staggerMs })),
  },
  { weight: 1, arbitrary: fc.constantFrom(5, 20).map((ms) => wait(ms)) },
  // A set-up in between; the list after it shows what is left of the earlier orders.
  { weight: 2, arbitrary: fc.tuple(anyState, anyLabel).map(([state, label]) => [setUpState(state, label), list()]) },
)

/** Sequences for what nobody foresaw: one to four orders, then requests of every kind, one by one and at once. */
export const randomSequences = fc.tuple(
  fc
    .array(anyState, { minLength: 1, maxLength: LABELS.length })
    .map((states) => states.map((state, index) => setUpState(state, LABELS[index] ?? '#1'))),
  fc.constant(list()),
  fc.array(part, { minLength: 2, maxLength: 8 }),
)
