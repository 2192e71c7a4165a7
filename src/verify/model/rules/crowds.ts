import * as fc from 'fast-check'
import { ALIKE, CONFUSED, drawnId } from '../sequences/order-ids.js'
import { type Call, cancel, cancelEach, cancelNear, compressed, type Label, list } from '../sequences/calls.js'
import {
  always,
  given,
  inBatches,
  MAX_AT_ONCE,
  optional,
  type Part,
  send,
  setUp,
  setUpState,
  type SequenceRule,
} from '../sequences/step.js'

const PAIRED = ['pending', 'another', 'third', 'fourth'] as const

// For violations that only show after several dozen orders: in caches, pages, counters.
const DOZENS = Array.from({ length: 60 }, (_, index): Label => `#${index + 1}`)
// Each is beside one that is cancelled later, and may be mistaken for it.
const EVERY_OTHER = DOZENS.filter((_, index) => index % 2 === 1)
const SHIPPED = DOZENS.slice(0, 23)

// Enough orders that the text of one id is a part of another's.
const CROWD = { count: 1_001 }

// So many set-ups are worth no more.
const SHORT_MS = 100

const OLDEST_AND_NEWEST = [0, CROWD.count - 1].map((index) => ({ kind: 'listed', index }) as const)
const VICTIMS = ['pending', 'another', 'large'] as const

const race = fc
  .tuple(fc.integer({ min: 6, max: 10 }), fc.constantFrom(1, 2, 4, 8))
  .map(([count, staggerMs]): Part[] => [
    [setUp('pending'), send(cancels(count, 'pending')), cancel('pending')],
    [optional('pending'), { ...send(cancels(4, 'pending')), staggerMs }],
    // A list keeps the provider busy while the cancel requests arrive.
    [optional('pending'), send(list(), cancels(count, 'pending')), cancel('pending')],
    [optional('pending', 'another'), given(list())],
    [send(list(), cancels(count, 'pending', 'another')), send(cancelEach('pending', 'another'))],
    [cancelsInPairs(), cancelsInPairs()],
    // Neighbours above 2^53 may be one and the same as a double.
    [optional('large', 'another large'), given(list()), send(cancels(4, 'large', 'another large'))],
    [send(cancelEach('large', 'another large')), list()],
  ])

// Two requests seldom meet between a look at a row of a database and its change, so this is tried often.
const ROUNDS = 24

const rounds = fc
  .array(fc.integer({ min: 6, max: MAX_AT_ONCE }), { minLength: ROUNDS, maxLength: ROUNDS })
  .map((counts) =>
    counts.map((count): Part[] => [
      setUpState('a pending order', 'pending', { worthMs: SHORT_MS }),
      { ...send(cancels(count, 'pending')), worthMs: SHORT_MS },
    ]),
  )

/** Violations that only show if cancel requests meet, or among many orders. */
export const crowdRules: readonly SequenceRule[] = [
  {
    id: 'one-cancel-wins',
    claim: 'exactly one of several concurrent cancels succeeds',
    clause: 'States and transitions',
    states: ['a pending order'],
    isAlone: true,
    sequence: fc.tuple(race, race, rounds),
  },
  {
    id: 'dozens-stay-cancelled',
    claim: 'dozens of orders can be cancelled, each exactly once',
    clause: 'States and transitions',
    states: ['a pending order'],
    sequence: always(
      [setUp('pending'), DOZENS.map((label) => setUpState('a pending order', label, { worthMs: SHORT_MS })), list()],
      [cancel('pending'), inBatches(twiceEach(EVERY_OTHER)), list()],
      [inBatches(cancelEach(...DOZENS.filter((label) => !EVERY_OTHER.includes(label)))), compressed(list())],
      [cancel('pending'), inBatches(cancelEach(...DOZENS)), list()],
    ),
  },
  {
    id: 'dozens-stay-shipped',
    claim: 'none of dozens of shipped orders can be cancelled',
    clause: 'States and transitions',
    states: ['a shipped order'],
    // Some providers keep orders in several places, by their ids.
    sequence: always(
      [setUp('shipped'), SHIPPED.map((label) => setUpState('a shipped order', label, { worthMs: SHORT_MS }))],
      [given(list()), inBatches(cancelEach('shipped', ...SHIPPED)), list()],
    ),
  },
  {
    id: 'alike-orders-untouched',
    claim: 'cancelling an order affects no order with a similar id',
    clause: 'Cancel an order',
    states: ['a pending order', 'many orders'],
    isAlone: true,
    sequence: fc.array(drawnId, { minLength: MAX_AT_ONCE, maxLength: MAX_AT_ONCE }).map((drawn) => [
      [setUp('nothing'), setUpState('a pending order', '#1')],
      setUpState('many orders', 'many orders', { params: CROWD, worthMs: 3_000 }),
      [setUp('pending'), optional('another', 'large')],
      // A cancel request that reaches just any other order shows here.
      [optional('third', 'fourth'), given(compressed(list()))],
      // A look-up among so many takes longer.
      [given(send(cancels(4, 'third')), send(cancels(4, 'fourth'))), list()],
      [inBatches(cancelNear([...ALIKE, ...CONFUSED], ...VICTIMS)), list()],
      // Among so many, some share their place in a hash table with any other id.
      [send(cancelEach(...drawn)), list()],
      [send(list(), cancelEach(...VICTIMS, ...OLDEST_AND_NEWEST), list()), list(), optional('nothing')],
    ]),
  },
]

function cancels(count: number, ...labels: readonly Label[]): Call[] {
  return Array.from({ length: count }, () => cancelEach(...labels)).flat()
}

function cancelsInPairs(): Part {
  const setUps = PAIRED.map((label) => setUpState('a pending order', label, { worthMs: SHORT_MS }))
  return [setUps, given(list()), send(list(), twiceEach(PAIRED))]
}

function twiceEach(labels: readonly Label[]): Call[] {
  return labels.flatMap((label) => cancels(2, label))
}
