import * as fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from '../../../spec/index.js'

/** Which order a cancel is about. */
export type OrderReference =
  /** One that a set-up made. */
  | { readonly kind: 'known'; readonly label: string }
  /** One at this index of the last list read. */
  | { readonly kind: 'listed'; readonly index: number }
  /** One that the last list shows, whose id as a text resembles that of a known order. */
  | { readonly kind: 'alike'; readonly label: string; readonly by: Likeness }
  /** The id that is also the value of this member of a known order, as the last list shows it. */
  | { readonly kind: 'member'; readonly label: string; readonly name: 'petId' | 'quantity' }
  /** Another id, one that a careless provider might take for that of a known order. */
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

/** How an order of the list resembles another by the text of its id. */
export type Likeness = keyof typeof ALIKE

/** How text that is not an int64 can be misread as an id. */
export type Misreading = keyof typeof MISREADINGS

const NEAR = {
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
  'its place from 0': (id, listed) => place(id, listed, 0),
  'its place from 1': (id, listed) => place(id, listed, 1),
  'its place from the end': (id, listed) => place(id, listed, -listed.length),
} satisfies Record<string, (id: bigint, listed: readonly bigint[]) => bigint | undefined>

const ALIKE = {
  'the beginning of it': (id, ids) => found(id, ids, (text, other) => text.startsWith(other)),
  'the end of it': (id, ids) => found(id, ids, (text, other) => text.endsWith(other)),
  'a part of it': (id, ids) => found(id, ids, (text, other) => text.slice(1, -1).includes(other)),
  'it and more': (id, ids) => found(id, ids, (text, other) => other.startsWith(text)),
  'it without its zeros': (id, ids) => found(id, ids, (text, other) => withoutZeros(text) === withoutZeros(other)),
  // As texts are sorted, 10 comes before 9.
  'before it as texts are sorted': (id, ids) => besideInText(id, ids, -1),
  'after it as texts are sorted': (id, ids) => besideInText(id, ids, 1),
} satisfies Record<string, (id: bigint, ids: readonly bigint[]) => bigint | undefined>

/** How a careless provider confuses any id with another. */
export const CONFUSED: readonly Nearness[] = [
  'as a double',
  'plus 2^32',
  'with the other sign',
  'without its last digit',
  'with one more digit',
]

export const LIKENESSES = Object.keys(ALIKE) as readonly Likeness[]

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

/**
 * Another id that a careless provider might take for this one; `undefined` if there is none.
 *
 * @param listed the ids of the list in which the order has its place
 */
export function nearId(id: bigint, by: Nearness, listed: readonly bigint[]): bigint | undefined {
  const near = NEAR[by](id, listed)
  return near === id ? undefined : near
}

/** Of these ids one whose text resembles that of `id` in this way. */
export function alikeId(id: bigint, by: Likeness, ids: readonly bigint[]): bigint | undefined {
  return ALIKE[by](id, ids)
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
