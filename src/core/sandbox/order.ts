/** The status of an order. The API never shows it; cancelling depends on it (specification, "States and transitions"). */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled'

/** An order as the engine holds it. Ids are canonical decimal digits, so that no int64 loses one. */
export interface Order {
  readonly id: string
  readonly petId?: string
  readonly quantity?: number | bigint
  /** An instant as it was given, RFC 3339. */
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: OrderStatus
  /** Milliseconds after which a pending order ships by the clock, counted from `pendingSinceMs`. */
  readonly shipAfterMs?: number
  /** When the count began, in milliseconds since the Unix epoch; absent on an order of the scenario: since it was loaded. */
  readonly pendingSinceMs?: number
}

/** Numbers of orders by status. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>

/** When a pending order ships by the clock, in milliseconds since the Unix epoch; never, if nothing says so. */
export function shipsAtMs(order: Order, seededAtMs: number): number {
  return order.shipAfterMs === undefined ? Infinity : (order.pendingSinceMs ?? seededAtMs) + order.shipAfterMs
}

/** Counts orders by status. */
export function countByStatus(orders: Iterable<Pick<Order, 'status'>>): StatusCounts {
  const counts = { pending: 0, shipped: 0, cancelled: 0 }
  for (const { status } of orders) counts[status] += 1
  return counts
}

/** Whether the list shows both alike: it never shows the status. */
export function looksSame(one: Order, other: Order): boolean {
  return (
    one.petId === other.petId &&
    one.quantity === other.quantity &&
    one.shipDate === other.shipDate &&
    one.complete === other.complete
  )
}
