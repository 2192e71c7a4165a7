import { createHash } from 'node:crypto'
import { type KnownOrder, learnCancel, learnListed, learnUnlisted } from './known-order.js'
import { idOf } from '../contract/index.js'
import { isBefore, type ReadExchange, type Sighting } from './traffic-exchange.js'
import { contradiction, type TrafficFinding } from './traffic-finding.js'

const MAX_ORDERS = 100_000
const MAX_KEYS = 10_000

/** What one key shows of one API. Another key may belong to another store. */
interface World {
  readonly orders: Map<bigint, KnownOrder>
  opened?: Sighting
  /** A refusal after the key had opened something. */
  refused?: Sighting
}

/**
 * Says of exchanges, in the order of their ends, which ones no history explains: others may place, ship, cancel and
 * remove orders at any moment, and what overlaps may have happened in any order. An order never becomes pending again,
 * though, ids are unique, and a key that was revoked stays so.
 */
export class Observer {
  readonly #worlds = new Map<string, World>()
  readonly #sunsets = new Map<string, { atMs: number; seen: Sighting }>()
  #orderCount = 0
  #anewSinceMs = -Infinity
  forgottenOrders = 0

  /** Forgets everything: the orders were changed by other means. What began before that has ended tells nothing. */
  startAnew(endMs = -Infinity): void {
    this.#worlds.clear()
    this.#sunsets.clear()
    this.#orderCount = 0
    this.#anewSinceMs = endMs === -Infinity ? endMs : Math.max(endMs, this.#anewSinceMs)
  }

  observe(exchange: ReadExchange): TrafficFinding[] {
    if (exchange.seen.startMs <= this.#anewSinceMs) return []
    const world = this.#worldOf(exchange)
    const found = [
      learnKey(world, exchange),
      ...this.#learnList(world, exchange),
      this.#learnCancel(world, exchange),
      ...this.#learnPet(exchange),
    ]
    this.#forget()
    return found.filter((each) => each !== undefined)
  }

  #worldOf({ baseUrl, key, file = '' }: ReadExchange): World {
    const user = key === undefined ? file : createHash('sha256').update(key).digest('base64')
    const name = `${baseUrl} ${user}`
    const world = this.#worlds.get(name) ?? { orders: new Map() }
    // Those that were used last stand last, and are forgotten last.
    this.#worlds.delete(name)
    this.#worlds.set(name, world)
    return world
  }

  #learnCancel({ orders }: World, { operation, id, response, seen }: ReadExchange): TrafficFinding | undefined {
    const { status } = response
    if (operation.operationId !== 'cancelOrder' || id === undefined) return undefined
    // Who was refused for the key, or in a way that is not documented, has learned nothing of the order.
    if (status === 401 || !operation.statuses.includes(status)) return undefined
    return learnCancel(this.#orderOf(orders, id), id, status, seen)
  }

  #learnList({ orders }: World, { operation, json, request, seen }: ReadExchange): TrafficFinding[] {
    if (operation.operationId !== 'listOrders' || !Array.isArray(json)) return []
    const added = new Set<bigint>()
    const ids = new Set(json.flatMap((entry) => idOf(entry) ?? []))
    const found = [...ids].map((id) => {
      if (!orders.has(id)) added.add(id)
      return learnListed(this.#orderOf(orders, id), id, seen)
    })
    const returned = found.filter((each) => each !== undefined)
    // A query may ask for some orders only, and an entry without an id may be any order.
    const isWhole = !request.path.includes('?') && json.every((entry) => idOf(entry) !== undefined)
    if (!isWhole || ids.size === orders.size) return returned
    const vanished = [...orders].filter(([id, order]) => !ids.has(id) && learnUnlisted(order, seen))
    const rounded = vanished.filter(([id]) => BigInt(Number(id)) !== id && added.has(BigInt(Number(id))))
    // One may be chance: an order that was removed, and a new one beside it.
    return rounded.length > 1 ? [...returned, lostDigits(rounded, seen)] : returned
  }

  #learnPet({ operation, baseUrl, response, seen }: ReadExchange): TrafficFinding[] {
    if (operation.operationId !== 'getPet') return []
    const { status, headers } = response
    const found = status >= 500 ? [contradiction('pets-are-readable', [seen])] : []
    const atMs = Date.parse(headers['sunset'] ?? '')
    if (Number.isNaN(atMs)) return found
    const before = this.#sunsets.get(baseUrl)
    this.#sunsets.set(baseUrl, { atMs, seen })
    if (before === undefined || before.atMs === atMs) return found
    const message = `The Sunset was ${dateOf(before.atMs)}, and is ${dateOf(atMs)}.`
    return [...found, contradiction('sunset-stays', [before.seen, seen], { message })]
  }

  #orderOf(orders: World['orders'], id: bigint): KnownOrder {
    const known = orders.get(id)
    if (known !== undefined) return known
    const order: KnownOrder = {}
    orders.set(id, order)
    this.#orderCount += 1
    return order
  }

  /** The orders of the keys that were used least recently go first. */
  #forget(): void {
    for (const [name, { orders }] of this.#worlds) {
      const hasTooManyKeys = this.#worlds.size > MAX_KEYS
      const excess = hasTooManyKeys ? orders.size : Math.max(0, this.#orderCount - MAX_ORDERS)
      if (excess === 0 && !hasTooManyKeys) return
      const ids = [...orders.keys()].slice(0, excess)
      for (const id of ids) orders.delete(id)
      this.#orderCount -= ids.length
      this.forgottenOrders += ids.length
      if (hasTooManyKeys) this.#worlds.delete(name)
    }
  }
}

function learnKey(world: World, { key, response: { status }, seen }: ReadExchange): TrafficFinding | undefined {
  const isOpen = status >= 200 && status <= 299
  if (key === undefined) return undefined
  if (key === '') return isOpen ? contradiction('key-required', [seen]) : undefined
  const { opened, refused } = world
  if (status === 401 && isBefore(opened, seen)) world.refused ??= seen
  if (!isOpen) return undefined
  world.opened ??= seen
  if (opened === undefined || refused === undefined || !isBefore(refused, seen)) return undefined
  world.opened = seen
  delete world.refused
  return contradiction('key-opens-all', [opened, refused, seen])
}

function lostDigits(rounded: readonly [bigint, KnownOrder][], seen: Sighting): TrafficFinding {
  const [id, { shown }] = rounded[0] ?? [0n, {}]
  const message = `${rounded.length} orders came back with ids of fewer digits: ${id} became ${BigInt(Number(id))}.`
  return contradiction('ids-keep-digits', [shown, seen], { message })
}

function dateOf(unixMs: number): string {
  return new Date(unixMs).toUTCString()
}
