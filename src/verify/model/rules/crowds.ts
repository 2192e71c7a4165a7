import * as fc from 'fast-check'
import { drawnId, LIKENESSES, OTHER_MEMBERS } from '../sequences/order-ids.js'
import { ANOTHER_PENDING, LARGE_ID, MANY, NO_ORDERS, PENDING } from '../sequences/states.js'
import {
  always,
  atOnce,
  cancel,
  cancelNear,
  compressed,
  given,
  inBatches,
  inTurn,
  list,
  MAX_AT_ONCE,
  optional,
  send,
  type SendStep,
  setUp,
  type Step,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

// How long it may take to make one of the many orders that are cancelled in pairs.
const PAIRED_ORDER_MS = 40
const PAIRED = ['1st', '2nd', '3rd', '4th']

// What only shows after several dozen orders: caches, pages, counters.
const DOZENS = Array.from({ length: 60 }, (_, index) => `order ${index + 1} of 60`)
const DOZENS_WORTH_MS = 12

// Enough orders that the text of one id is a part of another's.
const CROWD = { count: 1_001 }
const CROWD_WORTH_MS = 3_000

const FIRST = 'the first order'
const OLDEST_AND_NEWEST = [0, CROWD.count - 1].map((index) => cancel({ kind: 'listed', index }))
const VICTIMS = [PENDING, ANOTHER_PENDING, LARGE_ID]

/** What only shows where cancels meet, or among many orders. */
export const crowdRules: readonly Rule[] = [
  {
    id: 'one-cancel-wins',
    claim: 'exactly one of several concurrent cancels succeeds',
    clause: 'States and transitions',
    states: [PENDING],
    isAlone: true,
    tries: 3,
    sequence: fc
      .tuple(fc.integer({ min: 6, max: 10 }), fc.constantFrom(1, 2, 4, 8))
      .map(([count, staggerMs]) =>
        inTurn(
          [setUp(PENDING), atOnce(count, PENDING), cancel(PENDING)],
          [optional(PENDING), { ...atOnce(4, PENDING), staggerMs }],
          [optional(PENDING), besideList(count, PENDING), cancel(PENDING)],
          [optional(PENDING), optional(PENDING, ANOTHER_PENDING), given(list())],
          [besideList(count, PENDING, ANOTHER_PENDING), send(cancel(PENDING), cancel(ANOTHER_PENDING))],
          [cancelsInPairs(), cancelsInPairs()],
        ),
      ),
  },
  {
    id: 'dozens-stay-cancelled',
    claim: 'of dozens of orders each can be cancelled, and none twice',
    clause: 'States and transitions',
    states: [PENDING],
    sequence: always(
      [setUp(PENDING), ...DOZENS.map((label) => setUp(PENDING, label, { worthMs: DOZENS_WORTH_MS })), list()],
      [cancel(PENDING), inBatches(DOZENS.slice(0, 30).map((label) => cancel(label))), list()],
      [inBatches(DOZENS.slice(30).map((label) => cancel(label))), compressed(list())],
      [cancel(PENDING), inBatches(DOZENS.map((label) => cancel(label))), list()],
    ),
  },
  {
    id: 'alike-orders-untouched',
    claim: 'a cancel affects no order whose id only looks alike',
    clause: 'Cancel an order',
    states: [PENDING, MANY],
    isAlone: true,
    sequence: fc.array(drawnId, { minLength: MAX_AT_ONCE, maxLength: MAX_AT_ONCE }).map((drawn) =>
      inTurn(
        [setUp(NO_ORDERS), setUp(PENDING, FIRST)],
        setUp(MANY, 'a crowd', { params: CROWD, worthMs: CROWD_WORTH_MS }),
        [setUp(PENDING), optional(PENDING, ANOTHER_PENDING), optional(LARGE_ID)],
        // Whoever reaches just any other order shows it here.
        [optional(PENDING, '3rd'), optional(PENDING, '4th'), given(compressed(list()))],
        // A look-up among so many takes longer.
        [given(atOnce(4, '3rd'), atOnce(4, '4th')), list()],
        inBatches(VICTIMS.flatMap((label) => cancelNear(label, LIKENESSES))),
        [send(...VICTIMS.flatMap((label) => cancelNear(label, OTHER_MEMBERS))), list()],
        // Among so many, some share their place in a hash table with any other id.
        [send(...drawn.map((id) => cancel(id))), list()],
        [send(list(), ...VICTIMS.map((label) => cancel(label)), ...OLDEST_AND_NEWEST, list()), list()],
      ),
    ),
  },
]

/** A list, which keeps the provider busy while the cancels arrive. */
function besideList(count: number, ...labels: readonly string[]): SendStep {
  return send(list(), ...atOnce(count, ...labels).calls)
}

function cancelsInPairs(): Step[] {
  const setUps = PAIRED.map((label) => setUp(PENDING, label, { worthMs: PAIRED_ORDER_MS }))
  return [...setUps, ...given(list()), send(list(), ...PAIRED.flatMap((label) => [cancel(label), cancel(label)]))]
}
