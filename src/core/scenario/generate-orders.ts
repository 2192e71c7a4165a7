import type { InputPath } from '../../input/index.js'
import { seededChance } from '../chance.js'
import { formatInstant } from '../instant.js'
import type { Order, OrderStatus } from '../sandbox/order.js'
import type { GenerateOrders } from './document.js'
import { readId } from './read-order.js'

const DAY_MS = 86_400_000
const FIRST_DAY_MS = 1_767_225_600_000 // 2026-01-01T00:00:00Z

/** Statuses of a mixture: half of the orders are pending, most others have shipped. */
const MIXTURE: readonly OrderStatus[] = ['pending', 'pending', 'pending', 'shipped', 'shipped', 'cancelled']

/** Where the request stands in its document, and which ids it must leave out. */
interface GeneratingPlace {
  readonly path: InputPath
  readonly isTaken: (id: string) => boolean
}

/**
 * Makes orders that depend on nothing but the request: the same seed makes the same orders.
 *
 * @throws {InvalidInputError} if there are not enough ids above the first
 */
export function* generateOrders(request: GenerateOrders, { path, isTaken }: GeneratingPlace): Generator<Order> {
  const chance = seededChance(request.seed ?? 1)
  const below = (limit: number): number => Math.floor(chance() * limit)
  const firstIdPath = [...path, 'generate', 'firstId']
  let id = BigInt(readId(request.firstId ?? 1, firstIdPath))
  for (let made = 0; made < request.count; made += 1) {
    while (isTaken(String(id))) id += 1n
    const drawn = MIXTURE[below(MIXTURE.length)] ?? 'pending'
    const status = request.status ?? drawn
    yield {
      id: readId(id, firstIdPath),
      petId: String(1 + below(500)),
      quantity: 1 + below(9),
      shipDate: formatInstant(FIRST_DAY_MS + below(365) * DAY_MS + below(24 * 60) * 60_000),
      complete: status === 'shipped' && chance() < 0.7,
      status,
    }
    id += 1n
  }
}
