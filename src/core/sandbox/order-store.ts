import type { Scenario } from '../scenario/scenario.js'
import { differsInStatusAlone, looksSame, type Order, type OrderStatus, shipsAtMs, type StatusCounts } from './order.js'
import { roundedDouble } from './order-ids.js'
import { OrderMarks } from './order-marks.js'
import { OrderTable } from './order-table.js'
import type { OrderChanges } from './sandbox-state.js'

interface Seeding {
  readonly seed: Scenario
  readonly seededAtMs: number
  readonly clock: { readonly nowMs: number }
}

/** Longer lists are not kept for good: ten thousand sandboxes can have one each. */
const MAX_KEPT_BYTES = 8192

/**
 * The orders of one sandbox: those of a scenario, which any number of sandboxes share, with marks on those that this one
 * has changed, and a table of those that it has replaced or added. Starting again costs the same whatever happened
 * before, and a sandbox costs only its changes. Orders come with their status as of now.
 */
export class OrderStore {
  readonly seededAtMs: number
  readonly #seed: Scenario
  readonly #clock: { readonly nowMs: number }
  readonly #marks = new OrderMarks()
  /** Orders that are not in the scenario, or not like this; the status alone is a mark. */
  #own: OrderTable | undefined
  /** `undefined` if it has to be written. */
  #listBody: 'of the scenario' | Pick<WeakRef<Uint8Array<ArrayBuffer>>, 'deref'> | undefined = 'of the scenario'

  constructor({ seed, seededAtMs, clock }: Seeding, { changed, removed, highestId }: OrderChanges) {
    this.#seed = seed
    this.seededAtMs = seededAtMs
    this.#clock = clock
    for (const id of removed) this.remove(id)
    for (const order of changed) this.put(order)
    if (highestId > 0) (this.#own ??= new OrderTable()).ids.raise(highestId)
  }

  get(id: string): Order | undefined {
    const order = this.stored(id)
    return order && this.#asOfNow(order)
  }

  /** All orders: those of the scenario in its order, then the added ones as they came. */
  *all(): Generator<Order> {
    for (const order of this.#allStored()) yield this.#asOfNow(order)
  }

  /** Adds the order, or replaces the one with its id. */
  put(order: Order): void {
    const before = this.stored(order.id)
    if (before === undefined || !looksSame(before, order)) this.#listBody = undefined
    if (this.#mark(order)) this.#own?.delete(order.id)
    else (this.#own ??= new OrderTable()).put(order)
  }

  remove(id: string): void {
    const place = this.#seed.orders.placeOf(id)
    if (place !== undefined) this.#marks.set(place, 'removed')
    this.#own?.delete(id)
    this.#listBody = undefined
  }

  /** An order as it is stored, whatever the time has made of it. */
  stored(id: string): Order | undefined {
    const place = this.#seed.orders.placeOf(id)
    return place === undefined ? this.#own?.get(id) : this.#storedAt(place)
  }

  placeAmongAdded(id: string): number | undefined {
    return this.#seed.orders.has(id) ? undefined : this.#own?.indexOf(id)
  }

  insert(order: Order, place: number): void {
    this.#listBody = undefined
    ;(this.#own ??= new OrderTable()).insert(order, place)
  }

  /** What is not as in the scenario; with further orders put and an order removed, as if that had happened. */
  changes(put: readonly Order[] = [], removedId?: string): OrderChanges {
    const after = new Map<string, Order | undefined>()
    for (const [seeded, stored] of this.#marked()) after.set(seeded.id, stored)
    for (const order of [...this.#added(), ...put]) after.set(order.id, order)
    if (removedId !== undefined) after.set(removedId, undefined)
    const changed = [...after.values()].filter((order) => order !== undefined)
    const removed = [...after.keys()].filter((id) => after.get(id) === undefined && this.#seed.orders.has(id))
    const ids = put.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
    return { changed, removed, highestId: Math.max(this.#own?.ids.highest ?? 0, ...ids) }
  }

  get ownCount(): number {
    return this.#own?.size ?? 0
  }

  /** The orders that ship by an instant but are still stored as pending, as shipped ones. */
  shippedBy(nowMs: number): Order[] {
    const ofScenario = this.#seed.shipping.flatMap(({ id }) => this.stored(id) ?? [])
    const due = [...ofScenario, ...(this.#own?.values() ?? [])].filter((order) => this.#isDue(order, nowMs))
    return [...new Set(due)].map((order) => ({ ...order, status: 'shipped' }))
  }

  /** The body of the list; the same bytes until an order that they show has changed. */
  get listBody(): Uint8Array<ArrayBuffer> {
    if (this.#listBody === 'of the scenario') return this.#seed.list.body
    const known = this.#listBody?.deref()
    if (known !== undefined) return known
    const replaced = [...this.#marked()].filter(
      ([seeded, stored]) => stored === undefined || !looksSame(seeded, stored),
    )
    const body = this.#seed.list.bodyWith(new Map(replaced.map(([{ id }, stored]) => [id, stored])), this.#added())
    this.#listBody = body.length > MAX_KEPT_BYTES ? new WeakRef(body) : { deref: () => body }
    return body
  }

  get counts(): StatusCounts {
    const counts: Record<OrderStatus, number> = { ...this.#seed.counts }
    for (const order of this.#seed.shipping) {
      if (!this.#isDue(order)) continue
      counts[order.status] -= 1
      counts.shipped += 1
    }
    for (const [seeded, stored] of this.#marked()) {
      counts[this.#asOfNow(seeded).status] -= 1
      if (stored !== undefined) counts[this.#asOfNow(stored).status] += 1
    }
    for (const order of this.#added()) counts[this.#asOfNow(order).status] += 1
    return counts
  }

  namesPet(petId: string): boolean {
    if (this.#listBody === 'of the scenario') return this.#seed.namesPet(petId)
    for (const order of this.#allStored()) if (order.petId === petId) return true
    return false
  }

  /** An id that no order has: the next above the highest that a JavaScript number holds exactly. */
  freeId(): string {
    let id = BigInt(Math.max(this.#seed.orders.ids.highest, this.#own?.ids.highest ?? 0)) + 1n
    while (this.stored(String(id)) !== undefined) id += 1n
    return String(id)
  }

  /** The id of another order that reads as this text once it went through a double, which JavaScript calls a number. */
  idThatReadsAs(text: string): string | undefined {
    const double = roundedDouble(text)
    if (double === undefined) return undefined
    const candidates = [this.#own?.ids.thatReadsAs(double), this.#seed.orders.ids.thatReadsAs(double)]
    return candidates.find((candidate = text) => candidate !== text && this.stored(candidate) !== undefined)
  }

  /** Marks the order of the scenario that this one replaces, if there is one; whether the mark says all. */
  #mark(order: Order): boolean {
    const place = this.#seed.orders.placeOf(order.id)
    if (place === undefined) return false
    const seeded = this.#seed.orders.at(place)
    const saysAll = differsInStatusAlone(seeded, order)
    const status = order.status === seeded.status ? undefined : order.status
    this.#marks.set(place, saysAll ? status : 'replaced')
    return saysAll
  }

  /** What there is now instead of the order at this place of the scenario. */
  #storedAt(place: number): Order | undefined {
    const seeded = this.#seed.orders.at(place)
    const mark = this.#marks.get(place)
    if (mark === undefined) return seeded
    if (mark === 'removed') return undefined
    return mark === 'replaced' ? this.#own?.get(seeded.id) : { ...seeded, status: mark }
  }

  *#allStored(): Generator<Order> {
    for (let place = 0; place < this.#seed.orders.size; place += 1) {
      const order = this.#storedAt(place)
      if (order !== undefined) yield order
    }
    yield* this.#added()
  }

  /** The orders of the scenario that have a mark, each with what there is now instead. */
  *#marked(): Generator<readonly [seeded: Order, stored: Order | undefined]> {
    for (const place of this.#marks.places()) yield [this.#seed.orders.at(place), this.#storedAt(place)]
  }

  /** The orders that are not in the scenario. */
  *#added(): Generator<Order> {
    for (const order of this.#own?.values() ?? []) if (!this.#seed.orders.has(order.id)) yield order
  }

  /** Most orders never ship by the clock: only one that does needs to know the time. */
  #isDue(order: Order, nowMs?: number): boolean {
    if (order.shipAfterMs === undefined || order.status !== 'pending') return false
    return shipsAtMs(order, this.seededAtMs) <= (nowMs ?? this.#clock.nowMs)
  }

  #asOfNow(order: Order): Order {
    return this.#isDue(order) ? { ...order, status: 'shipped' } : order
  }
}
