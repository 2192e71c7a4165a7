import * as fc from 'fast-check'
import {
  CONFUSED,
  drawnId,
  EXTREME_IDS,
  LIKENESSES,
  MALFORMED_IDS,
  type Misreading,
  type Nearness,
  OTHER_MEMBERS,
  OTHER_SPELLING,
} from '../sequences/order-ids.js'
import {
  ANOTHER_PENDING,
  EVERY_FIELD,
  LARGE_ID,
  MANY,
  NO_ORDERS,
  PENDING,
  SHIPPED,
  UNKNOWN,
} from '../sequences/states.js'
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
  setUp,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

// How a careless provider takes a part of an id, or an order's place in the list, for the id.
const PART_OR_PLACE: readonly Nearness[] = [
  'without its first digit',
  'its last digit',
  'its last two digits',
  'plus 2^16',
  'plus 2^48',
  'minus 2^63',
  'its place from 0',
  'its place from 1',
  'its place from the end',
]

const MISREADINGS: readonly Misreading[] = ['followed by a letter', 'plus 2^64']

// How text that is put into a query unquoted, or taken for a pattern, names more than it should.
const PATTERNS: readonly Misreading[] = [
  'followed by a percent sign',
  'with a percent sign for its last digit',
  'with an underscore for its last digit',
  'with an asterisk for its last digit',
  'in a list of two',
  'as an alternative in SQL',
]

const VICTIMS = [PENDING, ANOTHER_PENDING, LARGE_ID]

/** What a cancel must not do to orders. */
export const sideEffectRules: readonly Rule[] = [
  {
    id: 'refused-shipped-changes-nothing',
    claim: 'a cancel refused with 409 changes nothing',
    clause: 'States and transitions',
    states: [SHIPPED],
    sequence: always(
      [optional(PENDING), setUp(SHIPPED), given(list(), cancel(SHIPPED)), list()],
      // Not after the pending order, whose cancel may do something to it.
      [send(cancel(SHIPPED), cancel(SHIPPED), cancel(SHIPPED)), list(), cancel(SHIPPED), cancel(PENDING)],
    ),
  },
  {
    id: 'refused-unknown-changes-nothing',
    claim: 'a cancel refused with 404 changes nothing',
    clause: 'Cancel an order',
    states: [PENDING, UNKNOWN],
    isAlone: true,
    sequence: fc
      .tuple(drawnId, drawnId)
      .map((drawn) =>
        inTurn(
          [setUp(PENDING), given(list())],
          given(send(...drawn.map((id) => cancel(id)), ...cancelNear(PENDING, CONFUSED))),
          [list(), cancel(PENDING), setUp(PENDING), setUp(UNKNOWN), given(list())],
          [given(cancel(UNKNOWN)), list(), given(cancel(UNKNOWN)), list(), cancel(PENDING)],
          [optional(NO_ORDERS), optional(PENDING), optional(SHIPPED), optional(LARGE_ID)],
          [optional(PENDING, ANOTHER_PENDING), given(list())],
          given(
            send(
              ...EXTREME_IDS.map((id) => cancel(id)),
              ...[PENDING, ANOTHER_PENDING].flatMap((label) => cancelNear(label, [...CONFUSED, ...PART_OR_PLACE])),
            ),
          ),
          given(send(...VICTIMS.flatMap((label) => cancelNear(label, OTHER_MEMBERS)))),
          [list(), cancel(PENDING), cancel(ANOTHER_PENDING), cancel(LARGE_ID), cancel(SHIPPED)],
        ),
      ),
  },
  {
    id: 'malformed-id-changes-nothing',
    claim: 'a cancel with a malformed id affects no order',
    clause: 'Cancel an order',
    states: [PENDING],
    sequence: always(
      [setUp(PENDING), given(list())],
      send(
        ...MISREADINGS.map((as) => cancel({ kind: 'misread', label: PENDING, as })),
        ...MALFORMED_IDS.map((id) => cancel(id)),
      ),
      [list(), cancel(PENDING), optional(PENDING), given(list())],
      send(...PATTERNS.map((as) => cancel({ kind: 'misread', label: PENDING, as }))),
      [list(), cancel({ kind: 'misread', label: PENDING, as: OTHER_SPELLING }), cancel(PENDING)],
    ),
  },
  {
    id: 'other-orders-untouched',
    claim: 'a cancel affects no other order',
    clause: 'Cancel an order',
    states: [PENDING, SHIPPED],
    isAlone: true,
    sequence: always(
      // Then the oldest order is one of these.
      [optional(NO_ORDERS), setUp(SHIPPED), setUp(PENDING), setUp(PENDING, ANOTHER_PENDING), optional(EVERY_FIELD)],
      [given(list(), cancel(PENDING)), list(), cancel(ANOTHER_PENDING), list(), cancel(SHIPPED)],
      [optional(PENDING), optional(PENDING, ANOTHER_PENDING), optional(LARGE_ID), given(list())],
      send(cancel(LARGE_ID), cancel(PENDING), cancel(ANOTHER_PENDING), list()),
      send(cancel(PENDING), cancel(ANOTHER_PENDING), cancel(LARGE_ID), list()),
    ),
  },
]

// What only shows after several dozen orders: caches, pages, counters.
const DOZENS = Array.from({ length: 60 }, (_, index) => `order ${index + 1} of 60`)
const DOZENS_WORTH_MS = 12

// Enough orders that the text of one id is a part of another's.
const CROWD = { count: 1_001 }
const CROWD_WORTH_MS = 3_000

const FIRST = 'the first order'
const OLDEST_AND_NEWEST = [0, CROWD.count - 1].map((index) => cancel({ kind: 'listed', index }))

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
    sequence: fc.array(drawnId, { minLength: MAX_AT_ONCE, maxLength: MAX_AT_ONCE }).map((drawn) =>
      inTurn(
        [setUp(NO_ORDERS), setUp(PENDING, FIRST)],
        setUp(MANY, 'a crowd', { params: CROWD, worthMs: CROWD_WORTH_MS }),
        [setUp(PENDING), optional(PENDING, ANOTHER_PENDING), optional(LARGE_ID)],
        // Whoever reaches just any other order shows it here.
        [
          optional(PENDING, '3rd'),
          optional(PENDING, '4th'),
          given(compressed(list())),
          // A look-up among so many takes longer.
          given(atOnce(4, '3rd'), atOnce(4, '4th')),
          list(),
        ],
        inBatches(VICTIMS.flatMap((label) => cancelNear(label, LIKENESSES))),
        [send(...VICTIMS.flatMap((label) => cancelNear(label, OTHER_MEMBERS))), list()],
        // Among so many, some share their place in a hash table with any other id.
        [send(...drawn.map((id) => cancel(id))), list()],
        [send(list(), ...VICTIMS.map((label) => cancel(label)), ...OLDEST_AND_NEWEST, list()), list()],
      ),
    ),
  },
]
