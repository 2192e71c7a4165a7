import * as fc from 'fast-check'
import { INT64_MAX, INT64_MIN, toInt64 } from '../../../spec/index.js'
import type { OrderList } from './order-list.js'

export type OrderReference =
  | { readonly kind: 'known'; readonly label: string }
  /** One at this index of the last list. */
  | { readonly kind: 'listed'; readonly index: number }
  /** Another id, one that a careless provider might take for that of a known order, whether an order has it or not. */
  | { readonly kind: 'near'; readonly label: string; readonly near: Near }
  /** At either end of int64, or around 0; or drawn from so many that no order has it. */
  | { readonly kind: 'extreme' | 'drawn'; readonly id: bigint }
  | { readonly kind: 'malformed'; readonly text: string }
  /** Not an int64 either, but a careless provider might read a known order's id from it; some may, as the words say. */
  | { readonly kind: 'misread'; readonly label: string; readonly misread: Misread; readonly mayCancel?: string }

/**
 * An id that a careless provider might take for another one.
 * @param others ids of other orders that the list shows and nothing else is known of
 */
export type Near = (id: bigint, list: OrderList, others: readonly bigint[]) => bigint | undefined

/** Text that is not an int64, but that a careless provider might read as this id. */
type Misread = (id: bigint) => string

/** How a careless provider confuses an id with another. */
export const CONFUSED: readonly Near[] = [
  (id) => BigInt(Number(id)),
  // Of which 32 bits are kept, or 63.
  (id) => id + 2n ** 32n,
  (id) => id - 2n ** 63n,
  (id) => -id,
  // Texts of which one begins or ends the other.
  (id) => id / 10n,
  (id) => id * 10n,
  (id) => BigInt(`${id}`.replace(/\d/, '').replace(/^-?$/, '0')),
  // Its place in the list, and what other fields of the order happen to contain.
  (id, { ids }) => BigInt(ids.indexOf(id)),
  (id, { ids }) => BigInt(ids.indexOf(id) + 1),
  (id, list) => toInt64(list.get(id)?.['petId']),
  (id, list) => toInt64(list.get(id)?.['quantity']),
]

/** Ids that are likely to be assigned next, or were assigned before. */
export const NEIGHBOURS: readonly Near[] = [1n, 2n, 3n, -1n, -2n].map((by) => (id) => id + by)

/** Ids of other orders, by their texts: the beginning, the end or a part of it, more than it, or sorted beside it. */
export const ALIKE: readonly Near[] = [
  whose((text, other) => text.startsWith(other)),
  whose((text, other) => text.endsWith(other)),
  whose((text, other) => text.slice(1, -1).includes(other)),
  whose((text, other) => other.startsWith(text)),
  whose((text, other) => text.replaceAll('0', '') === other.replaceAll('0', '')),
  // As texts are sorted, 10 comes before 9.
  (id, _, others) => toInt64(sortedTexts(others).findLast((other) => other < `${id}`)),
  (id, _, others) => toInt64(sortedTexts(others).find((other) => other > `${id}`)),
]

/** Texts that match more than they should if they are put into a query as they are, or taken for a pattern. */
export const MISREAD: readonly Misread[] = [
  (id) => `${id}x`,
  (id) => `${id + 2n ** 64n}`,
  (id) => `${`${id}`.slice(0, -1)}%25`,
  (id) => `${`${id}`.slice(0, -1)}_`,
  (id) => `${`${id}`.slice(0, -1)}*`,
  (id) => `0,${id}`,
  (id) => `${id}-${id}`,
  (id) => `${id}%20AND%201=1`,
  (id) => `${id}'AND'1'='1`,
  (id) => `${id}%00x`,
  // Decoded twice, it is the id.
  (id) => `${id}`.replace(/\d/, (digit) => `%253${digit}`),
  // Decoded, and then taken for an address, or for several lines.
  (id) => `${id}%23x`,
  (id) => `${id}%0Ax`,
]

/** In decimal, it is the id of no order. */
export const OCTAL: OrderReference = { kind: 'misread', label: 'large', misread: (id) => `0${id.toString(8)}` }

/** Other spellings of an id to some servers, with what these do. */
export const RESPELLED: readonly OrderReference[] = [
  { misread: (id: bigint) => `${id}.0`, mayCancel: 'ignores the fraction of the id' },
  { misread: (id: bigint) => `0%2F..%2F${id}`, mayCancel: 'decodes the path before it removes dot segments' },
].map((how) => ({ kind: 'misread', label: 'pending', ...how }))

/** Numbers so far from small ones and from the ends of int64 that nobody gives them to an order or a pet. */
export const farNumber: fc.Arbitrary<bigint> = fc.noBias(fc.bigInt({ min: 2n ** 40n, max: 2n ** 63n - 2n ** 32n }))

export const drawnId: fc.Arbitrary<OrderReference> = farNumber.map((id) => ({ kind: 'drawn', id }))

export const EXTREME_IDS = [0n, -1n, INT64_MAX, INT64_MIN].map((id) => ({ kind: 'extreme', id }) as const)

// Where types of numbers end, short of int64.
const BOUNDS = [15n, 16n, 31n, 32n, 53n].map((bits) => 2n ** bits)

/** On both sides of each bound and between two of them, where an id may be stored in too small a type. */
export const BOUNDARY_IDS = [
  ...BOUNDS.flatMap((bound) => [bound - 1n, bound, -bound, -bound - 1n]),
  3_000_000_000n,
  INT64_MAX - 1n,
  INT64_MIN + 1n,
].map((id) => ({ kind: 'extreme', id }) as const)

const TEXTS = ['abc', 'null', '*', '%25', '%F0%9F%90%B6', `${INT64_MAX + 1n}`, `${INT64_MIN - 1n}`, '1'.repeat(60)]

/** What can stand in a path without being an int64, and without beginning with an id that an order may have. */
export const MALFORMED_IDS: readonly OrderReference[] = TEXTS.map((text) => ({ kind: 'malformed', text }))

function whose(isAlike: (text: string, other: string) => boolean): Near {
  return (id, _, others) => others.find((other) => other !== id && isAlike(`${id}`, `${other}`))
}

function sortedTexts(ids: readonly bigint[]): string[] {
  return ids.map((id) => `${id}`).toSorted()
}
