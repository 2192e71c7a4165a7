import * as fc from 'fast-check'
import { ANOTHER_PENDING, PENDING } from '../sequences/states.js'
import { cancel, given, inTurn, list, optional, send, type SendStep, setUp, type Step } from '../sequences/step.js'
import type { Rule } from './rule.js'

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
  return [...setUps, ...given(list()), send(list(), ...PAIRED.flatMap((label) => [cancel(label), cancel(label)]))]
}
