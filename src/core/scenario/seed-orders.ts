import type { Order } from '../sandbox/order.js'
import { OrderIds } from '../sandbox/order-ids.js'

/** Longer ids are kept in a map: they might not be small integers to V8. */
const MAX_DIGITS = 9
const ZERO = '0'.charCodeAt(0)

/**
 * The orders of a scenario, in the order in which they are listed. Once they are read nothing changes them, so that each
 * can be told by its place.
 */
export class SeedOrders {
  readonly ids = new OrderIds()
  readonly #orders: Order[] = []
  /**
   * Places by ids of few digits. A map of all orders is too large for the processor's cache: to look an id up in it takes
   * as long as the rest of a cancel.
   */
  readonly #places: number[] = []
  /** Places by all other ids. */
  readonly #otherPlaces = new Map<string, number>()

  get size(): number {
    return this.#orders.length
  }

  /** Adds an order with an id that none has. */
  add(order: Order): void {
    const place = this.#orders.push(order) - 1
    const number = smallNumber(order.id)
    if (number === undefined) this.#otherPlaces.set(order.id, place)
    else this.#places[number] = place
    this.ids.note(order.id)
  }

  /** Where the order with this id stands, counted from 0. */
  placeOf(id: string): number | undefined {
    const number = smallNumber(id)
    return number === undefined ? this.#otherPlaces.get(id) : this.#places[number]
  }

  /** @throws {RangeError} if no order stands there */
  at(place: number): Order {
    const order = this.#orders[place]
    if (order === undefined) throw new RangeError(`There is no order at place ${place}.`)
    return order
  }

  has(id: string): boolean {
    return this.placeOf(id) !== undefined
  }

  values(): Iterable<Order> {
    return this.#orders
  }
}

/** The number that canonical digits mean, if they are few. */
function smallNumber(id: string): number | undefined {
  const isCanonical = id.charCodeAt(0) !== ZERO || id.length === 1
  if (!isCanonical || id.length === 0 || id.length > MAX_DIGITS) return undefined
  let number = 0
  for (let index = 0; index < id.length; index += 1) {
    const digit = id.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return undefined
    number = number * 10 + digit
  }
  return number
}
