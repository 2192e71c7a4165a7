import { LIKENESSES } from '../sequences/order-ids.js'
import { ANOTHER_PENDING, LARGE_ID, MANY, NO_ORDERS, PENDING } from '../sequences/states.js'
import {
  always,
  type Call,
  cancel,
  cancelByMembers,
  compressed,
  given,
  inBatches,
  list,
  optional,
  send,
  setUp,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

// What only shows after several dozen orders: caches, pages, counters.
const DOZENS = Array.from({ length: 60 }, (_, index) => `order ${index + 1} of 60`)
const DOZENS_WORTH_MS = 12

// Enough orders that the text of one id is a part of another's.
const CROWD = { count: 1_001 }
const CROWD_WORTH_MS = 3_000

const FIRST = 'the first order'
const OLDEST_AND_NEWEST = [0, CROWD.count - 1].map((index) => cancel({ kind: 'listed', index }))
const VICTIMS = [PENDING, ANOTHER_PENDING, LARGE_ID]

/** What only shows among many orders. */
export const crowdRules: readonly Rule[] = [
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
    sequence: always(
      [setUp(NO_ORDERS), setUp(PENDING, FIRST)],
      setUp(MANY, 'a crowd', { params: CROWD, worthMs: CROWD_WORTH_MS }),
      [setUp(PENDING), optional(PENDING, ANOTHER_PENDING), optional(LARGE_ID)],
      // Whoever reaches just any other order shows it here.
      [
        optional(PENDING, '3rd'),
        optional(PENDING, '4th'),
        given(compressed(list())),
        cancel('3rd'),
        cancel('4th'),
        list(),
      ],
      [inBatches(VICTIMS.flatMap(cancelAlike)), send(...VICTIMS.flatMap(cancelByMembers)), list()],
      send(...VICTIMS.map((label) => cancel(label)), ...OLDEST_AND_NEWEST),
    ),
  },
]

function cancelAlike(label: string): Call[] {
  return LIKENESSES.map((by) => cancel({ kind: 'alike', label, by }))
}
