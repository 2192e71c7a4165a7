import { looksSame, type OrderView, type StatusCounts, type StoredOrder, viewOrder } from '../scenario/order.js'
import type { Scenario } from '../scenario/scenario.js'
import { OrderRows } from './order-rows.js'

/** How the orders of a sandbox differ from those of its scenario. */
export interface OrderChanges {
  /** The orders that the scenario lacks, or has in another form, in the order in which they came. */
  readonly changed: readonly StoredOrder[]
  /** Ids of deleted orders of the scenario. */
  readonly removed: readonly string[]
}

/** An order that replaces the one with its id; without `order`, that one is removed. */
export interface OrderReplacement {
  readonly orderId: string
  readonly order?: StoredOrder | undefined
  /** Where the order belongs among those that differ; at their end if absent. */
  readonly place?: number | undefined
}

/** The orders of one sandbox, as they are stored: those of a scenario, which sandboxes share, and what has changed. */
export class OrderStore {
  readonly seed: Scenario
  /** When the scenario's orders began to wait for their shipping, in milliseconds since the Unix epoch. */
  readonly seededAtMs: number
  /** The orders that the scenario lacks, or has in another form. */
  readonly #changed = new OrderRows()
  /** Ids of deleted orders of the scenario. */
  readonly #removed = new Set<string>()
  #counts: { -readonly [status in keyof StatusCounts]: number }
  #edition: object
  /** No order ships by the clock before this instant. */
  #nextShipsAtMs = -Infinity

  constructor(seed: Scenario, seededAtMs: number, { changed, removed }: OrderChanges) {
    this.seed = seed
    this.seededAtMs = seededAtMs
    this.#counts = { ...seed.counts }
    this.#edition = seed
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
    return this.#changed.size + this.#removed.size + (this.seed.isNamed ? 0 : this.seed.orders.size)
  }

  /** The same object until an order changes in the list; sandboxes that list what their scenario does share it. */
  get edition(): object {
    return this.#edition
  }

  get(id: string): StoredOrder | undefined {
    return this.#changed.get(id) ?? (this.#removed.has(id) ? undefined : this.seed.orders.get(id))
  }

  /** All orders: those of the scenario in its order, then the added ones as they came. */
  *all(): Generator<StoredOrder> {
    for (const { id } of this.seed.orders.values()) {
      const order = this.get(id)
      if (order !== undefined) yield order
    }
    for (const order of this.#changed) if (!this.seed.orders.has(order.id)) yield order
  }

  /** An order as code and the control API see it. */
  view(order: StoredOrder, nowMs: number): OrderView {
    const leftMs = this.shipsAtMs(order) - nowMs
    return leftMs > 0 ? viewOrder(order, leftMs) : viewOrder({ ...order, status: 'shipped' })
  }

  /** All orders as code and the control API see them, in the order in which they are listed. */
  viewAll(nowMs: number): OrderView[] {
    return Array.from(this.all(), (order) => this.view(order, nowMs))
  }

  /** Puts, replaces or removes an order. @returns what undoes that */
  apply({ orderId, order, place }: OrderReplacement): OrderReplacement {
    const seeded = this.seed.orders.get(orderId)
    const before = this.get(orderId)
    const back = { orderId, order: before, place: order === undefined ? this.#changed.placeOf(orderId) : undefined }
    if (order === undefined && seeded !== undefined) this.#removed.add(orderId)
    else this.#removed.delete(orderId)
    if (order === undefined || order === seeded) this.#changed.remove(orderId)
    else this.#changed.put(order, place)
    if (before !== undefined) this.#counts[before.status] -= 1
    if (order !== undefined) this.#counts[order.status] += 1
    if (before === undefined || order === undefined || !looksSame(before, order)) this.#edition = {}
    if (order !== undefined) this.#nextShipsAtMs = Math.min(this.#nextShipsAtMs, this.shipsAtMs(order))
    return back
  }

  toChanges(): OrderChanges {
    return { changed: [...this.#changed], removed: [...this.#removed].toSorted() }
  }

  /** Whether an order may ship by the clock, whenever that is. */
  get hasTimedOrders(): boolean {
    return this.#nextShipsAtMs < Infinity
  }

  /** The pending orders that ship by the clock until an instant. */
  dueBy(nowMs: number): StoredOrder[] {
    if (nowMs < this.#nextShipsAtMs) return []
    const shipping = this.seed.shipping.filter((order) => this.get(order.id) === order)
    for (const order of this.#changed) if (order.shipAfterMs !== undefined) shipping.push(order)
    const timed = shipping
      .map((order) => ({ order, atMs: this.shipsAtMs(order) }))
      .toSorted((one, other) => one.atMs - other.atMs)
    this.#nextShipsAtMs = timed[0]?.atMs ?? Infinity
    return timed.filter(({ atMs }) => atMs <= nowMs).map(({ order }) => order)
  }

  /** When a pending order ships by the clock, in milliseconds since the Unix epoch; never, if nothing says so. */
  shipsAtMs({ status, shipAfterMs, pendingSinceMs = this.seededAtMs }: StoredOrder): number {
    return status === 'pending' && shipAfterMs !== undefined ? pendingSinceMs + shipAfterMs : Infinity
  }

  namesPet(petId: string): boolean {
    for (const order of this.all()) if (order.petId === petId) return true
    return false
  }

  /** An unused id: the next above the highest that a JavaScript number represents exactly. */
  freeId(): string {
    let highest = 0
    for (const { id } of this.all()) if (Number.isSafeInteger(Number(id))) highest = Math.max(highest, Number(id))
    let id = BigInt(highest) + 1n
    while (this.get(String(id)) !== undefined) id += 1n
    return String(id)
  }

  /** The id of another order that becomes this text when it goes through a double, JavaScript's number. */
  idThatReadsAs(text: string): string | undefined {
    const double = roundedDouble(text)
    if (double === undefined) return undefined
    for (const { id } of this.all()) if (id !== text && Number(id) === double) return id
    return undefined
  }
}

/** The double that an id has become in a client that stores ids as numbers; `undefined` if none of its digits is lost. */
function roundedDouble(text: string): number | undefined {
  const double = Number(text)
  if (!Number.isInteger(double) || Number.isSafeInteger(double)) return undefined
  // A double is written with all its digits, or with as few as tell it from its neighbours (9223372036854776000).
  return text === String(double) || text === String(BigInt(double)) ? double : undefined
}
