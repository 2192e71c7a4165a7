import type { Clock } from './clock.js'
import type { FaultList } from './faults.js'
import { formatInstant } from '../instant.js'
import { type Order, type OrderStatus, shipsAtMs } from './order.js'
import { type OrderAction, TRANSITIONS, type Transition } from './transitions.js'
import { type OrderView, viewOrder } from './order-view.js'
import type { WorldRecord } from './records.js'
import type { ScenarioDocument } from '../scenario/document.js'
import { countByStatus, type Seed, type StatusCounts } from '../scenario/seed.js'
import { OrderStore } from './order-store.js'
import { orderJson, orderListJson } from '../http/order-json.js'

/** What becomes of an order that somebody wants to cancel or ship. */
export type ActionResult = { readonly order: Order; readonly transition: Transition }

interface Rules {
  readonly clock: Clock
  readonly faults: FaultList
  readonly sunsetMs: number | undefined
}

/** The orders of one sandbox, and the clock and the faults that rule them. */
export class World {
  readonly seed: Seed
  readonly clock: Clock
  faults: FaultList
  /** Overrides the sunset of the API description, in milliseconds since the Unix epoch. */
  readonly sunsetMs: number | undefined
  readonly seededAtMs: number
  readonly store: OrderStore
  #listBody: Uint8Array<ArrayBuffer> | undefined
  #showsSeed = true

  /** @param past what had happened to the world, if it is one from before */
  constructor(seed: Seed, rules: Rules, past?: WorldRecord) {
    this.seed = seed
    this.clock = rules.clock
    this.faults = rules.faults
    this.sunsetMs = rules.sunsetMs
    this.seededAtMs = past?.seededAtMs ?? rules.clock.nowMs
    this.store = new OrderStore(seed.orders)
    if (past === undefined) return
    this.store.restore(past)
    const looksSeeded = (order: Order): boolean => {
      const seeded = seed.orders.get(order.id)
      return seeded !== undefined && orderJson(seeded) === orderJson(order)
    }
    this.#showsSeed = past.removed.length === 0 && past.changed.every(looksSeeded)
  }

  /** The order with its status as of now. */
  order(id: string): Order | undefined {
    const order = this.store.get(id)
    return order && this.#asOfNow(order)
  }

  *orders(): Generator<Order> {
    for (const order of this.store.all()) yield this.#asOfNow(order)
  }

  /** The orders that have shipped by the clock, but are still held as pending. */
  *due(): Generator<Order> {
    const candidates = [
      ...this.seed.shipping.flatMap(({ id }) => this.store.get(id) ?? []),
      ...this.store.changes.changed,
    ]
    for (const order of new Set(candidates)) if (this.#asOfNow(order) !== order) yield order
  }

  /** The body of the list; the same bytes until an order that they show has changed. */
  get listBody(): Uint8Array<ArrayBuffer> {
    if (this.#showsSeed) return this.seed.listBody()
    return (this.#listBody ??= new TextEncoder().encode(orderListJson(this.store.all())))
  }

  /**
   * Cancels or ships an order if its status allows it, in one step; `undefined` if there is no such order.
   *
   * @param keep is given what the order becomes; if it throws, nothing changes
   */
  act(action: OrderAction, id: string, keep: (order: Order) => void): ActionResult | undefined {
    const order = this.order(id)
    if (order === undefined) return undefined
    const transition = TRANSITIONS[order.status][action]
    if ('to' in transition) {
      const after = { ...order, status: transition.to }
      keep(after)
      this.store.put(after)
    }
    return { order, transition }
  }

  put(order: Order): void {
    this.store.put(order)
    this.#forgetList()
  }

  remove(id: string): void {
    this.store.remove(id)
    this.#forgetList()
  }

  /** Numbers of orders by status, counted from what has changed since the seed. */
  get counts(): StatusCounts {
    const counts: Record<OrderStatus, number> = { ...this.seed.counts }
    const { changed, removed } = this.store.changes
    for (const order of this.seed.shipping) {
      if (this.#asOfNow(order).status === order.status) continue
      counts[order.status] -= 1
      counts.shipped += 1
    }
    const replaced = [...removed, ...[...changed].map(({ id }) => id)].flatMap((id) => this.seed.orders.get(id) ?? [])
    for (const order of replaced) counts[this.#asOfNow(order).status] -= 1
    const added = countByStatus([...this.store.changes.changed].map((order) => this.#asOfNow(order)))
    for (const status of ['pending', 'shipped', 'cancelled'] as const) counts[status] += added[status]
    return counts
  }

  /** Whether the pet is one of the scenario's, or one that an order names. */
  namesPet(petId: string): boolean {
    if (this.seed.namesPet(petId) && this.#showsSeed) return true
    if (this.#showsSeed) return false
    for (const order of this.store.all()) if (order.petId === petId) return true
    return false
  }

  /** Everything as a scenario document, from which the same world can be made again. */
  toDocument(): ScenarioDocument {
    const { now, frozen } = this.clock.read()
    const { title, description, pets, afterSunset } = this.seed.document
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      now,
      frozen,
      // A document's type knows quantities as numbers only; a larger integer keeps its digits all the same.
      orders: [...this.orders()].map((order) => viewOrder(order, this) as OrderView & { quantity?: number }),
      ...(pets !== undefined && { pets }),
      ...(this.sunsetMs !== undefined && { sunset: formatInstant(this.sunsetMs) }),
      ...(afterSunset !== undefined && { afterSunset }),
      faults: this.faults.list(),
    }
  }

  /** Everything as plain data: exact, and no larger than what differs from the seed. */
  toRecord(): WorldRecord {
    const { changed, removed, highestId } = this.store.changes
    return {
      seed: { document: this.seed.document, baseMs: this.seed.baseMs },
      seededAtMs: this.seededAtMs,
      clock: this.clock.state,
      ...(this.sunsetMs !== undefined && { sunsetMs: this.sunsetMs }),
      faults: this.faults.list(),
      changed: [...changed],
      removed: [...removed],
      highestId,
    }
  }

  #asOfNow(order: Order): Order {
    const hasShipped = order.status === 'pending' && shipsAtMs(order, this.seededAtMs) <= this.clock.nowMs
    return hasShipped ? { ...order, status: 'shipped' } : order
  }

  #forgetList(): void {
    this.#showsSeed = false
    this.#listBody = undefined
  }
}
