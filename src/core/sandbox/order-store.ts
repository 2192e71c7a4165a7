import type { Order } from './order.js'
import { OrderTable } from './order-table.js'

interface OrderChanges {
  readonly changed: Iterable<Order>
  readonly removed: Iterable<string>
  /** The highest id up to 2^53-1 that a changed order ever had. */
  readonly highestId: number
}

/**
 * The orders of one sandbox: a seed that any number of sandboxes share, and what this one has changed. Starting again
 * from the seed costs the same whatever happened before, and a sandbox costs only its changes.
 */
export class OrderStore {
  readonly #seed: OrderTable
  readonly #changed = new OrderTable()
  readonly #removed = new Set<string>()

  constructor(seed: OrderTable) {
    this.#seed = seed
  }

  /** The orders that differ from the seed: changed or added ones, and the ids of removed ones. */
  get changes(): OrderChanges {
    return { changed: this.#changed.values(), removed: this.#removed, highestId: this.#changed.highestId }
  }

  /** Makes the changes of another store with the same seed. */
  restore({ changed, removed, highestId }: OrderChanges): void {
    for (const id of removed) this.remove(id)
    for (const order of changed) this.put(order)
    this.#changed.raiseHighestId(highestId)
  }

  get(id: string): Order | undefined {
    return this.#changed.get(id) ?? (this.#removed.has(id) ? undefined : this.#seed.get(id))
  }

  /** Adds the order, or replaces the one with its id. */
  put(order: Order): void {
    this.#removed.delete(order.id)
    this.#changed.put(order)
  }

  remove(id: string): void {
    this.#changed.delete(id)
    if (this.#seed.has(id)) this.#removed.add(id)
  }

  /** All orders: those of the seed in its order, then the added ones as they came. */
  *all(): Generator<Order> {
    for (const order of this.#seed.values()) {
      if (!this.#removed.has(order.id)) yield this.#changed.get(order.id) ?? order
    }
    for (const order of this.#changed.values()) {
      if (!this.#seed.has(order.id)) yield order
    }
  }

  /** An id that no order has: the next above the highest that a JavaScript number holds exactly. */
  freeId(): string {
    let id = BigInt(Math.max(this.#seed.highestId, this.#changed.highestId)) + 1n
    while (this.get(String(id)) !== undefined) id += 1n
    return String(id)
  }
}
