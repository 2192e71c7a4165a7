import { EXPECTATIONS } from '../contract/index.js'

/** When and where something was seen. Times are of one clock; it may have happened at any moment between them. */
export interface Sighting {
  readonly startMs: number
  readonly endMs: number
  /** Says to a reader which exchange it is. */
  readonly place: string
}

/** Whether one was over when the other began; else they may have happened in any order. */
export function isBefore(earlier: Sighting | undefined, later: Sighting): boolean {
  return earlier !== undefined && earlier.endMs < later.startMs
}

/** What the life of an order, or of a key, cannot be. */
export interface Broken {
  readonly rule: string
  /** The sentence that is not kept, in the present tense. */
  readonly claim: string
  readonly clause: string
  readonly expected: string
  readonly message: string
}

/** What no history explains. */
export interface Contradiction extends Broken {
  readonly orderId?: bigint
  /** The exchanges that contradict each other, in the order of time. */
  readonly entries: readonly Sighting[]
}

const { clause: STATES } = EXPECTATIONS['cancelled order']

/** What traffic is held against besides the description of single answers. */
export const BROKEN = {
  twice: {
    rule: 'cancelled-once',
    claim: 'an order is cancelled only once',
    clause: STATES,
    expected: 'one 204 for an order',
    message: 'Two cancels of one order were confirmed.',
  },
  revived: {
    rule: 'pending-no-more',
    claim: EXPECTATIONS['cancelled order'].sentence,
    clause: STATES,
    expected: 'no 204 once an order is known not to be pending',
    message: 'The cancel of an order was confirmed after the order was known not to be pending.',
  },
  returned: {
    rule: 'gone-stays-gone',
    claim: EXPECTATIONS['every order'].sentence,
    clause: EXPECTATIONS['every order'].clause,
    expected: 'an order that stays in the list, or stays out of it',
    message: 'An order was missing from the list and came back.',
  },
  digits: {
    rule: 'ids-keep-digits',
    claim: 'ids keep all their digits',
    clause: 'Order',
    expected: 'ids with all digits',
    message: 'Ids have lost digits.',
  },
  key: {
    rule: 'key-opens-all',
    claim: 'a valid key opens every operation',
    clause: EXPECTATIONS['wrong key'].clause,
    expected: 'no 401 while the key is valid',
    message: 'A key was refused between two requests that it opened.',
  },
  keyMissing: {
    rule: 'key-required',
    claim: EXPECTATIONS['wrong key'].sentence,
    clause: EXPECTATIONS['wrong key'].clause,
    expected: '401',
    message: 'A request without a key was carried out.',
  },
  pet: {
    rule: 'pets-are-readable',
    claim: EXPECTATIONS.pet.sentence,
    clause: EXPECTATIONS.pet.clause,
    expected: 'no 5xx',
    message: 'Reading a pet failed.',
  },
  sunset: {
    rule: 'sunset-stays',
    claim: 'the sunset date stays what it was',
    clause: 'Versioning',
    expected: 'one Sunset date',
    message: 'The Sunset moved.',
  },
} as const satisfies Record<string, Broken>
