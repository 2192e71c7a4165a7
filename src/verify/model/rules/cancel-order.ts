import * as fc from 'fast-check'
import {
  CONFUSED,
  drawnId,
  EXTREME_IDS,
  MALFORMED_IDS,
  type Misreading,
  type Nearness,
  OTHER_MEMBERS,
  OTHER_SPELLING,
} from '../sequences/order-ids.js'
import {
  ANOTHER_PENDING,
  CANCELLED,
  EVERY_FIELD,
  LARGE_ID,
  NO_ORDERS,
  PENDING,
  SHIPPED,
  UNKNOWN,
} from '../sequences/states.js'
import {
  always,
  cancel,
  cancelNear,
  given,
  inLowerCase,
  inTurn,
  list,
  optional,
  send,
  setUp,
  wait,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

/** What a cancel does to its order, by the order's status. */
export const cancelRules: readonly Rule[] = [
  {
    id: 'cancelled-once',
    claim: 'a pending order can be cancelled, and a cancelled one cannot be cancelled again',
    clause: 'States and transitions',
    states: [PENDING],
    sequence: always(
      [setUp(PENDING), cancel(PENDING), cancel(PENDING), given(list()), cancel(PENDING)],
      [optional(PENDING), optional(PENDING, ANOTHER_PENDING), given(list())],
      [inLowerCase(cancel(PENDING)), cancel(ANOTHER_PENDING), given(list())],
      send(cancel(PENDING), cancel(ANOTHER_PENDING), cancel(PENDING), cancel(ANOTHER_PENDING)),
    ),
  },
  {
    id: 'shipped-is-refused',
    claim: 'a shipped order cannot be cancelled, and trying to changes nothing',
    clause: 'States and transitions',
    states: [SHIPPED],
    // Beside a pending order, which may be cancelled in its place.
    sequence: always(
      [optional(PENDING), setUp(SHIPPED), cancel(SHIPPED), cancel(SHIPPED), given(list())],
      // Not after the pending order, whose cancel may do something to it.
      [send(cancel(SHIPPED), cancel(SHIPPED), cancel(SHIPPED)), list(), cancel(SHIPPED), cancel(PENDING)],
    ),
  },
  {
    id: 'cancelled-is-refused',
    claim: 'an order that was cancelled some time ago cannot be cancelled again',
    clause: 'States and transitions',
    states: [CANCELLED],
    sequence: always(setUp(CANCELLED), cancel(CANCELLED), given(list()), send(cancel(CANCELLED), cancel(CANCELLED))),
  },
  {
    id: 'cancelled-for-good',
    claim: 'a second later, what was cancelled or has shipped is refused, and another order can still be cancelled',
    clause: 'States and transitions',
    states: [PENDING],
    waits: true,
    sequence: always(
      [setUp(PENDING), optional(PENDING, ANOTHER_PENDING), optional(SHIPPED)],
      [given(list(), cancel(PENDING)), wait(1_050)],
      [cancel(PENDING), cancel(SHIPPED), cancel(ANOTHER_PENDING)],
    ),
  },
  {
    id: 'unknown-is-not-found',
    claim: 'an id that no order has cannot be cancelled',
    clause: 'Cancel an order',
    states: [UNKNOWN],
    sequence: fc.tuple(drawnId, drawnId).map((drawn) => {
      const cancels = send(cancel(UNKNOWN), ...[...EXTREME_IDS, ...drawn].map((id) => cancel(id)))
      // Beside other orders, one of which may be taken for it.
      return inTurn(
        [optional(PENDING), optional(LARGE_ID)],
        [setUp(UNKNOWN), cancel(UNKNOWN), given(list()), cancels, cancels],
      )
    }),
  },
  {
    id: 'unknown-may-come',
    claim: 'an order is found whose id was not found before it was placed',
    clause: 'Cancel an order',
    states: [PENDING],
    isAlone: true,
    sequence: always(
      [setUp(PENDING), given(list()), given(send(...cancelNear(PENDING, ['one more', 'two more', 'three more'])))],
      [setUp(PENDING, '2nd'), cancel('2nd'), optional(PENDING, '3rd'), list(), cancel('3rd')],
    ),
  },
]

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

// Text that is put into a query unquoted, or taken for a pattern, names more than it should.
const MISREADINGS: readonly Misreading[] = [
  'followed by a letter',
  'plus 2^64',
  'followed by a percent sign',
  'with a percent sign for its last digit',
  'with an underscore for its last digit',
  'with an asterisk for its last digit',
  'in a list of two',
  'as an alternative in SQL',
]

/** What a cancel must not do to other orders. */
export const sideEffectRules: readonly Rule[] = [
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
          given(send(...[PENDING, ANOTHER_PENDING, LARGE_ID].flatMap((label) => cancelNear(label, OTHER_MEMBERS)))),
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
      send(...MISREADINGS.map((as) => cancel({ kind: 'misread', label: PENDING, as }))),
      send(...MALFORMED_IDS.map((id) => cancel(id))),
      [list(), cancel({ kind: 'misread', label: PENDING, as: OTHER_SPELLING }), cancel(PENDING)],
    ),
  },
]
