import { Database } from '@mswjs/data/lib/db/Database.js'
import type { Scenario } from '../scenario/scenario.js'
import { type Order, type OrderView, roundedDouble, type StatusCounts, viewOrder } from '../scenario/order.js'

/** How the orders of a sandbox differ from those of its scenario. */
export interface OrderChanges {
  /** The orders that the scenario lacks, or has in another form, in the order in which they came. */
  readonly changed: readonly Order[]
  /** Ids of deleted orders of the scenario. */
  readonly removed: readonly string[]
}

/** An order that replaces the one with its id; without `order`, that one is removed. */
export interface OrderReplacement {
  readonly orderId: string
  readonly order?: Order | undefined
  /** The order's number among those that came to differ; the next one if absent. */
  readonly place?: number | undefined
}

interface Row {
  /** Absent if it is an order of the scenario that was deleted. */
  readonly order: Order | undefined
  readonly place: number
}

/** The orders of one sandbox, as they are stored: those of a scenario, which sandboxes share, and what has changed. */
export class OrderStore {
  readonly seed: Scenario
  /** When the scenario's orders began to wait for their shipping, in milliseconds since the Unix epoch. */
  readonly seededAtMs: number
  /**
   * The orders that were added to the scenario, changed or deleted. They are rows of @mswjs/data by the digits of their ids:
   * so every int64 stays exact, and "0" is a key like any other. Rows are read by key; queries of the library's `factory`
   * scan all of them (37 ms at 100,000 orders).
   */
  readonly #changed = new Database<{ order: Row }>({ order: {} }).getModel('order')
  #nextPlace = 0
  #counts: { -readonly [status in keyof StatusCounts]: number }
  #listed: object
  /** No order ships by the clock before this instant. */
  #nextShipsAtMs = -Infinity

  constructor(seed: Scenario, seededAtMs: number, { changed, removed }: OrderChanges) {
    this.seed = seed
    this.seededAtMs = seededAtMs
    this.#counts = { ...seed.counts }
    this.#listed = seed
    for (const order of changed) this.apply({ orderId: order.id, order })
    for (const orderId of removed) this.apply({ orderId })
  }

  get counts(): StatusCounts {
    return { ...this.#counts }
  }

  get size(): number {
    const { pending, shipped, cancelled } = this.#counts
    return pending + shipped + cancelled
  }

  /** The number of its own orders; those of a scenario that a mock has by name are shared. */
  get ownCount(): number {
    return this.#changed.size + (this.seed.isNamed ? 0 : this.seed.orders.size)
  }

  get(id: string): Order | undefined {
    const row = this.#changed.get(id)
    return row === undefined ? this.seed.orders.get(id) : row.order
  }

  /** All orders: those of the scenario in its order, then the added ones as they came. */
  *all(): Generator<Order> {
    for (const { id } of this.seed.orders.values()) {
      const order = this.get(id)
      if (order !== undefined) yield order
    }
    for (const order of this.#own()) if (!this.seed.orders.has(order.id)) yield order
  }

  view(order: Order, nowMs: number): OrderView {
    const leftMs = this.shipsAtMs(order) - nowMs
    return leftMs > 0 ? viewOrder(order, leftMs) : viewOrder({ ...order, status: 'shipped' })
  }

  viewAll(nowMs: number): OrderView[] {
    return Array.from(this.all(), (order) => this.view(order, nowMs))
  }

  /** Puts, replaces or removes an order. @returns what undoes that */
  apply({ orderId, order, place }: OrderReplacement): OrderReplacement {
    const before = this.get(orderId)
    const own = this.#changed.get(orderId)?.place
    if (order === this.seed.orders.get(orderId)) this.#changed.delete(orderId)
    else this.#changed.set(orderId, { order, place: own ?? place ?? (this.#nextPlace += 1) })
    if (before !== undefined) this.#counts[before.status] -= 1
    if (order !== undefined) this.#counts[order.status] += 1
    this.#listed = {}
    if (order !== undefined) this.#nextShipsAtMs = Math.min(this.#nextShipsAtMs, this.shipsAtMs(order))
    return { orderId, order: before, place: own }
  }

  toChanges(): OrderChanges {
    const removed = [...this.#changed].flatMap(([id, { order }]) => (order === undefined ? id : []))
    return { changed: this.#own(), removed: removed.toSorted() }
  }

  /** Whether an order may ship by the clock, whenever that is. */
  get hasTimedOrders(): boolean {
    return this.#nextShipsAtMs < Infinity
  }

  /** The pending orders that ship by the clock until an instant. */
  dueBy(nowMs: number): Order[] {
    if (nowMs < this.#nextShipsAtMs) return []
    const shipping = this.seed.shipping.filter((order) => this.get(order.id) === order)
    for (const { order } of this.#changed.values()) if (order?.shipAfterMs !== undefined) shipping.push(order)
    const timed = shipping
      .map((order) => ({ order, atMs: this.shipsAtMs(order) }))
      .toSorted((one, other) => one.atMs - other.atMs)
    this.#nextShipsAtMs = timed[0]?.atMs ?? Infinity
    return timed.filter(({ atMs }) => atMs <= nowMs).map(({ order }) => order)
  }

  /** When a pending order ships by the clock, in milliseconds since the Unix epoch; never, if nothing says so. */
  shipsAtMs({ status, shipAfterMs, pendingSinceMs = this.seededAtMs }: Order): number {
    return status === 'pending' && shipAfterMs !== undefined ? pendingSinceMs + shipAfterMs : Infinity
  }

  /** The same object until an order changes; that of a scenario for all its sandboxes. */
  get listed(): object {
    return this.#listed
  }

  namesPet(petId: string): boolean {
    for (const order of this.all()) if (order.petId === petId) return true
    return false
  }

  /** An unused id that passes a test: the next above the highest that a JavaScript number represents exactly. */
  freeId(passes: (id: string) => boolean): string {
    const exact = Array.from(this.all(), ({ id }) => Number(id)).filter(Number.isSafeInteger)
    let id = BigInt(exact.reduce((highest, each) => Math.max(highest, each), 0)) + 1n
    while (this.get(String(id)) !== undefined || !passes(String(id))) id += 1n
    return String(id)
  }

  /** The id of another order that becomes this text when it goes through a double, JavaScript's number. */
  idThatReadsAs(text: string): string | undefined {
    const double = roundedDouble(text)
    if (double === undefined) return undefined
    for (const { id } of this.all()) if (id !== text && Number(id) === double) return id
    return undefined
  }

  /** The orders that differ, as they came. */
  #own(): Order[] {
    const rows = [...this.#changed.values()].toSorted((one, other) => one.place - other.place)
    return rows.flatMap(({ order }) => order ?? [])
  }
}
