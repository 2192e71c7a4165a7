import { toDigits } from '../../spec/index.js'
import { Chance } from '../chance.js'
import { formatInstant } from '../instant.js'
import type { Order, OrderStatus } from './order.js'
import type { GenerateOrders } from './document.js'

const MINUTE_MS = 60_000
const MINUTES_A_DAY = 24 * 60
const FIRST_DAY_MS = 1_767_225_600_000 // 2026-01-01T00:00:00Z
const DAYS = 365

/** Statuses of a mixture: half of the orders are pending, most others have shipped. */
const MIXTURE: readonly OrderStatus[] = ['pending', 'pending', 'pending', 'shipped', 'shipped', 'cancelled']

/**
 * Generates orders that depend on nothing but the request: the same seed generates the same orders.
 * @throws {RangeError} if there are not enough ids above the first
 */
export function* generateOrders(
  { count, seed = 1, firstId = 1, status: wanted }: GenerateOrders,
  isTaken: (id: string) => boolean,
): Generator<Order> {
  const chance = new Chance(seed)
  const below = (limit: number): number => Math.floor(chance.draw() * limit)
  let next = BigInt(toDigits(firstId))
  for (let made = 0; made < count; made += 1) {
    while (isTaken(String(next))) next += 1n
    const id = toDigits(next)
    next += 1n
    const drawn = MIXTURE[below(MIXTURE.length)] ?? 'pending'
    const status = wanted ?? drawn
    yield {
      id,
      petId: String(1 + below(500)),
      quantity: 1 + below(9),
      shipDate: formatInstant(FIRST_DAY_MS + (below(DAYS) * MINUTES_A_DAY + below(MINUTES_A_DAY)) * MINUTE_MS),
      complete: status === 'shipped' && chance.draw() < 0.7,
      status,
    }
  }
}
