import type { Scenario } from '../scenario/scenario.js'
import { countByStatus, type Order, type OrderStatus, shipsAtMs, type StatusCounts } from './order.js'
import { OrderTable } from './order-table.js'
import type { OrderChanges } from './sandbox-state.js'

interface Seeding {
  readonly seed: Scenario
  readonly seededAtMs: number
  readonly clock: { readonly nowMs: number }
}

/** Longer lists are written anew rather than kept for good: ten thousand sandboxes can have one each. */
const MAX_KEPT_BYTES = 8192

/**
 * The orders of one sandbox: those of a scenario, which any number of sandboxes share, and what this one has changed.
 * Starting again costs the same whatever happened before, and a sandbox costs only its changes. Orders come with their
 * status as of now.
 */
export class OrderStore {
  readonly seededAtMs: number
  readonly #seed: Scenario
  readonly #clock: { readonly nowMs: number }
  readonly #removed = new Set<string>()
  #changed: OrderTable | undefined
  #listBody: Pick<WeakRef<Uint8Array<ArrayBuffer>>, 'deref'> | undefined
  #listsSeed = true

  constructor({ seed, seededAtMs, clock }: Seeding, { changed, removed, highestId }: OrderChanges) {
    this.#seed = seed
    this.seededAtMs = seededAtMs
    this.#clock = clock
    for (const id of removed) this.remove(id)
    for (const order of changed) this.put(order)
    if (highestId > 0) this.#table().raiseHighestId(highestId)
  }

  get(id: string): Order | undefined {
    const order = this.#stored(id)
    return order && this.#asOfNow(order)
  }

  /** All orders: those of the scenario in its order, then the added ones as they came. */
  *all(): Generator<Order> {
    for (const order of this.#allStored()) yield this.#asOfNow(order)
  }

  /**
   * Adds the order, or replaces the one with its id.
   *
   * @param before the one with its id, if it is at hand: to look it up once more takes a tenth of a cancel
   */
  put(order: Order, before: Order | undefined = this.#stored(order.id)): void {
    if (before === undefined || !looksSame(before, order)) this.#forgetList()
    if (before === undefined) this.#removed.delete(order.id)
    this.#table().put(order)
  }

  remove(id: string): void {
    this.#changed?.delete(id)
    if (this.#seed.orders.has(id)) this.#removed.add(id)
    this.#forgetList()
  }

  /** What is not as in the scenario; with further orders put and an order removed, as if that had happened. */
  changes(put: readonly Order[] = [], removedId?: string): OrderChanges {
    const changed = new Map([...this.#changedOrders(), ...put].map((order) => [order.id, order]))
    const removed = new Set(this.#removed)
    for (const { id } of put) removed.delete(id)
    if (removedId !== undefined) {
      changed.delete(removedId)
      if (this.#seed.orders.has(removedId)) removed.add(removedId)
    }
    const ids = put.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
    const highestId = Math.max(this.#changed?.highestId ?? 0, ...ids)
    return { changed: [...changed.values()], removed: [...removed], highestId }
  }

  /** In how many orders it differs from the scenario. */
  get changeCount(): number {
    return (this.#changed?.size ?? 0) + this.#removed.size
  }

  /** The orders that ship by an instant but are still stored as pending, as shipped ones. */
  shippedBy(nowMs: number): Order[] {
    const ofScenario = this.#seed.shipping.flatMap(({ id }) => this.#stored(id) ?? [])
    const due = [...new Set([...ofScenario, ...this.#changedOrders()])].filter((order) => this.#isDue(order, nowMs))
    return due.map((order) => ({ ...order, status: 'shipped' }))
  }

  /** The body of the list; the same bytes until an order that they show has changed. */
  get listBody(): Uint8Array<ArrayBuffer> {
    if (this.#listsSeed) return this.#seed.list.body
    const known = this.#listBody?.deref()
    if (known !== undefined) return known
    const body = this.#seed.list.bodyWith(this.#replacedInList(), this.#addedOrders())
    this.#listBody = body.length > MAX_KEPT_BYTES ? new WeakRef(body) : { deref: () => body }
    return body
  }

  /** Numbers of orders by status, counted from what differs from the scenario. */
  get counts(): StatusCounts {
    const counts: Record<OrderStatus, number> = { ...this.#seed.counts }
    for (const order of this.#seed.shipping) {
      if (!this.#isDue(order)) continue
      counts[order.status] -= 1
      counts.shipped += 1
    }
    const changed = [...this.#changedOrders()]
    const replaced = [...this.#removed, ...changed.map(({ id }) => id)].flatMap((id) => this.#seed.orders.get(id) ?? [])
    for (const order of replaced) counts[this.#asOfNow(order).status] -= 1
    const added = countByStatus(changed.map((order) => this.#asOfNow(order)))
    for (const status of ['pending', 'shipped', 'cancelled'] as const) counts[status] += added[status]
    return counts
  }

  /** Whether an order names the pet. */
  namesPet(petId: string): boolean {
    if (this.#listsSeed) return this.#seed.namesPet(petId)
    for (const order of this.#allStored()) if (order.petId === petId) return true
    return false
  }

  /** An id that no order has: the next above the highest that a JavaScript number holds exactly. */
  freeId(): string {
    let id = BigInt(Math.max(this.#seed.orders.highestId, this.#changed?.highestId ?? 0)) + 1n
    while (this.#stored(String(id)) !== undefined) id += 1n
    return String(id)
  }

  /** The id of another order that reads as this text once it went through a double, which JavaScript calls a number. */
  idThatReadsAs(text: string): string | undefined {
    const double = Number(text)
    if (!Number.isInteger(double) || Number.isSafeInteger(double)) return undefined
    // A double is written with all its digits, or with as few as tell it from its neighbours (9223372036854776000).
    if (text !== String(double) && text !== String(BigInt(double))) return undefined
    const candidates = [this.#changed?.idThatReadsAs(double), this.#seed.orders.idThatReadsAs(double)]
    return candidates.find((candidate = text) => candidate !== text && this.#stored(candidate) !== undefined)
  }

  #table(): OrderTable {
    return (this.#changed ??= new OrderTable())
  }

  #changedOrders(): Iterable<Order> {
    return this.#changed?.values() ?? []
  }

  #stored(id: string): Order | undefined {
    return this.#changed?.get(id) ?? (this.#removed.has(id) ? undefined : this.#seed.orders.get(id))
  }

  *#allStored(): Generator<Order> {
    for (const order of this.#seed.orders.values()) {
      if (!this.#removed.has(order.id)) yield this.#changed?.get(order.id) ?? order
    }
    yield* this.#addedOrders()
  }

  *#addedOrders(): Generator<Order> {
    for (const order of this.#changedOrders()) if (!this.#seed.orders.has(order.id)) yield order
  }

  /** The orders of the scenario that the list shows otherwise, or not at all. */
  #replacedInList(): Map<string, Order | undefined> {
    const replaced = new Map<string, Order | undefined>(Array.from(this.#removed, (id) => [id, undefined]))
    for (const order of this.#changedOrders()) {
      const before = this.#seed.orders.get(order.id)
      if (before !== undefined && !looksSame(before, order)) replaced.set(order.id, order)
    }
    return replaced
  }

  /** Most orders never ship by the clock: only one that does needs to know the time. */
  #isDue(order: Order, nowMs?: number): boolean {
    if (order.shipAfterMs === undefined || order.status !== 'pending') return false
    return shipsAtMs(order, this.seededAtMs) <= (nowMs ?? this.#clock.nowMs)
  }

  #asOfNow(order: Order): Order {
    return this.#isDue(order) ? { ...order, status: 'shipped' } : order
  }

  #forgetList(): void {
    this.#listsSeed = false
    this.#listBody = undefined
  }
}

/** Whether the list shows both alike: it never shows the status. */
function looksSame(one: Order, other: Order): boolean {
  return (
    one.petId === other.petId &&
    one.quantity === other.quantity &&
    one.shipDate === other.shipDate &&
    one.complete === other.complete
  )
}
