import { createHash } from 'node:crypto'
import { CANCEL_EXPECTATIONS, idOf, type ParsedExchange } from '../contract/index.js'
import { isBefore, type Sighting, type TrafficExchange } from './traffic-exchange.js'
import { contradiction, type TrafficFinding } from './traffic-finding.js'

// Of orders and keys together.
const MAX_SIZE = 100_000

/**
 * What was seen of an order, in the order in which the exchanges ended. Together these leave a set of lives that it may
 * have had: placed before `shown` ended, pending no more when `closed` ended, out of the list when `unlisted` ended.
 */
interface ObservedOrder {
  readonly id: bigint
  /** The first exchange that shows that it was placed. */
  shown?: Sighting
  /** The first one after which it cannot be pending, and never will be again. */
  closed?: Sighting
  /** Its confirmed cancel. */
  cancelled?: Sighting
  /** The first list after it was placed that does not have it. */
  unlisted?: Sighting
}

/** What one key shows of one API. Another key may belong to another store. */
interface KeyView {
  readonly orders: Map<bigint, ObservedOrder>
  opened?: Sighting
  /** A refusal after the key had opened something. */
  refused?: Sighting
  sunset?: { readonly atMs: number; readonly seen: Sighting }
}

/**
 * Says which exchanges, in the order of their ends, no history explains: others may place, ship, cancel and
 * remove orders at any moment, and what overlaps may have happened in any order. An order never becomes pending again,
 * though, ids are unique, and a key that was revoked stays so.
 */
export class Observer {
  readonly #views = new Map<string, KeyView>()
  #size = 0
  #anewSinceMs = -Infinity
  forgottenOrders = 0

  /** Forgets everything: the orders were changed by other means. Exchanges that began before that was over tell nothing. */
  startAnew(endMs = -Infinity): void {
    this.#views.clear()
    this.#size = 0
    this.#anewSinceMs = endMs === -Infinity ? endMs : Math.max(endMs, this.#anewSinceMs)
  }

  observe(exchange: TrafficExchange, parsed: ParsedExchange): TrafficFinding[] {
    // An answer from a cache on the way was true when it was cached.
    const ageMs = (Number(exchange.response.headers['age']) || 0) * 1000
    const seen = { ...exchange.seen, startMs: exchange.seen.startMs - ageMs }
    if (seen.startMs <= this.#anewSinceMs) return []
    const view = this.#viewOf(exchange)
    const known = view.orders.size
    const found = [
      learnKey(view, exchange, seen),
      ...learnList(view, parsed, seen),
      learnCancel(view, parsed, seen),
      ...learnPet(view, parsed, seen),
    ]
    this.#size += view.orders.size - known
    this.#forget()
    return found.filter((each) => each !== undefined)
  }

  #viewOf({ baseUrl, key, file = '' }: TrafficExchange): KeyView {
    const user = key === undefined ? file : createHash('sha256').update(key).digest('base64')
    const name = `${baseUrl} ${user}`
    const view = this.#views.get(name) ?? { orders: new Map() }
    this.#size += this.#views.has(name) ? 0 : 1
    // Those that were used last stand last, and are forgotten last.
    this.#views.delete(name)
    this.#views.set(name, view)
    return view
  }

  /** The least recently used ones go first. */
  #forget(): void {
    for (const [name, { orders }] of this.#views) {
      for (const id of orders.keys()) {
        if (this.#size <= MAX_SIZE) return
        orders.delete(id)
        this.#size -= 1
        this.forgottenOrders += 1
      }
      if (this.#size <= MAX_SIZE) return
      this.#views.delete(name)
      this.#size -= 1
    }
  }
}

function learnList({ orders }: KeyView, parsed: ParsedExchange, seen: Sighting): TrafficFinding[] {
  const { operation, status, body, exchange } = parsed
  const list = 'json' in body ? body.json : undefined
  if (operation.operationId !== 'listOrders' || status !== 200 || !Array.isArray(list)) return []
  const ids = new Set(list.flatMap((entry) => idOf(entry) ?? []))
  const added = new Set([...ids].filter((id) => !orders.has(id)))
  const found = [...ids].flatMap((id) => learnListed(orderOf(orders, id), seen) ?? [])
  // A query may ask for some orders only, and an entry without an id may be any order.
  const isWhole = !exchange.request.path.includes('?') && list.every((entry) => idOf(entry) !== undefined)
  if (!isWhole || ids.size === orders.size) return found
  const vanished = [...orders].filter(([id, order]) => !ids.has(id) && learnUnlisted(order, seen))
  const rounded = vanished.filter(([id]) => BigInt(Number(id)) !== id && added.has(BigInt(Number(id))))
  const [[id, { shown }] = [0n, {}]] = rounded
  // One may be chance: an order that was removed, and a new one beside it.
  if (rounded.length < 2) return found
  const message = `${rounded.length} orders came back with ids of fewer digits: ${id} became ${BigInt(Number(id))}.`
  return [...found, contradiction('ids-keep-digits', [shown, seen], { message })]
}

/** Learns from the documented answer to a cancel: the table of what is expected, read backwards. */
function learnCancel({ orders }: KeyView, parsed: ParsedExchange, seen: Sighting): TrafficFinding | undefined {
  const { operation, id, status } = parsed
  // A refusal for the key, or one that is not documented, says nothing about the order.
  if (status === 401 || !operation.statuses.includes(status)) return undefined
  if (operation.operationId !== 'cancelOrder' || id === undefined) return undefined
  const order = orderOf(orders, id)
  const { shown, closed, cancelled } = order
  const mayBeAbsent = CANCEL_EXPECTATIONS.absent.allows(status)
  if (!mayBeAbsent) order.shown ??= seen
  if (!mayBeAbsent || isBefore(shown, seen)) order.closed ??= seen
  if (!CANCEL_EXPECTATIONS.pending.allows(status)) return undefined
  order.cancelled = seen
  if (cancelled !== undefined) return contradiction('cancelled-once', [cancelled, seen], { id })
  if (!isBefore(closed, seen)) return undefined
  order.closed = seen
  return contradiction('pending-no-more', [shown, closed, seen], { id })
}

function orderOf(orders: KeyView['orders'], id: bigint): ObservedOrder {
  const order = orders.get(id) ?? { id }
  orders.set(id, order)
  return order
}

/** Learns from a list that has the order. */
function learnListed(order: ObservedOrder, seen: Sighting): TrafficFinding | undefined {
  const { id, shown, unlisted } = order
  order.shown ??= seen
  if (!isBefore(unlisted, seen)) return undefined
  delete order.unlisted
  return contradiction('gone-stays-gone', [shown, unlisted, seen], { id })
}

/**
 * Learns from a list that does not have the order.
 *
 * @returns whether it has vanished
 */
function learnUnlisted(order: ObservedOrder, seen: Sighting): boolean {
  if (order.unlisted !== undefined || !isBefore(order.shown, seen)) return false
  order.unlisted = seen
  order.closed ??= seen
  return true
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
