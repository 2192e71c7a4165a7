import type { Scenario } from '../scenario/scenario.js'
import { ControlError } from './control-error.js'
import type { OrderStore } from './order-store.js'
import type { WorldState } from './world.js'

/** How many orders the sandboxes of a mock may hold of their own; so many take some 1.5 GB. */
const MAX_OWN_ORDERS = 5_000_000

/** How many orders one sandbox may hold. */
const MAX_ORDERS = 100_000

/**
 * Counts the orders that the sandboxes of a mock hold of their own: those of documents, and those that each has added or
 * replaced. Orders of the mock's scenarios, which all share, are not among them.
 */
export class OrderCount {
  readonly #isShared: (scenario: Scenario) => boolean
  readonly #held = new Map<object, number>()
  #total = 0

  constructor(isShared: (scenario: Scenario) => boolean) {
    this.#isShared = isShared
  }

  /** How many orders of its own a world holds. */
  ownIn({ orders, start }: Pick<WorldState, 'orders' | 'start'>): number {
    const { seed, changedCount } = orders
    return changedCount + this.#ownOf(seed) + (start === undefined || start === seed ? 0 : this.#ownOf(start))
  }

  /** Counts what a sandbox holds now. */
  hold(sandbox: { readonly world: WorldState }): void {
    const own = this.ownIn(sandbox.world)
    this.#total += own - (this.#held.get(sandbox) ?? 0)
    this.#held.set(sandbox, own)
  }

  /** A sandbox is gone. */
  release(sandbox: object): void {
    this.#total -= this.#held.get(sandbox) ?? 0
    this.#held.delete(sandbox)
  }

  /**
   * @param replaced the sandbox that holds them instead of what it has
   * @throws {ControlError} 409 if there is no room for so many more orders
   */
  checkRoomFor(count: number, replaced?: object): void {
    const total = this.#total + count - (replaced === undefined ? 0 : (this.#held.get(replaced) ?? 0))
    if (total <= MAX_OWN_ORDERS) return
    const then = `The sandboxes would then hold ${total} orders of their own; ${MAX_OWN_ORDERS} is the most.`
    throw new ControlError(409, 'too_many_orders', `${then} Delete sandboxes, or reset them to a scenario.`)
  }

  #ownOf(scenario: Scenario): number {
    return this.#isShared(scenario) ? 0 : scenario.orders.size
  }
}

/** @throws {ControlError} 409 if the sandbox cannot hold one more order */
export function checkRoomIn({ size }: OrderStore): void {
  if (size < MAX_ORDERS) return
  const message = `The sandbox holds ${size} orders already; ${MAX_ORDERS} is the most. Remove some, or reset it.`
  throw new ControlError(409, 'too_many_orders', message)
}
