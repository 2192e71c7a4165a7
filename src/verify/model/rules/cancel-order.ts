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
  always,
  cancel,
  cancelEach,
  cancelNear,
  given,
  inLowerCase,
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
    states: ['a pending order'],
    sequence: always(
      [setUp('pending'), cancel('pending'), cancel('pending'), given(list()), cancel('pending')],
      [optional('pending', 'another'), given(list())],
      [inLowerCase(cancel('pending')), cancel('another'), given(list())],
      send(cancelEach('pending', 'another', 'pending', 'another')),
    ),
  },
  {
    id: 'shipped-is-refused',
    claim: 'a shipped order cannot be cancelled, and trying to changes nothing',
    clause: 'States and transitions',
    states: ['a shipped order'],
    // Beside a pending order, which may be cancelled in its place.
    sequence: always(
      [optional('pending'), setUp('shipped'), cancel('shipped'), cancel('shipped'), given(list())],
      // Not after the pending order, whose cancel may do something to it.
      [send(cancelEach('shipped', 'shipped', 'shipped')), list(), cancelEach('shipped', 'pending')],
    ),
  },
  {
    id: 'cancelled-is-refused',
    claim: 'an order that was cancelled some time ago cannot be cancelled again',
    clause: 'States and transitions',
    states: ['a cancelled order'],
    sequence: always(
      setUp('cancelled'),
      cancel('cancelled'),
      given(list()),
      send(cancelEach('cancelled', 'cancelled')),
    ),
  },
  {
    id: 'cancelled-for-good',
    claim: 'a second later, what was cancelled or has shipped is refused, and another order can still be cancelled',
    clause: 'States and transitions',
    states: ['a pending order'],
    waits: true,
    sequence: always(
      [setUp('pending'), optional('another', 'shipped')],
      [given(list(), cancel('pending')), wait(1_050)],
      cancelEach('pending', 'shipped', 'another'),
    ),
  },
  {
    id: 'unknown-is-not-found',
    claim: 'an id that no order has cannot be cancelled',
    clause: 'Cancel an order',
    states: ['an unknown order id'],
    sequence: fc.tuple(drawnId, drawnId).map((drawn) => {
      const cancels = send(cancelEach('unknown', ...EXTREME_IDS, ...drawn))
      // Beside other orders, one of which may be taken for it.
      return [optional('pending', 'large'), setUp('unknown'), cancel('unknown'), given(list()), cancels, cancels]
    }),
  },
  {
    id: 'unknown-may-come',
    claim: 'an order is found whose id was not found before it was placed',
    clause: 'Cancel an order',
    states: ['a pending order'],
    isAlone: true,
    sequence: always(
      [setUp('pending'), given(list(), send(cancelNear('pending', ['one more', 'two more', 'three more'])))],
      [setUp('another'), cancel('another'), optional('third'), list(), cancel('third')],
    ),
  },
]

// How a careless provider takes a part of an id, or an order's place in the list, for the id.
const CARELESS: readonly Nearness[] = [
  ...CONFUSED,
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
    states: ['a pending order', 'a shipped order'],
    isAlone: true,
    sequence: always(
      // Then the oldest order is one of these.
      [optional('nothing'), setUp('shipped', 'pending', 'another'), optional('full')],
      [given(list(), cancel('pending')), list(), cancel('another'), list(), cancel('shipped')],
      [optional('pending', 'another', 'large'), given(list())],
      send(cancelEach('large', 'pending', 'another'), list()),
      send(cancelEach('pending', 'another', 'large'), list()),
    ),
  },
  {
    id: 'refused-unknown-changes-nothing',
    claim: 'a cancel refused with 404 changes nothing',
    clause: 'Cancel an order',
    states: ['a pending order', 'an unknown order id'],
    isAlone: true,
    sequence: fc
      .tuple(drawnId, drawnId)
      .map((drawn) => [
        [setUp('pending'), given(list(), send(cancelEach(...drawn), cancelNear('pending', CONFUSED)))],
        [list(), cancel('pending'), setUp('pending', 'unknown'), given(list())],
        [given(cancel('unknown')), list(), given(cancel('unknown')), list(), cancel('pending')],
        [optional('nothing', 'pending', 'shipped', 'large', 'another'), given(list())],
        given(send(cancelEach(...EXTREME_IDS), cancelNear('pending', CARELESS), cancelNear('another', CARELESS))),
        given(send((['pending', 'another', 'large'] as const).flatMap((label) => cancelNear(label, OTHER_MEMBERS)))),
        [list(), cancelEach('pending', 'another', 'large', 'shipped')],
      ]),
  },
  {
    id: 'malformed-id-changes-nothing',
    claim: 'a cancel with a malformed id affects no order',
    clause: 'Cancel an order',
    states: ['a pending order'],
    sequence: always(
      [setUp('pending'), given(list())],
      send(cancelEach(...MISREADINGS.map((as) => ({ kind: 'misread', label: 'pending', as }) as const))),
      send(cancelEach(...MALFORMED_IDS)),
      [list(), cancel({ kind: 'misread', label: 'pending', as: OTHER_SPELLING }), cancel('pending')],
    ),
  },
]
