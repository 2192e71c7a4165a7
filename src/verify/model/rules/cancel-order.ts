import * as fc from 'fast-check'
import { drawnId, EXTREME_IDS } from '../sequences/order-ids.js'
import { ANOTHER_PENDING, CANCELLED, LARGE_ID, PENDING, SHIPPED, UNKNOWN } from '../sequences/states.js'
import {
  always,
  atOnce,
  cancel,
  cancelNear,
  given,
  inLowerCase,
  inTurn,
  list,
  optional,
  send,
  type SendStep,
  setUp,
  type Step,
  wait,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

/** What a cancel does to its order, by the order's status. */
export const cancelRules: readonly Rule[] = [
  {
    id: 'pending-is-cancelled',
    claim: 'a pending order can be cancelled',
    clause: 'Cancel an order',
    states: [PENDING],
    sequence: always(
      [setUp(PENDING), cancel(PENDING)],
      [optional(PENDING, ANOTHER_PENDING), given(list()), inLowerCase(cancel(ANOTHER_PENDING))],
    ),
  },
  {
    id: 'shipped-is-refused',
    claim: 'a shipped order cannot be cancelled',
    clause: 'States and transitions',
    states: [SHIPPED],
    // Beside a pending order, which may be cancelled in its place.
    sequence: always(optional(PENDING), setUp(SHIPPED), cancel(SHIPPED), cancel(SHIPPED), given(list())),
  },
  {
    id: 'unknown-is-not-found',
    claim: 'an id that no order has cannot be cancelled',
    clause: 'Cancel an order',
    states: [UNKNOWN],
    sequence: fc.tuple(drawnId, drawnId, drawnId).map((drawn) => {
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
  {
    id: 'cancelled-stays-cancelled',
    claim: 'a cancelled order cannot be cancelled again',
    clause: 'States and transitions',
    states: [PENDING],
    sequence: always(
      [setUp(PENDING), given(cancel(PENDING)), cancel(PENDING), given(list()), cancel(PENDING)],
      [optional(PENDING), optional(PENDING, ANOTHER_PENDING), given(list())],
      given(cancel(PENDING), cancel(ANOTHER_PENDING), list()),
      send(cancel(PENDING), cancel(ANOTHER_PENDING), cancel(PENDING), cancel(ANOTHER_PENDING)),
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
]

// How long it may take to make one of the many orders that are cancelled in pairs.
const PAIRED_ORDER_MS = 40
const PAIRED = ['1st', '2nd', '3rd', '4th']

/** What only shows where cancels meet. */
export const raceRules: readonly Rule[] = [
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
]

/** A list, which keeps the provider busy while the cancels arrive. */
function besideList(count: number, ...labels: readonly string[]): SendStep {
  return send(list(), ...atOnce(count, ...labels).calls)
}

function cancelsInPairs(): Step[] {
  const setUps = PAIRED.map((label) => setUp(PENDING, label, { worthMs: PAIRED_ORDER_MS }))
  return [...setUps, ...given(list()), send(list(), ...PAIRED.flatMap((label) => [cancel(label), cancel(label)]))]
}
