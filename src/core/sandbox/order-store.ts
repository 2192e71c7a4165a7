import type { Scenario } from '../scenario/scenario.js'
import { looksSame, type Order, shipsAtMs } from './order.js'
import { createOrderTable } from './order-table.js'
import { orderListBody } from './order-list.js'
import type { OrderChanges } from './sandbox-state.js'

/** An order to put in the place of what has its id; `order` is absent to remove it. */
export interface OrderPatch {
  readonly orderId: string
  readonly order?: Order | undefined
  /** Where the order belongs among the added ones; at their end if absent. */
  readonly place?: number | undefined
  /** The highest id that was ever used, if that is to be set back. */
  readonly highestId?: number | undefined
}

/** The orders of one sandbox, as they are stored: those of a scenario, which sandboxes share, and what has changed. */
export class OrderStore {
  readonly seed: Scenario
  /** When the scenario's orders began to wait for their shipping, in milliseconds since the Unix epoch. */
  readonly seededAtMs: number
  /** Orders that are not in the scenario, or not like this. */
  readonly #changed: Map<string, Order>
  /** Ids of orders of the scenario that are gone. */
  readonly #removed: Set<string>
  #highestId: number
  /** How many of the changed orders are not in the scenario. */
  #added = 0
  /** `undefined` if it has to be written. */
  #body: 'of the scenario' | WeakRef<Uint8Array<ArrayBuffer>> | undefined = 'of the scenario'
  /** No order ships by the clock before this instant. */
  #nextShipsAtMs = -Infinity

  constructor(seed: Scenario, seededAtMs: number, { changed, removed, highestId }: OrderChanges) {
    this.seed = seed
    this.seededAtMs = seededAtMs
    this.#removed = new Set(removed)
    this.#changed = createOrderTable(changed.map((order) => [order.id, order]))
    this.#highestId = highestId
    for (const order of changed) {
      if (!seed.orders.has(order.id)) this.#added += 1
      this.#noteId(order.id)
      if (!this.#isListedLikeSeed(order)) this.#body = undefined
    }
    if (removed.length > 0) this.#body = undefined
  }

  /** How many orders there are. */
  get size(): number {
    return this.seed.orders.size - this.#removed.size + this.#added
  }

  /** How many orders it holds beside those of the scenario. */
  get changedCount(): number {
    return this.#changed.size
  }

  get(id: string): Order | undefined {
    const changed = this.#changed.get(id)
    if (changed !== undefined) return changed
    return this.#removed.has(id) ? undefined : this.seed.orders.get(id)
  }

  /** All orders: those of the scenario in its order, then the added ones as they came. */
  *all(): Generator<Order> {
    for (const seeded of this.seed.orders.values()) {
      const order = this.#changed.get(seeded.id) ?? (this.#removed.has(seeded.id) ? undefined : seeded)
      if (order !== undefined) yield order
    }
    for (const order of this.#changed.values()) if (!this.seed.orders.has(order.id)) yield order
  }

  /** Each order that differs from its scenario, with what the scenario has in its place. */
  *differences(): Generator<readonly [seeded: Order | undefined, order: Order | undefined]> {
    for (const id of this.#removed) yield [this.seed.orders.get(id), undefined]
    for (const order of this.#changed.values()) yield [this.seed.orders.get(order.id), order]
  }

  /** Puts, replaces or removes an order. @returns what takes that back */
  apply({ orderId, order, place, highestId }: OrderPatch): OrderPatch {
    const before = this.get(orderId)
    const back = {
      orderId,
      order: before,
      place: order === undefined ? this.#placeOf(orderId) : undefined,
      highestId: this.#highestId,
    }
    if (before === undefined || order === undefined || !looksSame(before, order)) this.#body = undefined
    if (order === undefined) this.#remove(orderId)
    else this.#put(order, place)
    if (highestId !== undefined) this.#highestId = highestId
    return back
  }

  copy(): OrderStore {
    return new OrderStore(this.seed, this.seededAtMs, this.toChanges())
  }

  toChanges(): OrderChanges {
    return { changed: [...this.#changed.values()], removed: [...this.#removed], highestId: this.#highestId }
  }

  /** The pending orders that ship by an instant. */
  dueBy(nowMs: number): Order[] {
    if (nowMs < this.#nextShipsAtMs) return []
    const shipping = this.seed.shipping.filter(({ id }) => !this.#changed.has(id) && !this.#removed.has(id))
    for (const order of this.#changed.values()) if (order.shipAfterMs !== undefined) shipping.push(order)
    const timed = shipping
      .map((order) => ({ order, atMs: this.shipsAtMs(order) }))
      .toSorted((one, other) => one.atMs - other.atMs)
    this.#nextShipsAtMs = timed[0]?.atMs ?? Infinity
    return timed.filter(({ atMs }) => atMs <= nowMs).map(({ order }) => order)
  }

  /** When a pending order ships by the clock; never, if nothing says so. */
  shipsAtMs(order: Order): number {
    return order.status === 'pending' ? shipsAtMs(order, this.seededAtMs) : Infinity
  }

  /** The body of the list; the same bytes until an order that they show has changed. */
  get listBody(): Uint8Array<ArrayBuffer> {
    if (this.#body === 'of the scenario') return this.seed.listBody
    const known = this.#body?.deref()
    if (known !== undefined) return known
    const body = orderListBody(this.all())
    // Ten thousand sandboxes can have a list each: what nobody asks for any more need not be kept.
    this.#body = new WeakRef(body)
    return body
  }

  /** Whether an order names the pet. */
  namesPet(petId: string): boolean {
    if (this.#body === 'of the scenario') return this.seed.namesPet(petId)
    for (const order of this.all()) if (order.petId === petId) return true
    return false
  }

  /** An id that no order has: the next above the highest that a JavaScript number holds exactly. */
  freeId(): string {
    let id = BigInt(Math.max(this.seed.highestId, this.#highestId)) + 1n
    while (this.get(String(id)) !== undefined) id += 1n
    return String(id)
  }

  /** The id of another order that reads as this text once it went through a double, which JavaScript calls a number. */
  idThatReadsAs(text: string): string | undefined {
    const double = roundedDouble(text)
    if (double === undefined) return undefined
    for (const { id } of this.all()) if (id !== text && Number(id) === double) return id
    return undefined
  }

  #put(order: Order, place: number | undefined): void {
    const { id } = order
    const seeded = this.seed.orders.get(id)
    if (seeded === undefined && !this.#changed.has(id)) this.#added += 1
    this.#removed.delete(id)
    if (order === seeded) this.#changed.delete(id)
    else if (place === undefined) this.#changed.set(id, order)
    else this.#insert(order, place)
    this.#noteId(id)
    if (order.shipAfterMs !== undefined) this.#nextShipsAtMs = Math.min(this.#nextShipsAtMs, this.shipsAtMs(order))
  }

  #insert(order: Order, place: number): void {
    const all = [...this.#changed.values()]
    all.splice(place, 0, order)
    this.#changed.clear()
    for (const each of all) this.#changed.set(each.id, each)
  }

  #remove(id: string): void {
    const isSeeded = this.seed.orders.has(id)
    if (isSeeded) this.#removed.add(id)
    if (this.#changed.delete(id) && !isSeeded) this.#added -= 1
  }

  #placeOf(id: string): number | undefined {
    return this.#changed.has(id) ? [...this.#changed.keys()].indexOf(id) : undefined
  }

  #isListedLikeSeed(order: Order): boolean {
    const seeded = this.seed.orders.get(order.id)
    return seeded !== undefined && looksSame(seeded, order)
  }

  #noteId(id: string): void {
    const number = Number(id)
    if (number > this.#highestId && Number.isSafeInteger(number)) this.#highestId = number
  }
}

/** The double that an id has become in a client that keeps ids as numbers; `undefined` if none of its digits is lost. */
function roundedDouble(text: string): number | undefined {
  const double = Number(text)
  if (!Number.isInteger(double) || Number.isSafeInteger(double)) return undefined
  // A double is written with all its digits, or with as few as tell it from its neighbours (9223372036854776000).
  return text === String(double) || text === String(BigInt(double)) ? double : undefined
}
