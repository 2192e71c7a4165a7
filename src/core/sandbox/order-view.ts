import { formatDuration } from '../instant.js'
import { type Order, type OrderStatus, shipsAtMs } from './order.js'

/** An order with its status, as code and the control API see it. */
export interface OrderView {
  readonly id: bigint
  readonly petId?: bigint
  readonly quantity?: number | bigint
  /** RFC 3339. */
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: OrderStatus
  /** ISO 8601: the clock ships the pending order when it has moved on by this much. */
  readonly shipAfter?: string
}

/** What an order looks like: its time to ship counts from the seeding, and is what is left of it now. */
export function viewOrder(
  order: Order,
  { seededAtMs, nowMs }: { readonly seededAtMs: number; readonly nowMs: number },
): OrderView {
  const { id, petId, quantity, shipDate, complete, status } = order
  const leftMs = shipsAtMs(order, seededAtMs) - nowMs
  return {
    id: BigInt(id),
    ...(petId !== undefined && { petId: BigInt(petId) }),
    ...(quantity !== undefined && { quantity }),
    ...(shipDate !== undefined && { shipDate }),
    ...(complete !== undefined && { complete }),
    status,
    ...(status === 'pending' && Number.isFinite(leftMs) && { shipAfter: formatDuration(Math.max(0, leftMs)) }),
  }
}
