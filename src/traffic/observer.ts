import { idOf, type ParsedExchange } from '../contract/index.js'
import { flatMapInPieces } from '../spec/index.js'
import { learnAnswered, learnListed, learnUnlisted, newOrder, type ObservedOrder, shownBy } from './observed-order.js'
import { isBefore, type Sighting, storeOf, type TrafficExchange } from './traffic-exchange.js'
import { contradiction, type TrafficFinding } from './traffic-finding.js'

const MAX_MISSED = 8
// Of orders and keys together.
const MAX_SIZE = 100_000
const FORGOTTEN_AT_ONCE = 256

/** What one key shows of one API. Another key may belong to another store. */
interface KeyView {
  readonly orders: Map<bigint, ObservedOrder>
  opened?: Sighting
  refused?: Sighting
  /** Orders that a cancel request did not find, with the lists before and after that have them. */
  missed?: readonly Sighting[]
  /** Whether cancelled orders stay in the list. */
  keepsCancelled?: boolean
  sunset?: { readonly atMs: number; readonly seen: Sighting }
}

/**
 * Says which exchanges, in the order of their ends, no history explains: others may place, ship, cancel and
 * remove orders at any time, and what overlaps may have happened in any order. An order never becomes pending again,
 * though, ids are unique, and a key that was revoked stays so.
 */
export class Observer {
  readonly #views = new Map<string, KeyView>()
  #size = 0
  #anewSinceMs = -Infinity
  forgottenOrders = 0

  /** Drops everything: the orders were changed by other means. Exchanges that began before that was over tell nothing. */
  startAnew(endMs = -Infinity): void {
    this.#views.clear()
    this.#size = 0
    this.#anewSinceMs = endMs === -Infinity ? endMs : Math.max(endMs, this.#anewSinceMs)
  }

  /** Begins another file. Nobody knows which was first, but no order is cancelled in both. */
  startFile(): void {
    const views = [...this.#views]
    this.startAnew()
    for (const [name, { orders }] of views) {
      const kept = [...orders.values()].flatMap(({ id, life, elsewhere = life.cancelled }): [bigint, ObservedOrder][] =>
        elsewhere === undefined ? [] : [[id, { ...newOrder(id), elsewhere }]],
      )
      this.#views.set(name, { orders: new Map(kept) })
      this.#size += kept.length + 1
    }
  }

  *observe(exchange: TrafficExchange, parsed: ParsedExchange): Generator<undefined, TrafficFinding[]> {
    // A response from a cache on the way was true when it was cached.
    const ageMs = (Number(exchange.response.headers['age']) || 0) * 1000
    const seen = { ...exchange.seen, startMs: exchange.seen.startMs - ageMs }
    if (seen.startMs <= this.#anewSinceMs) return []
    const view = this.#viewOf(exchange)
    const known = view.orders.size
    const found = [
      learnKey(view, exchange, seen),
      ...(yield* learnList(view, parsed, seen)),
      learnOrder(view, parsed, seen),
      ...learnPet(view, parsed, seen),
    ]
    this.#size += view.orders.size - known
    yield* this.#forget()
    return found.filter((each) => each !== undefined)
  }

  #viewOf(exchange: TrafficExchange): KeyView {
    const name = storeOf(exchange)
    const view = this.#views.get(name) ?? { orders: new Map() }
    this.#size += this.#views.has(name) ? 0 : 1
    // Those that were used last are at the end, and are dropped last.
    this.#views.delete(name)
    this.#views.set(name, view)
    return view
  }

  /** The least recently used ones are dropped first. */
  *#forget(): Generator<undefined, void> {
    for (const [name, { orders }] of this.#views) {
      for (const id of orders.keys()) {
        if (this.#size <= MAX_SIZE) return
        orders.delete(id)
        if (this.forgottenOrders % FORGOTTEN_AT_ONCE === 0) yield
        this.#size -= 1
        this.forgottenOrders += 1
      }
      if (this.#size <= MAX_SIZE) return
      this.#views.delete(name)
      this.#size -= 1
    }
  }
}

function* learnList(view: KeyView, parsed: ParsedExchange, seen: Sighting): Generator<undefined, TrafficFinding[]> {
  const { operation, status, body, exchange } = parsed
  const list = 'json' in body ? body.json : undefined
  if (operation.operationId !== 'listOrders' || status !== 200 || !Array.isArray(list)) return []
  const { orders } = view
  const [ids, added] = [new Set<bigint>(), new Set<bigint>()]
  const nameless = yield* flatMapInPieces(list, (entry) => {
    const id = idOf(entry)
    if (id === undefined) return [entry]
    ids.add(id)
    if (!orders.has(id)) added.add(id)
    return []
  })
  const found = [
    ...(yield* flatMapInPieces(ids, (id) => learnListed(orderOf(orders, id), seen) ?? [])),
    ...(yield* flatMapInPieces(ids, (id) => learnFound(view, orderOf(orders, id), seen) ?? [])),
  ]
  // A query may ask for some orders only, and an entry without an id may be any order.
  const isWhole = !exchange.request.path.includes('?') && nameless.length === 0
  if (!isWhole || ids.size === orders.size) return found
  const rounded = yield* flatMapInPieces(orders.values(), (order) => {
    const isVanished = !ids.has(order.id) && learnUnlisted(order, seen)
    return isVanished && added.has(BigInt(Number(order.id))) ? order : []
  })
  const [first] = rounded
  // One may be chance: an order that was removed, and a new one beside it.
  if (first === undefined || rounded.length < 2) return found
  const message = `${rounded.length} orders came back with ids of fewer digits: ${first.id} became ${BigInt(Number(first.id))}.`
  return [...found, contradiction('ids-keep-digits', [shownBy(first), seen], { message })]
}

function learnOrder({ orders }: KeyView, parsed: ParsedExchange, seen: Sighting): TrafficFinding | undefined {
  const { operation, id, status } = parsed
  if (operation.parameter !== 'orderId' || id === undefined) return undefined
  // A rejection for the key, or one that is not documented, says nothing about the order.
  if (status === 401 || !operation.statuses.includes(status)) return undefined
  return learnAnswered(orderOf(orders, id), operation.operationId, status, seen)
}

/** Learns from a list that an order is there which was not found: once, it may have been cancelled by another client. */
function learnFound(view: KeyView, order: ObservedOrder, seen: Sighting): TrafficFinding | undefined {
  if (isBefore(order.life.cancelled, seen)) view.keepsCancelled = true
  const missed = (order.missed ?? []).filter((each) => isBefore(each, seen))
  if (missed.length === 0 || order.life.cancelled !== undefined || view.keepsCancelled === true) return undefined
  delete order.missed
  const all = [...(view.missed ?? []), shownBy(order), ...missed, seen]
  view.missed = all.flatMap((each) => each ?? []).slice(-MAX_MISSED)
  return missed.length > 1 || all.length > 3 ? contradiction('listed-is-found', view.missed) : undefined
}

function orderOf(orders: KeyView['orders'], id: bigint): ObservedOrder {
  const order = orders.get(id) ?? newOrder(id)
  orders.set(id, order)
  return order
}

function learnKey(view: KeyView, { key, response }: TrafficExchange, seen: Sighting): TrafficFinding | undefined {
  const { status } = response
  const isOpen = status >= 200 && status <= 299
  if (key === undefined) return undefined
  if (key === '') return isOpen ? contradiction('key-required', [seen]) : undefined
  const { opened, refused } = view
  if (status === 401 && isBefore(opened, seen)) view.refused ??= seen
  if (!isOpen) return undefined
  view.opened ??= seen
  if (opened === undefined || refused === undefined || !isBefore(refused, seen)) return undefined
  view.opened = seen
  delete view.refused
  return contradiction('key-opens-all', [opened, refused, seen])
}

function learnPet(view: KeyView, { operation, status, exchange }: ParsedExchange, seen: Sighting): TrafficFinding[] {
  if (operation.operationId !== 'getPet') return []
  const found = status >= 500 ? [contradiction('pets-are-readable', [seen])] : []
  const atMs = Date.parse(exchange.response.headers['sunset'] ?? '')
  if (Number.isNaN(atMs)) return found
  const { sunset } = view
  view.sunset = { atMs, seen }
  if (sunset === undefined || sunset.atMs === atMs) return found
  const [before, after] = [sunset.atMs, atMs].map((unixMs) => new Date(unixMs).toUTCString())
  const message = `The Sunset was ${before}, and is ${after}.`
  return [...found, contradiction('sunset-stays', [sunset.seen, seen], { message })]
}
