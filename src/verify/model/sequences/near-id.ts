import type { OrderList } from '../oracle/order-list.js'
import type { Nearness } from './step.js'

/**
 * Another id that a careless reader takes for this one.
 *
 * @param list where the order may have its place
 * @returns `undefined` if there is none
 */
export function nearId(id: bigint, by: Nearness, list: OrderList | undefined): bigint | undefined {
  if (by in PLACES) return placeOf(id, by as keyof typeof PLACES, list)
  const near = NEAR[by as keyof typeof NEAR](id)
  return near === id ? undefined : near
}

const NEAR = {
  'one more': (id) => id + 1n,
  'one less': (id) => id - 1n,
  'two more': (id) => id + 2n,
  'two less': (id) => id - 2n,
  'as a double': (id) => BigInt(Number(id)),
  'plus 2^16': (id) => id + 2n ** 16n,
  'plus 2^32': (id) => id + 2n ** 32n,
  'with the other sign': (id) => -id,
  'without its last digit': (id) => id / 10n,
  'without its first digit': (id) => BigInt(`${id}`.replace(/\d/, '').replace(/^-?$/, '0')),
  'its last digit': (id) => id % 10n,
  'its last two digits': (id) => id % 100n,
  'with a digit more': (id) => id * 10n,
} satisfies Partial<Record<Nearness, (id: bigint) => bigint>>

const PLACES = {
  'its place from 0': (index) => index,
  'its place from 1': (index) => index + 1,
  'its place from the end': (index, length) => index - length,
} satisfies Partial<Record<Nearness, (index: number, length: number) => number>>

function placeOf(id: bigint, by: keyof typeof PLACES, list: OrderList | undefined): bigint | undefined {
  const index = list?.ids.indexOf(id) ?? -1
  return list === undefined || index === -1 ? undefined : BigInt(PLACES[by](index, list.length))
}
