import * as fc from 'fast-check'
import { cancel, list, send, setUp, wait, type SendStep, type Step } from '../../sequences/step.js'
import { ANOTHER_PENDING, CANCELLED, LARGE_ID, PENDING, SHIPPED, UNKNOWN } from '../../sequences/states.js'
import { always, inTurn, optional } from '../../sequences/template.js'
import { drawnId, EXTREME_IDS } from '../../sequences/unknown-ids.js'
import type { Rule } from './rule.js'

// How long it may take to make one of the many orders that are cancelled in pairs.
const PAIRED_ORDER_MS = 40
const PAIRED = ['1st', '2nd', '3rd', '4th']

/** What a cancel does to its order, by the order's status. */
export const cancelRules = {
  'pending-is-cancelled': {
    claim: 'a pending order can be cancelled',
    clause: 'Cancel an order',
    states: [PENDING],
    template: always(
      setUp(PENDING),
      cancel(PENDING),
      optional(PENDING, ANOTHER_PENDING),
      list(),
      cancel(ANOTHER_PENDING),
    ),
  },
  'shipped-is-refused': {
    claim: 'a shipped order cannot be cancelled',
    clause: 'States and transitions',
    states: [SHIPPED],
    // Beside a pending order, which may be cancelled in its place.
    template: always(optional(PENDING), setUp(SHIPPED), cancel(SHIPPED), cancel(SHIPPED), list()),
  },
  'unknown-is-not-found': {
    claim: 'an id that no order has cannot be cancelled',
    clause: 'Cancel an order',
    states: [UNKNOWN],
    template: fc.tuple(drawnId, drawnId, drawnId).map((drawn) => {
      const cancels = send(cancel(UNKNOWN), ...[...EXTREME_IDS, ...drawn].map((id) => cancel(id)))
      // Beside other orders, one of which may be taken for it.
      return inTurn(
        [optional(PENDING), optional(LARGE_ID)],
        [setUp(UNKNOWN), cancel(UNKNOWN), list(), cancels, cancels],
      )
    }),
  },
  'cancelled-stays-cancelled': {
    claim: 'a cancelled order cannot be cancelled again',
    clause: 'States and transitions',
    states: [PENDING],
    template: always(
      [setUp(PENDING), cancel(PENDING), cancel(PENDING), list(), cancel(PENDING)],
      [optional(PENDING), optional(PENDING, ANOTHER_PENDING), list()],
      [cancel(PENDING), cancel(ANOTHER_PENDING), list(), atOnce(2, PENDING, ANOTHER_PENDING)],
    ),
  },
  'cancelled-is-refused': {
    claim: 'an order that was cancelled some time ago cannot be cancelled again',
    clause: 'States and transitions',
    states: [CANCELLED],
    template: always(setUp(CANCELLED), cancel(CANCELLED), list(), atOnce(2, CANCELLED)),
  },
  'cancelled-for-good': {
    claim: 'a cancelled order is still cancelled a second later',
    clause: 'States and transitions',
    states: [PENDING],
    isSlow: true,
    template: always(setUp(PENDING), cancel(PENDING), wait(1_000), cancel(PENDING)),
  },
  'one-cancel-wins': {
    claim: 'exactly one of several concurrent cancels succeeds',
    clause: 'States and transitions',
    states: [PENDING],
    template: fc
      .integer({ min: 6, max: 10 })
      .map((count) =>
        inTurn(
          [setUp(PENDING), atOnce(count, PENDING), cancel(PENDING)],
          [setUp(PENDING), besideList(count, PENDING), cancel(PENDING)],
          [optional(PENDING), optional(PENDING, ANOTHER_PENDING), list()],
          [besideList(count, PENDING, ANOTHER_PENDING), send(cancel(PENDING), cancel(ANOTHER_PENDING))],
          [cancelsInPairs(), cancelsInPairs()],
        ),
      ),
  },
} satisfies Record<string, Rule>

/** This many cancels of each of these orders, by turns, all at once. */
function atOnce(count: number, ...labels: readonly string[]): SendStep {
  return send(...Array.from({ length: count }, () => labels.map((label) => cancel(label))).flat())
}

/** A list, which keeps the provider busy while the cancels arrive. */
function besideList(count: number, ...labels: readonly string[]): SendStep {
  return send(list(), ...atOnce(count, ...labels).calls)
}

function cancelsInPairs(): Step[] {
  const setUps = PAIRED.map((label) => setUp(PENDING, label, { worthMs: PAIRED_ORDER_MS }))
  return [...setUps, send(list(), ...PAIRED.flatMap((label) => [cancel(label), cancel(label)]))]
}
