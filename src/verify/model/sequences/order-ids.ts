import * as fc from 'fast-check'
import { INT64_MAX, INT64_MIN, toInt64 } from '../../../spec/index.js'
import type { OrderList } from '../oracle/order-list.js'

/** Which order a cancel is about. */
export type OrderReference =
  /** One that a set-up made. */
  | { readonly kind: 'known'; readonly label: string }
  /** One at this index of the last list read. */
  | { readonly kind: 'listed'; readonly index: number }
  /** Another id, one that a careless provider might take for that of a known order, whether an order has it or not. */
  | { readonly kind: 'near'; readonly label: string; readonly by: Nearness }
  /** An id at either end of int64, or around 0. */
  | { readonly kind: 'extreme'; readonly id: bigint }
  /** An id drawn from so many that no order has it. */
  | { readonly kind: 'drawn'; readonly id: bigint }
  /** Text that is not an int64. */
  | { readonly kind: 'malformed'; readonly text: string }
  /** Not an int64 either, but a careless provider might read a known order's id from it. */
  | { readonly kind: 'misread'; readonly label: string; readonly as: Misreading }

/** How an id comes near that of an order: another one that a careless provider might take for it. */
export type Nearness = keyof typeof NEAR

/** How text that is not an int64 can be misread as an id. */
export type Misreading = keyof typeof MISREADINGS

/** @param others ids of other orders that the list shows and nothing else is known of */
type ComeNear = (id: bigint, list: OrderList, others: readonly bigint[]) => bigint | undefined

/** Ids of orders, by their texts. */
const ALIKE = {
  'the beginning of it': (id, _, others) => found(id, others, (text, other) => text.startsWith(other)),
  'the end of it': (id, _, others) => found(id, others, (text, other) => text.endsWith(other)),
  'a part of it': (id, _, others) => found(id, others, (text, other) => text.slice(1, -1).includes(other)),
  'it and more': (id, _, others) => found(id, others, (text, other) => other.startsWith(text)),
  'it without its zeros': (id, _, others) =>
    found(id, others, (text, other) => withoutZeros(text) === withoutZeros(other)),
  // As texts are sorted, 10 comes before 9.
  'before it as texts are sorted': (id, _, others) => besideInText(id, others, -1),
  'after it as texts are sorted': (id, _, others) => besideInText(id, others, 1),
} satisfies Record<string, ComeNear>

const NEAR = {
  ...ALIKE,
  'one more': (id) => id + 1n,
  'one less': (id) => id - 1n,
  'two more': (id) => id + 2n,
  'two less': (id) => id - 2n,
  'three more': (id) => id + 3n,
  'as a double': (id) => BigInt(Number(id)),
  'plus 2^16': (id) => id + 2n ** 16n,
  'plus 2^32': (id) => id + 2n ** 32n,
  'plus 2^48': (id) => id + 2n ** 48n,
  'minus 2^63': (id) => id - 2n ** 63n,
  'with the other sign': (id) => -id,
  'without its last digit': (id) => id / 10n,
  'without its first digit': (id) => BigInt(`${id}`.replace(/\d/, '').replace(/^-?$/, '0')),
  'its last digit': (id) => id % 10n,
  'its last two digits': (id) => id % 100n,
  'with one more digit': (id) => id * 10n,
  'its place from 0': (id, { ids }) => place(id, ids, 0),
  'its place from 1': (id, { ids }) => place(id, ids, 1),
  'its place from the end': (id, { ids }) => place(id, ids, -ids.length),
  'its petId': (id, list) => toInt64(list.membersOf(id)?.petId),
  'its quantity': (id, list) => toInt64(list.membersOf(id)?.quantity),
} satisfies Record<string, ComeNear>

/** How a careless provider confuses any id with another. */
export const CONFUSED: readonly Nearness[] = [
  'as a double',
  'plus 2^32',
  'with the other sign',
  'without its last digit',
  'with one more digit',
]

export const LIKENESSES = Object.keys(ALIKE) as readonly (keyof typeof ALIKE)[]

/** What other members of an order happen to hold. */
export const OTHER_MEMBERS: readonly Nearness[] = ['its petId', 'its quantity']

/** Text that some take for the id itself. */
export const OTHER_SPELLING = 'with a fraction of zero'

const MISREADINGS = {
  [OTHER_SPELLING]: (id: bigint) => `${id}.0`,
  'followed by a letter': (id: bigint) => `${id}x`,
  'plus 2^64': (id: bigint) => `${id + 2n ** 64n}`,
  'followed by a percent sign': (id: bigint) => `${id}%25`,
  'with a percent sign for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}%25`,
  'with an underscore for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}_`,
  'with an asterisk for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}*`,
  'in a list of two': (id: bigint) => `0,${id}`,
  'as an alternative in SQL': (id: bigint) => `0%20OR%20id=${id}`,
}

/** Numbers so far from small ones and from the ends of int64 that nobody gives them to an order or a pet. */
export const farNumber: fc.Arbitrary<bigint> = fc.noBias(fc.bigInt({ min: 2n ** 40n, max: 2n ** 63n - 2n ** 32n }))

/** An id that no order has. */
export const drawnId: fc.Arbitrary<OrderReference> = farNumber.map((id) => ({ kind: 'drawn', id }))

/** The ends of int64, and its middle. */
export const EXTREME_IDS = [0n, -1n, INT64_MAX, INT64_MIN].map((id) => ({ kind: 'extreme', id }) as const)

/** What can stand in a path without being an int64, and without beginning with an id that an order may have. */
export const MALFORMED_IDS: readonly OrderReference[] = [
  'abc',
  'NaN',
  'null',
  '*',
  '%25',
  '%F0%9F%90%B6',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(60),
].map((text) => ({ kind: 'malformed', text }))

/** Another id that a careless provider might take for this one; `undefined` if there is none. */
export function nearId(by: Nearness, id: bigint, list: OrderList, others: readonly bigint[]): bigint | undefined {
  const near = NEAR[by](id, list, others)
  return near === id ? undefined : near
}

/** Text that is not an int64, but that a careless provider might read as this id. */
export function misreadAs(id: bigint, as: Misreading): string {
  return MISREADINGS[as](id)
}

function place(id: bigint, listed: readonly bigint[], from: number): bigint | undefined {
  const index = listed.indexOf(id)
  return index === -1 ? undefined : BigInt(index + from)
}

function found(id: bigint, ids: readonly bigint[], isAlike: (text: string, other: string) => boolean) {
  return ids.find((other) => other !== id && isAlike(`${id}`, `${other}`))
}

function besideInText(id: bigint, ids: readonly bigint[], distance: number): bigint | undefined {
  const sorted = [...ids, id].map((each) => `${each}`).toSorted()
  const beside = sorted[sorted.indexOf(`${id}`) + distance]
  return beside === undefined ? undefined : BigInt(beside)
}

function withoutZeros(text: string): string {
  return text.replaceAll('0', '')
}
