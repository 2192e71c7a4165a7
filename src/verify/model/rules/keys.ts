import * as fc from 'fast-check'
import { KEY_KINDS, type KeyKind, PLAINLY_WRONG } from '../sequences/key-kinds.js'
import { EXTREME_IDS, farNumber } from '../sequences/order-ids.js'
import { type Call, cancel, cancelEach, getPet, list } from '../sequences/calls.js'
import { given, inBatches, MAX_AT_ONCE, optional, send, setUp, type SequenceRule } from '../sequences/step.js'

const allKinds = fc.shuffledSubarray([...KEY_KINDS], { minLength: KEY_KINDS.length })

// A filter in front of the provider may let one of these pass that the provider takes for the path.
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/(?!^)\//, '//'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  (path) => `${path};x`,
  (path) => `${path}.json`,
  (path) => `${path}?x=.css`,
  (path) => `/pets/..${path}`,
  (path) => `/pets/..;${path}`,
]

/** All requests need the key, however they are spelled. */
const spelled = (callWith: (key: KeyKind) => Call) =>
  inBatches(SPELLINGS.flatMap((spell) => PLAINLY_WRONG.map((key) => ({ ...callWith(key), spell }))))

/** An invalid key may do nothing. Without provider states the valid key only reads, and no order has the ids. */
export const keyRules: readonly SequenceRule[] = [
  {
    id: 'wrong-key-list',
    claim: 'an invalid API key, however similar to the valid one, cannot list orders',
    clause: 'Authentication',
    states: [],
    sequence: allKinds.map((kinds) => [
      [list(), inBatches(kinds.map((key) => list(key)))],
      // A valid key that comes at the same time admits no other request.
      send(kinds.slice(0, 6).flatMap((key) => [list(), list(key)])),
      spelled(list),
      optional('nothing'),
      send(list(), ...PLAINLY_WRONG.map((key) => list(key))),
    ]),
  },
  {
    id: 'wrong-key-cancel',
    claim: 'an invalid API key, however similar to the valid one, cannot cancel an order',
    clause: 'Authentication',
    states: [],
    sequence: fc
      .tuple(allKinds, farNumber)
      .map(([kinds, id]) => [
        [setUp('pending'), inBatches(kinds.map((key) => cancel('pending', key)))],
        spelled((key) => cancel('pending', key)),
        (['shipped', 'cancelled', 'large'] as const).map((state) => [
          optional(state),
          send(PLAINLY_WRONG.map((key) => cancel(state, key))),
        ]),
        [given(list()), inBatches(kinds.map((key) => cancel({ kind: 'drawn', id }, key)))],
        [{ kind: 'drawn', id: -id } as const, ...EXTREME_IDS].map((other) =>
          send(PLAINLY_WRONG.map((key) => cancel(other, key))),
        ),
      ]),
  },
  {
    id: 'wrong-key-pet',
    claim: 'an invalid API key, however similar to the valid one, cannot read a pet',
    clause: 'Authentication',
    states: [],
    sequence: fc.tuple(allKinds, farNumber).map(([kinds, id]) => [
      inBatches(kinds.map((key) => getPet(id, key))),
      send([0n, -id].flatMap((other) => PLAINLY_WRONG.map((key) => getPet(other, key)))),
      [setUp('pet'), inBatches(kinds.map((key) => getPet('pet', key))), spelled((key) => getPet('pet', key))],
      // Nobody without a key may learn whether there is such a pet.
      send(PLAINLY_WRONG.map((key) => ({ ...getPet('pet', key), isAnother: true as const }))),
    ]),
  },
  {
    id: 'refused-key-changes-nothing',
    claim: 'a cancel request rejected with 401 changes nothing',
    clause: 'Authentication',
    states: ['a pending order'],
    // A rejected cancel request may affect the order before its own, which must be one of this sequence.
    isAlone: true,
    sequence: allKinds.map((kinds) => [
      [optional('another'), setUp('pending'), given(list())],
      [given(inBatches(kinds.map((key) => cancel('pending', key)))), list()],
      send(cancel('pending'), cancel('another')),
      given(send(PLAINLY_WRONG.flatMap((key) => [cancel('pending', key), cancel('another', key)]))),
      send(cancelEach('pending', 'another')),
      [optional('shipped'), given(list())],
      [given(send(kinds.slice(0, MAX_AT_ONCE).map((key) => cancel('shipped', key)))), list()],
      cancel('shipped'),
    ]),
  },
]
