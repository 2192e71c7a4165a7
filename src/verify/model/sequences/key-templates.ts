import * as fc from 'fast-check'
import { KEY_KINDS, type KeyKind } from './key-kinds.js'
import {
  cancel,
  getPet,
  inTurn,
  list,
  send,
  setUp,
  spare,
  type Call,
  type OrderReference,
  type PetCall,
  type Step,
} from './step.js'
import { farNumber } from './strange-ids.js'

const P = 'a pending order'
const Q = 'another pending order'
const S = 'a shipped order'
const C = 'a cancelled order'
const L = 'an order with a large id'
const PET = 'a pet'

/** The ways of being wrong that need no trick. */
const GROSS: readonly KeyKind[] = ['missing', 'another key']
const ZERO: OrderReference = { kind: 'extreme', id: 0n }

// As many calls as a provider takes at once without turning busy.
const CROWD = 12

const kinds = fc.shuffledSubarray([...KEY_KINDS], { minLength: KEY_KINDS.length })
const far = (id: bigint): OrderReference => ({ kind: 'drawn', id })

/** The sequences about wrong keys. Without states the right key only reads, and no id is one that an order has. */
export const keyScenarios = {
  'wrong-key-list': kinds.map((each) =>
    inTurn(inCrowds(each.map((key) => list(key))), spare('no orders'), send(list(), ...GROSS.map((key) => list(key)))),
  ),
  'wrong-key-cancel': fc.tuple(kinds, farNumber).map(([each, id]) =>
    inTurn(
      [setUp(P), ...inCrowds(each.map((key) => cancel(P, key)))],
      ([S, C, L] as const).flatMap((state) => [spare(state), send(...GROSS.map((key) => cancel(state, key)))]),
      [send(list()), ...inCrowds(each.map((key) => cancel(far(id), key)))],
      [send(...GROSS.map((key) => cancel(far(-id), key)), ...GROSS.map((key) => cancel(ZERO, key)))],
    ),
  ),
  'wrong-key-pet': fc
    .tuple(kinds, farNumber)
    .map(([each, id]) =>
      inTurn(
        inCrowds(each.map((key) => getPet({ id }, key))),
        send(...[0n, -id].flatMap((other) => GROSS.map((key) => getPet({ id: other }, key)))),
        setUp(PET),
        inCrowds(each.map((key) => getPet({ label: PET }, key))),
      ),
    ),
  'wrong-key-stays-wrong': fc.tuple(kinds, farNumber).map(([each, id]) => {
    const first = each.slice(0, 9).map((key, turn) => callByTurn({ key, turn, id }))
    const mixed = each.slice(9, 15).flatMap((key, turn) => [list(), callByTurn({ key, turn, id })])
    return inTurn([setUp(P), send(list()), send(...first), send(...mixed)], send(cancel(P)), send(...first))
  }),
  'refused-key-changes-nothing': kinds.map((each) =>
    inTurn(
      [spare(P, Q), setUp(P), send(list()), ...inCrowds(each.map((key) => cancel(P, key))), send(list())],
      [send(cancel(P), cancel(Q))],
      [setUp(S), send(list()), send(...each.slice(0, CROWD).map((key) => cancel(S, key))), send(list())],
      send(cancel(S)),
    ),
  ),
}

function callByTurn({ key, turn, id }: { key: KeyKind; turn: number; id: bigint }): Call {
  const unknownPet: PetCall['pet'] = { id }
  return [list(key), cancel(far(id), key), getPet(unknownPet, key)][turn % 3] ?? list(key)
}

function inCrowds(calls: readonly Call[]): Step[] {
  const starts = Array.from({ length: Math.ceil(calls.length / CROWD) }, (_, index) => index * CROWD)
  return starts.map((start) => send(...calls.slice(start, start + CROWD)))
}
