import { createHash } from 'node:crypto'
import { findOperation, type OrderStatus, statusesBehind } from '../contract/index.js'
import { type Json, operations } from '../spec/index.js'
import { type KnownOrder, learnCancel, learnListed, learnUnlisted } from './known-order.js'
import { idOf } from './recorder.js'
import { BROKEN, type Contradiction, isBefore, type Sighting } from './sighting.js'

/** One exchange, as far as it is known. */
export interface Observed {
  readonly seen: Sighting
  readonly method: string
  /** Below the base URL. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The API that was called, where traffic of several goes by. */
  readonly baseUrl: string
  /** `undefined` if the request had none, or if nobody knows which; only its digest is kept. */
  readonly key: string | undefined
  /** Whether it is certain that the request had no key. */
  readonly isKeyMissing: boolean
  /** Where it was recorded: requests without a known key may be of another user in another file. */
  readonly file?: string
  /** The orders that the answer lists, if it does. */
  readonly list?: readonly Json[] | undefined
}

const MAX_ORDERS = 100_000
const MAX_KEYS = 10_000

const ANY_STATUS: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled', 'absent']

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
  readonly #sunsets = new Map<string, { value: string; seen: Sighting }>()
  #orderCount = 0
  #anewSinceMs = -Infinity
  forgottenOrders = 0
  forgottenKeys = 0

  /** Forgets everything: the orders were changed by other means. What began before that has ended tells nothing. */
  startAnew(endMs = -Infinity): void {
    this.#worlds.clear()
    this.#sunsets.clear()
    this.#orderCount = 0
    this.#anewSinceMs = endMs === -Infinity ? endMs : Math.max(endMs, this.#anewSinceMs)
  }

  observe(observed: Observed): Contradiction[] {
    const called = findOperation({ ...observed, headers: {} })
    if (called === undefined || observed.seen.startMs <= this.#anewSinceMs) return []
    const { operationId } = called.operation
    const world = this.#worldOf(observed)
    const found = [this.#learnKey(world, observed)]
    if (operationId === 'listOrders') found.push(...this.#learnList(world, observed))
    if (operationId === 'cancelOrder' && called.id !== undefined)
      found.push(this.#learnCancel(world, called.id, observed))
    if (operationId === 'getPet') {
      found.push(this.#learnSunset(observed))
      if (observed.status >= 500) found.push({ ...BROKEN.pet, entries: [observed.seen] })
    }
    this.#forget()
    return found.filter((each) => each !== undefined)
  }

  #worldOf({ baseUrl, key, file = '' }: Observed): World {
    const user = key === undefined ? file : createHash('sha256').update(key).digest('base64')
    const name = `${baseUrl} ${user}`
    const world = this.#worlds.get(name) ?? { orders: new Map() }
    // Those that were used last stand last, and are forgotten last.
    this.#worlds.delete(name)
    this.#worlds.set(name, world)
    return world
  }

  #learnKey(world: World, observed: Observed): Contradiction | undefined {
    const { status, isKeyMissing, key, seen } = observed
    const isOpen = status >= 200 && status <= 299
    if (isKeyMissing) return isOpen ? { ...BROKEN.keyMissing, entries: [seen] } : undefined
    if (key === undefined) return undefined
    const { opened, refused } = world
    if (status === 401 && isBefore(opened, seen)) world.refused ??= seen
    if (!isOpen) return undefined
    world.opened ??= seen
    if (opened === undefined || refused === undefined || !isBefore(refused, seen)) return undefined
    world.opened = seen
    delete world.refused
    return { ...BROKEN.key, entries: [opened, refused, seen] }
  }

  #learnCancel({ orders }: World, id: bigint, observed: Observed): Contradiction | undefined {
    const { status, seen } = observed
    // Who was refused for the key, or in a way that is not documented, has learned nothing of the order.
    if (status === 401 || !operations.cancelOrder.statuses.includes(status)) return undefined
    return learnCancel(this.#orderOf(orders, id), id, statusesBehind(ANY_STATUS, status), seen)
  }

  #learnList({ orders }: World, observed: Observed): Contradiction[] {
    const { list, path, seen } = observed
    if (list === undefined) return []
    const found: Contradiction[] = []
    const added = new Set<bigint>()
    const ids = new Set(list.flatMap((entry) => idOf(entry) ?? []))
    for (const id of ids) {
      if (!orders.has(id)) added.add(id)
      const returned = learnListed(this.#orderOf(orders, id), id, seen)
      if (returned !== undefined) found.push(returned)
    }
    // A query may ask for some orders only, and an entry without an id may be any order.
    const isWhole = !path.includes('?') && list.every((entry) => idOf(entry) !== undefined)
    if (!isWhole || ids.size === orders.size) return found
    const vanished = [...orders].filter(([id, order]) => !ids.has(id) && learnUnlisted(order, seen))
    const rounded = vanished.filter(([id]) => BigInt(Number(id)) !== id && added.has(BigInt(Number(id))))
    // One may be chance: an order that was removed, and a new one beside it.
    if (rounded.length > 1) found.push(lostDigits(rounded, seen))
    return found
  }

  #learnSunset({ baseUrl, headers, seen }: Observed): Contradiction | undefined {
    const value = headers['sunset']
    if (value === undefined) return undefined
    const before = this.#sunsets.get(baseUrl)
    this.#sunsets.set(baseUrl, { value, seen })
    if (before === undefined || before.value === value) return undefined
    const message = `The Sunset was ${before.value}, and is ${value}.`
    return { ...BROKEN.sunset, message, entries: [before.seen, seen] }
  }

  #orderOf(orders: World['orders'], id: bigint): KnownOrder {
    const known = orders.get(id)
    if (known !== undefined) return known
    const order: KnownOrder = {}
    orders.set(id, order)
    this.#orderCount += 1
    return order
  }

  #forget(): void {
    for (const [name, { orders }] of this.#worlds) {
      if (this.#orderCount <= MAX_ORDERS && this.#worlds.size <= MAX_KEYS) return
      const excess = this.#worlds.size > MAX_KEYS ? orders.size : this.#orderCount - MAX_ORDERS
      const ids = [...orders.keys()].slice(0, excess)
      for (const id of ids) orders.delete(id)
      this.#orderCount -= ids.length
      this.forgottenOrders += ids.length
      if (this.#worlds.size <= MAX_KEYS) continue
      this.#worlds.delete(name)
      this.forgottenKeys += 1
    }
  }
}

function lostDigits(rounded: readonly [bigint, KnownOrder][], seen: Sighting): Contradiction {
  const [id, { shown }] = rounded[0] ?? [0n, {}]
  const message = `${rounded.length} orders came back with ids of fewer digits: ${id} became ${BigInt(Number(id))}.`
  return { ...BROKEN.digits, message, entries: [...(shown === undefined ? [] : [shown]), seen] }
}
