import { seededChance } from '../chance.js'
import { formatInstant } from '../instant.js'
import type { Order, OrderStatus } from '../sandbox/order.js'
import type { GenerateOrders, Id } from './document.js'
import { toDigits } from './read-order.js'

const DAY_MS = 86_400_000
const FIRST_DAY_MS = 1_767_225_600_000 // 2026-01-01T00:00:00Z
const DAYS = 365

/** Statuses of a mixture: half of the orders are pending, most others have shipped. */
const MIXTURE: readonly OrderStatus[] = ['pending', 'pending', 'pending', 'shipped', 'shipped', 'cancelled']

/**
 * Makes orders that depend on nothing but the request: the same seed makes the same orders.
 *
 * @param isTaken tells the ids to leave out
 * @throws {RangeError} if there are not enough ids above the first
 */
export function* generateOrders(request: GenerateOrders, isTaken: (id: string) => boolean): Generator<Order> {
  const chance = seededChance(request.seed ?? 1)
  const below = (limit: number): number => Math.floor(chance() * limit)
  const nextId = idsFrom(request.firstId ?? 1)
  const dates = Array.from({ length: DAYS }, (_, day) => formatInstant(FIRST_DAY_MS + day * DAY_MS).slice(0, 11))
  for (let made = 0; made < request.count; made += 1) {
    let id = nextId()
    while (isTaken(id)) id = nextId()
    const drawn = MIXTURE[below(MIXTURE.length)] ?? 'pending'
    const status = request.status ?? drawn
    yield {
      id,
      petId: String(1 + below(500)),
      quantity: 1 + below(9),
      shipDate: `${dates[below(DAYS)]}${timeOfDay(below(24 * 60))}`,
      complete: status === 'shipped' && chance() < 0.7,
      status,
    }
  }
}

/** Counts up, as a number while it is exact. */
function idsFrom(firstId: Id): () => string {
  const first = toDigits(firstId)
  let next: number | bigint = Number.isSafeInteger(Number(first)) ? Number(first) : BigInt(first)
  return () => {
    const id = typeof next === 'number' ? String(next) : toDigits(next)
    next = typeof next === 'number' && next < Number.MAX_SAFE_INTEGER ? next + 1 : BigInt(next) + 1n
    return id
  }
}

function timeOfDay(minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${hour}:${String(minutes % 60).padStart(2, '0')}:00Z`
}
