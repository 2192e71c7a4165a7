import * as fc from 'fast-check'
import {
  BOUNDARY_IDS,
  CONFUSED,
  drawnId,
  EXTREME_IDS,
  farNumber,
  MALFORMED_IDS,
  MISREAD,
  NEIGHBOURS,
  OCTAL,
  RESPELLED,
} from '../sequences/order-ids.js'
import { cancel, cancelEach, cancelNear, list, UNKNOWN } from '../sequences/calls.js'
import {
  always,
  given,
  inBatches,
  later,
  optional,
  send,
  setUp,
  silence,
  type SequenceRule,
} from '../sequences/step.js'

const FORCE = '?force=true'
// The path alone says which order is meant.
const OTHER_ID = '?orderId={another}&id={another}'
const DRY_RUN = '?dryRun=true&dry_run=true&validateOnly=true'
// A provider that knows no such parameters treats each of these as a plain cancel request.
const QUERIES = [FORCE, DRY_RUN, '?status=pending', '?cascade=true&all=true', '?_method=GET']

/** What a cancel request does to its order, by the order's status, and what it must not do to others. */
export const cancelRules: readonly SequenceRule[] = [
  {
    id: 'cancelled-once',
    claim: 'a pending order can be cancelled, and a cancelled one cannot be cancelled again',
    clause: 'States and transitions',
    states: ['a pending order'],
    sequence: always(
      [setUp('pending'), cancel('pending'), cancel('pending'), given(list()), cancel('pending')],
      [optional('pending', 'another'), given(list())],
      [cancelEach('pending', 'another'), given(list())],
      send(cancelEach('pending', 'another', 'pending', 'another')),
    ),
  },
  {
    id: 'shipped-is-refused',
    claim: 'cancelling a shipped order fails and changes nothing',
    clause: 'States and transitions',
    states: ['a shipped order'],
    // Beside a pending order, which may be cancelled in its place.
    sequence: always(
      [optional('pending'), setUp('shipped'), cancel('shipped'), cancel('shipped'), given(list())],
      // Not after the pending order, whose cancellation may affect it.
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
    claim: 'a second later, only a pending order can still be cancelled',
    clause: 'States and transitions',
    states: ['a pending order'],
    isQuiet: true,
    sequence: always(
      // First those that a control run leaves alone, too.
      [optional('another', 'third', 'shipped'), setUp('pending'), optional('fourth')],
      given(list(), cancel('pending'), cancel('pending'), cancel('shipped'), cancel('third', 'another key')),
      [given(cancel(UNKNOWN), list()), silence(), list()],
      cancelEach('pending', 'shipped', 'third', 'fourth', 'another'),
    ),
  },
  {
    id: 'lasting',
    claim: 'seconds and many requests later, cancelled and shipped orders are what they were',
    clause: 'States and transitions',
    states: ['a pending order'],
    isLate: true,
    sequence: always(
      [setUp('pending', 'another'), optional('shipped'), given(list(), cancelEach('pending', 'another'), list())],
      [later(), list(), cancelEach('shipped', 'pending', 'another')],
    ),
  },
  {
    id: 'unknown-is-not-found',
    claim: 'an unknown order id cannot be cancelled',
    clause: 'Cancel an order',
    states: ['an unknown order id'],
    sequence: fc.tuple(farNumber, farNumber).map(([id, other]) => {
      const drawn = [id, -other].map((each) => ({ kind: 'drawn', id: each }) as const)
      const cancels = send(cancelEach('unknown', ...EXTREME_IDS, ...drawn))
      // Beside other orders, one of which may be taken for it.
      const atBounds = inBatches(cancelEach(...BOUNDARY_IDS))
      return [
        optional('pending', 'large'),
        setUp('unknown'),
        cancel('unknown'),
        given(list()),
        cancels,
        cancels,
        atBounds,
      ]
    }),
  },
  {
    id: 'empty-store',
    claim: 'an empty store lists no order and finds none',
    clause: 'Cancel an order',
    states: ['no orders'],
    isAlone: true,
    sequence: always(
      [setUp('nothing'), cancel(UNKNOWN), list(), send(list(), cancel(UNKNOWN)), list()],
      // One that is alone there.
      [optional('pending'), list(), cancel('pending'), list()],
    ),
  },
  {
    id: 'unknown-may-come',
    claim: 'an order can be cancelled even if its id was requested before the order existed',
    clause: 'Cancel an order',
    states: ['a pending order'],
    isAlone: true,
    sequence: always(
      [setUp('pending'), given(list(), send(cancelNear(NEIGHBOURS, 'pending')))],
      [setUp('another'), cancel('another'), optional('third'), list(), cancel('third')],
    ),
  },
  {
    id: 'other-orders-untouched',
    claim: 'cancelling an order affects no other order',
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
    claim: 'a cancel request rejected with 404 changes nothing',
    clause: 'Cancel an order',
    states: ['a pending order', 'an unknown order id'],
    isAlone: true,
    sequence: fc
      .tuple(drawnId, drawnId)
      .map((drawn) => [
        [setUp('pending'), given(list(), send(cancelEach(...drawn), cancelNear(CONFUSED, 'pending')))],
        [list(), cancel('pending'), setUp('pending', 'unknown'), given(list())],
        [given(cancel('unknown')), list(), given(cancel('unknown')), list(), cancel('pending')],
        [optional('nothing', 'pending', 'shipped', 'large', 'another'), given(list())],
        given(send(cancelEach(...EXTREME_IDS), cancelNear(CONFUSED, 'pending', 'another', 'large'))),
        [list(), cancelEach('pending', 'another', 'large', 'shipped')],
      ]),
  },
  {
    id: 'cancel-takes-no-query',
    claim: 'query parameters do not change what a cancel request does',
    clause: 'Cancel an order',
    states: ['a pending order', 'a shipped order'],
    sequence: always(
      [setUp('shipped', 'pending'), optional('another', 'third'), given(list())],
      QUERIES.map((suffix) => ({ ...cancel('shipped'), suffix })),
      { ...cancel('shipped'), suffix: OTHER_ID },
      [{ ...cancel('pending'), suffix: DRY_RUN }, cancel('pending'), list()],
      [{ ...cancel('another'), suffix: FORCE }, cancel('another'), cancelEach('third', 'shipped')],
    ),
  },
  {
    id: 'malformed-id-changes-nothing',
    claim: 'a cancel request with a malformed id affects no order',
    clause: 'Cancel an order',
    states: ['a pending order'],
    sequence: always(
      [setUp('pending'), optional('large'), given(list())],
      send(MISREAD.map((misread) => cancel({ kind: 'misread', label: 'pending', misread }))),
      send(cancelEach(OCTAL, ...MALFORMED_IDS)),
      [list(), cancelEach(...RESPELLED, 'large', 'pending')],
    ),
  },
]
