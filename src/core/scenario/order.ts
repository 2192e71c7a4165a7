import { formatDuration } from '../instant.js'

/** The status of an order. The API never shows it; cancelling depends on it (specification, "States and transitions"). */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled'

/** An order in the engine. Ids are canonical decimal digits, so that no int64 loses one. */
export interface StoredOrder {
  readonly id: string
  readonly petId?: string
  /** Beyond 2^53-1 it is a bigint, whatever its type says: it is only ever written. */
  readonly quantity?: number
  /** A date-time as it was set, ISO 8601. */
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: OrderStatus
  /** Milliseconds after which a pending order ships by the clock, counted from `pendingSinceMs`. */
  readonly shipAfterMs?: number
  /** When the count began, in milliseconds since the Unix epoch; absent on an order of the scenario: since it was loaded. */
  readonly pendingSinceMs?: number
}

/** An order with its status, as code and the control API see it. */
export interface OrderView {
  readonly id: bigint
  readonly petId?: bigint
  readonly quantity?: number
  /** ISO 8601; RFC 3339, unless it was set in another form. */
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: OrderStatus
  /** ISO 8601: the clock ships the pending order when it has moved on by this much. */
  readonly shipAfter?: string
}

export type StatusCounts = Readonly<Record<OrderStatus, number>>

/** Whether the list shows both alike: it never shows the status. */
export function looksSame(one: StoredOrder, other: StoredOrder): boolean {
  return (['petId', 'quantity', 'shipDate', 'complete'] as const).every((field) => one[field] === other[field])
}

/** What an order looks like. @param leftMs milliseconds until the clock ships it, if it does */
export function viewOrder(
  { id, petId, quantity, shipDate, complete, status }: StoredOrder,
  leftMs = Infinity,
): OrderView {
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
