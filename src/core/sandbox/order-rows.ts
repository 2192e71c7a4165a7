import { Database } from '@mswjs/data/lib/db/Database.js'
import type { StoredOrder } from '../scenario/order.js'

/**
 * Orders by their ids, in the order in which they came. They are rows of @mswjs/data because the project is to store orders
 * in it; a Map would do. Rows are read by key: queries of the library scan all of them (37 ms at 100,000 orders).
 */
export class OrderRows {
  readonly #rows = new Database({ order: {} }).getModel('order') as unknown as Map<string, StoredOrder>

  get size(): number {
    return this.#rows.size
  }

  get(id: string): StoredOrder | undefined {
    return this.#rows.get(id)
  }

  /** The position of an order among the others; `undefined` if it is not one of them. */
  placeOf(id: string): number | undefined {
    return this.#rows.has(id) ? [...this.#rows.keys()].indexOf(id) : undefined
  }

  /** Puts an order in the place of the one with its id. @param place where a new order goes, if not to the end */
  put(order: StoredOrder, place?: number): void {
    const later = place === undefined ? [] : [...this.#rows.values()].slice(place)
    for (const { id } of later) this.#rows.delete(id)
    for (const each of [order, ...later]) this.#rows.set(each.id, each)
  }

  remove(id: string): void {
    this.#rows.delete(id)
  }

  [Symbol.iterator](): Iterator<StoredOrder> {
    return this.#rows.values()
  }
}
