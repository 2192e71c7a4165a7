import * as fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from '../../../spec/index.js'
import { keyScenarios } from './key-templates.js'
import type { RuleId } from '../oracle/rules.js'
import {
  cancel,
  getPet,
  inTurn,
  list,
  listWith,
  send,
  setUp,
  spare,
  wait,
  type CancelCall,
  type Nearness,
  type SendStep,
  type StateName,
  type Step,
} from './step.js'
import { drawnId, MALFORMED } from './strange-ids.js'

/** Makes sequences. */
export type Scenario = fc.Arbitrary<readonly Step[]>

const P = 'a pending order'
const Q = 'another pending order'
const S = 'a shipped order'
const C = 'a cancelled order'
const U = 'an unknown order id'
const F = 'an order with every field'
const L = 'an order with a large id'
const M = 'another order with a large id'
const PET = 'a pet'

const AS_NUMBERS: readonly Nearness[] = ['as a double', 'plus 2^32', 'with the other sign']
const AS_TEXT: readonly Nearness[] = ['without its last digit', 'with a digit more']
const AS_PART: readonly Nearness[] = ['without its first digit', 'its last digit', 'its last two digits', 'plus 2^16']
const AS_PLACE: readonly Nearness[] = ['its place from 0', 'its place from 1', 'its place from the end']
const NEXT: readonly Nearness[] = ['one more', 'one less', 'two more', 'two less']
const EXTREMES = [0n, -1n, INT64_MAX, INT64_MIN].map((id) => ({ kind: 'extreme', id }) as const)

// Where there is no such parameter, each of these lists is the whole one.
const QUERIES = ['?limit=1&offset=1', '?page=2&per_page=1&size=1', '?status=cancelled', '?id=0&petId=0&complete=true']

// How long it may take to make more than a thousand orders, and one more order to be cancelled twice at once.
const VERY_MANY_MS = 3_000
const ONE_MORE_MS = 40

const PAIRS = ['1st', '2nd', '3rd', '4th']
const MANY_PAIRS: readonly Step[] = [1, 2].flatMap(() => [
  ...PAIRS.map((label) => setUp(P, label, { worthMs: ONE_MORE_MS })),
  send(list(), ...PAIRS.flatMap((label) => [cancel(label), cancel(label)])),
])

/** For each rule the sequence that shows whether it is kept; what is free in it is drawn. */
export const SCENARIOS: Readonly<Record<RuleId, Scenario>> = {
  ...keyScenarios,
  'pending-is-cancelled': always(setUp(P), send(cancel(P)), spare(P, Q), send(list()), send(cancel(Q))),
  'shipped-is-refused': always(setUp(S), send(cancel(S)), send(cancel(S)), send(list())),
  'unknown-is-not-found': fc.tuple(drawnId, drawnId, drawnId).map((drawn) => {
    const cancels = [...EXTREMES, ...drawn].map((id) => cancel(id))
    return inTurn(setUp(U), send(cancel(U)), send(list()), send(cancel(U), ...cancels), send(cancel(U), ...cancels))
  }),
  'cancelled-stays-cancelled': always(
    [setUp(P), send(cancel(P)), send(cancel(P)), send(list()), send(cancel(P))],
    [spare(P), spare(P, Q), send(list()), send(cancel(P)), send(cancel(Q)), send(list())],
    send(cancel(P), cancel(Q), cancel(P), cancel(Q)),
  ),
  'cancelled-for-good': always(setUp(P), send(cancel(P)), wait(1_000), send(cancel(P))),
  'cancelled-is-refused': always(setUp(C), send(cancel(C)), send(list()), send(cancel(C), cancel(C))),
  'one-cancel-wins': fc
    .integer({ min: 6, max: 10 })
    .map((count) =>
      inTurn(
        [setUp(P), atOnce(count, P), send(cancel(P))],
        [setUp(P), besideList(count, P), send(cancel(P))],
        [spare(P), spare(P, Q), send(list()), besideList(count, P, Q), send(cancel(P), cancel(Q))],
        MANY_PAIRS,
      ),
    ),
  'new-orders-show-at-once': always(send(list()), setUp(P), send(list()), setUp(S), send(list())),
  'list-is-complete': fc
    .shuffledSubarray<StateName>([P, S, F], { minLength: 3 })
    .map((states) => inTurn(...states.map((state) => [setUp(state), send(list())]), send(list()))),
  'list-takes-no-query': always(
    [setUp(P), setUp(S), spare(P, Q), send(list())],
    QUERIES.map((query) => send(listWith(query))),
  ),
  'list-is-whole': fc
    .tuple(fc.nat(120), fc.integer({ min: 121, max: 249 }))
    .map(([one, other]) =>
      inTurn(
        [
          setUp('no orders'),
          send(list()),
          setUp('many orders', 'many orders', { params: { count: 250 } }),
          send(list()),
        ],
        send(cancel({ kind: 'listed', index: one }), cancel({ kind: 'listed', index: other })),
        [send(list()), setUp(P), send(list()), spare('no orders')],
        [setUp('many orders', 'very many orders', { params: { count: 1_001 }, worthMs: VERY_MANY_MS }), send(list())],
      ),
    ),
  'ids-are-unique': always([setUp(P), setUp(S), setUp(L), setUp(L, M)], send(list()), send(list(), list())),
  'large-ids-keep-digits': always(
    [setUp(L), send(list()), send(...near(L, ...NEXT)), send(list()), send(cancel(L)), send(cancel(L))],
    [setUp(L), setUp(L, M), send(list()), send(cancel(L)), send(list()), send(cancel(M))],
  ),
  'refused-shipped-changes-nothing': always(
    [setUp(P), setUp(S), send(list()), send(cancel(S)), send(list())],
    [send(cancel(S), cancel(S), cancel(S)), send(list()), send(cancel(P)), send(cancel(S))],
  ),
  'refused-unknown-changes-nothing': fc
    .tuple(drawnId, drawnId)
    .map((drawn) =>
      inTurn(
        [setUp(P), send(list()), send(...drawn.map((id) => cancel(id)), ...near(P)), send(list()), send(cancel(P))],
        [
          setUp(P),
          setUp(U),
          send(list()),
          send(cancel(U)),
          send(list()),
          send(cancel(U)),
          send(list()),
          send(cancel(P)),
        ],
        [spare('no orders'), spare(P), spare(S), spare(L), spare(P, Q), send(list())],
        [send(...EXTREMES.map((id) => cancel(id)), ...odd(P), ...odd(Q)), send(list())],
        [send(cancel(P)), send(cancel(Q)), send(cancel(L)), send(cancel(S))],
      ),
    ),
  'malformed-id-changes-nothing': always(
    [setUp(P), send(list()), send(...misread(P), ...MALFORMED.map((id) => cancel(id)))],
    [send(list()), send(cancel(P))],
  ),
  'other-orders-untouched': always(
    [setUp(P), setUp(P, Q), setUp(F), setUp(S), send(list())],
    [send(cancel(P)), send(list()), send(cancel(Q)), send(list()), send(cancel(S))],
    [spare(P), spare(P, Q), spare(L), send(list()), send(cancel(L), cancel(P), cancel(Q), list())],
    send(cancel(P), cancel(Q), cancel(L), list()),
  ),
  'pet-keeps-sunset': always(
    [setUp(PET), send(getPet({ label: PET })), send(getPet({ label: PET }, 'another key'))],
    send(getPet({ label: PET }), getPet({ label: PET }), getPet({ label: PET }, 'missing')),
  ),
}

function always(...parts: readonly (Step | readonly Step[])[]): Scenario {
  return fc.constant(inTurn(...parts))
}

/** A list, which keeps the provider busy while as many cancels of each of these orders arrive. */
function besideList(count: number, ...labels: readonly string[]): Step {
  return send(list(), ...atOnce(count, ...labels).calls)
}

/** As many cancels of each of these orders, by turns, all at once. */
function atOnce(count: number, ...labels: readonly string[]): SendStep {
  return send(...Array.from({ length: count }, () => labels.map((label) => cancel(label))).flat())
}

/** Cancels of the ids that a careless reader confuses with this order's. */
function near(label: string, ...more: readonly Nearness[]): CancelCall[] {
  return [...AS_NUMBERS, ...AS_TEXT, ...more].map((by) => cancel({ kind: 'near', label, by }))
}

/** Cancels of the ids that a careless reader takes for this order's by its place or by a part of it. */
function odd(label: string): CancelCall[] {
  return [...AS_PART, ...AS_PLACE].map((by) => cancel({ kind: 'near', label, by }))
}

function misread(label: string): CancelCall[] {
  return (['followed by a letter', 'plus 2^64'] as const).map((as) => cancel({ kind: 'misread', label, as }))
}
