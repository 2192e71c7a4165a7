import * as fc from 'fast-check'
import { drawnId, LIKENESSES, OTHER_MEMBERS } from '../sequences/order-ids.js'
import {
  always,
  atOnce,
  cancel,
  cancelEach,
  cancelNear,
  compressed,
  given,
  inBatches,
  type Label,
  list,
  MAX_AT_ONCE,
  optional,
  type Part,
  send,
  type SendStep,
  setUp,
  setUpState,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

// How long it may take to make one of the many orders that are cancelled in pairs.
const PAIRED_ORDER_MS = 40
const PAIRED = ['pending', 'another', 'third', 'fourth'] as const

// What only shows after several dozen orders: caches, pages, counters.
const DOZENS = Array.from({ length: 60 }, (_, index): Label => `#${index + 1}`)
const DOZENS_WORTH_MS = 12

// Enough orders that the text of one id is a part of another's.
const CROWD = { count: 1_001 }
const CROWD_WORTH_MS = 3_000

const OLDEST_AND_NEWEST = [0, CROWD.count - 1].map((index) => ({ kind: 'listed', index }) as const)
const VICTIMS = ['pending', 'another', 'large'] as const

/** What only shows where cancels meet, or among many orders. */
export const crowdRules: readonly Rule[] = [
  {
    id: 'one-cancel-wins',
    claim: 'exactly one of several concurrent cancels succeeds',
    clause: 'States and transitions',
    states: ['a pending order'],
    isAlone: true,
    tries: 3,
    sequence: fc.tuple(fc.integer({ min: 6, max: 10 }), fc.constantFrom(1, 2, 4, 8)).map(([count, staggerMs]) => [
      [setUp('pending'), atOnce(count, 'pending'), cancel('pending')],
      [optional('pending'), { ...atOnce(4, 'pending'), staggerMs }],
      [optional('pending'), besideList(count, 'pending'), cancel('pending')],
      [optional('pending', 'another'), given(list())],
      [besideList(count, 'pending', 'another'), send(cancelEach('pending', 'another'))],
      [cancelsInPairs(), cancelsInPairs()],
    ]),
  },
  {
    id: 'dozens-stay-cancelled',
    claim: 'of dozens of orders each can be cancelled, and none twice',
    clause: 'States and transitions',
    states: ['a pending order'],
    sequence: always(
      [
        setUp('pending'),
        ...DOZENS.map((label) => setUpState('a pending order', label, { worthMs: DOZENS_WORTH_MS })),
        list(),
      ],
      [cancel('pending'), inBatches(cancelEach(...DOZENS.slice(0, 30))), list()],
      [inBatches(cancelEach(...DOZENS.slice(30))), compressed(list())],
      [cancel('pending'), inBatches(cancelEach(...DOZENS)), list()],
    ),
  },
  {
    id: 'alike-orders-untouched',
    claim: 'a cancel affects no order whose id only looks alike',
    clause: 'Cancel an order',
    states: ['a pending order', 'many orders'],
    isAlone: true,
    sequence: fc.array(drawnId, { minLength: MAX_AT_ONCE, maxLength: MAX_AT_ONCE }).map((drawn) => [
      [setUp('nothing'), setUpState('a pending order', '#1')],
      setUpState('many orders', 'many orders', { params: CROWD, worthMs: CROWD_WORTH_MS }),
      [setUp('pending'), optional('another', 'large')],
      // Whoever reaches just any other order shows it here.
      [optional('third', 'fourth'), given(compressed(list()))],
      // A look-up among so many takes longer.
      [given(atOnce(4, 'third'), atOnce(4, 'fourth')), list()],
      inBatches(VICTIMS.flatMap((label) => cancelNear(label, LIKENESSES))),
      [send(VICTIMS.flatMap((label) => cancelNear(label, OTHER_MEMBERS))), list()],
      // Among so many, some share their place in a hash table with any other id.
      [send(cancelEach(...drawn)), list()],
      [send(list(), cancelEach(...VICTIMS, ...OLDEST_AND_NEWEST), list()), list()],
    ]),
  },
]

/** A list, which keeps the provider busy while the cancels arrive. */
function besideList(count: number, ...labels: readonly Label[]): SendStep {
  return send(list(), atOnce(count, ...labels).calls)
}

function cancelsInPairs(): Part {
  const setUps = PAIRED.map((label) => setUpState('a pending order', label, { worthMs: PAIRED_ORDER_MS }))
  return [setUps, given(list()), send(list(), cancelEach(...PAIRED.flatMap((label) => [label, label])))]
}
