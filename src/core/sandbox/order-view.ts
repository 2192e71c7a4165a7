import { formatDuration } from '../instant.js'
import type { Order, OrderStatus } from './order.js'

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

/**
 * What an order looks like.
 *
 * @param leftMs milliseconds until the clock ships it, if it does
 */
export function viewOrder({ id, petId, quantity, shipDate, complete, status }: Order, leftMs = Infinity): OrderView {
  return {
    id: BigInt(id),
    ...(petId !== undefined && { petId: BigInt(petId) }),
    ...(quantity !== undefined && { quantity }),
    ...(shipDate !== undefined && { shipDate }),
    ...(complete !== undefined && { complete }),
    status,
    ...(leftMs < Infinity && { shipAfter: formatDuration(Math.max(0, leftMs)) }),
  }
}
