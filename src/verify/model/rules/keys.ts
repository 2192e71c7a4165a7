import * as fc from 'fast-check'
import { KEY_KINDS, PLAINLY_WRONG } from '../sequences/key-kinds.js'
import { farNumber, type OrderReference } from '../sequences/order-ids.js'
import { ANOTHER_PENDING, CANCELLED, LARGE_ID, NO_ORDERS, PENDING, PET, SHIPPED } from '../sequences/states.js'
import {
  cancel,
  getPet,
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

const ZERO: OrderReference = { kind: 'extreme', id: 0n }
const allKinds = fc.shuffledSubarray([...KEY_KINDS], { minLength: KEY_KINDS.length })

/** What a wrong key may do, which is nothing. Without states the right key only reads, and no order has the ids. */
export const keyRules: readonly Rule[] = [
  {
    id: 'wrong-key-list',
    claim: 'a wrong key, however close, lists no orders',
    clause: 'Authentication',
    states: [],
    sequence: allKinds.map((kinds) =>
      inTurn(
        [list(), inBatches(kinds.map((key) => list(key)))],
        // A right key that comes at the same moment opens nothing to others.
        send(...kinds.slice(0, 6).flatMap((key) => [list(), list(key)])),
        // All requests need the key, however they are spelled.
        send(...PLAINLY_WRONG.map((key) => ({ ...list(key), endsInSlash: true as const }))),
        optional(NO_ORDERS),
        send(list(), ...PLAINLY_WRONG.map((key) => list(key))),
      ),
    ),
  },
  {
    id: 'wrong-key-cancel',
    claim: 'a wrong key, however close, cancels no order',
    clause: 'Authentication',
    states: [],
    sequence: fc.tuple(allKinds, farNumber).map(([kinds, id]) =>
      inTurn(
        [setUp(PENDING), inBatches(kinds.map((key) => cancel(PENDING, key)))],
        ([SHIPPED, CANCELLED, LARGE_ID] as const).map((state) => [
          optional(state),
          send(...PLAINLY_WRONG.map((key) => cancel(state, key))),
        ]),
        [given(list()), inBatches(kinds.map((key) => cancel(drawn(id), key)))],
        send(...[drawn(-id), ZERO].flatMap((other) => PLAINLY_WRONG.map((key) => cancel(other, key)))),
      ),
    ),
  },
  {
    id: 'wrong-key-pet',
    claim: 'a wrong key, however close, reads no pet',
    clause: 'Authentication',
    states: [],
    sequence: fc.tuple(allKinds, farNumber).map(([kinds, id]) =>
      inTurn(
        inBatches(kinds.map((key) => getPet(id, key))),
        send(...[0n, -id].flatMap((other) => PLAINLY_WRONG.map((key) => getPet(other, key)))),
        [setUp(PET), inBatches(kinds.map((key) => getPet(PET, key)))],
        // Whether there is such a pet is told to nobody without a key.
        send(...PLAINLY_WRONG.map((key) => ({ ...getPet(PET, key), isAnother: true as const }))),
      ),
    ),
  },
  {
    id: 'refused-key-changes-nothing',
    claim: 'a cancel refused with 401 changes nothing',
    clause: 'Authentication',
    states: [PENDING],
    // What a refused cancel does may hit the order before it, which must be one of this sequence.
    isAlone: true,
    sequence: allKinds.map((kinds) =>
      inTurn(
        [optional(PENDING, ANOTHER_PENDING), setUp(PENDING), given(list())],
        [given(inBatches(kinds.map((key) => cancel(PENDING, key)))), list()],
        send(cancel(PENDING), cancel(ANOTHER_PENDING)),
        [optional(SHIPPED), given(list())],
        [given(send(...kinds.slice(0, MAX_AT_ONCE).map((key) => cancel(SHIPPED, key)))), list()],
        cancel(SHIPPED),
      ),
    ),
  },
]

function drawn(id: bigint): OrderReference {
  return { kind: 'drawn', id }
}
