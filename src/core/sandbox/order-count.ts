import type { Scenarios } from '../scenario/scenarios.js'
import { ControlError } from './control-error.js'
import type { OrderStore } from './order-store.js'

/** How many orders the sandboxes of a mock may hold of their own; so many take some 1.5 GB. */
const MAX_OWN_ORDERS = 5_000_000

/** How many orders one sandbox may hold. */
const MAX_ORDERS = 100_000

interface Holder {
  /** How many orders it was last counted to hold. */
  ownOrders: number
}

/**
 * Counts the orders that the sandboxes of a mock hold of their own: those of documents, and those that differ from their
 * scenario. Orders of the mock's scenarios, which all share, are not among them.
 */
export class OrderCount {
  readonly #scenarios: Scenarios
  #total = 0

  constructor(scenarios: Scenarios) {
    this.#scenarios = scenarios
  }

  ownIn({ seed, changedCount }: OrderStore): number {
    return changedCount + (this.#scenarios.shares(seed) ? 0 : seed.orders.size)
  }

  /** Counts what a sandbox holds now. */
  hold(sandbox: Holder, orders: OrderStore): void {
    const own = this.ownIn(orders)
    this.#total += own - sandbox.ownOrders
    sandbox.ownOrders = own
  }

  /** A sandbox is gone. */
  release({ ownOrders }: Holder): void {
    this.#total -= ownOrders
  }

  /**
   * @param replaced how many they take the place of
   * @throws {ControlError} 409 if there is no room for so many more orders
   */
  checkRoomFor(count: number, replaced = 0): void {
    const total = this.#total + count - replaced
    if (total <= MAX_OWN_ORDERS) return
    const then = `The sandboxes would then hold ${total} orders of their own; ${MAX_OWN_ORDERS} is the most.`
    throw new ControlError(409, 'too_many_orders', `${then} Delete sandboxes, or reset them to a scenario.`)
  }

  /** @throws {ControlError} 409 if there is no room for one more order in a sandbox */
  checkRoomIn({ size }: OrderStore): void {
    this.checkRoomFor(1)
    if (size < MAX_ORDERS) return
    const message = `The sandbox holds ${size} orders already; ${MAX_ORDERS} is the most. Remove some, or reset it.`
    throw new ControlError(409, 'too_many_orders', message)
  }
}
