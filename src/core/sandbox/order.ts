/** The status of an order. The API never shows them; cancelling depends on them (specification, "States"). */
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
  /** When the count began, in milliseconds since the Unix epoch; absent on an order of the seed: since it was seeded. */
  readonly pendingSinceMs?: number
}

/** When a pending order ships by the clock, in milliseconds since the Unix epoch; never, if nothing says so. */
export function shipsAtMs(order: Order, seededAtMs: number): number {
  return order.shipAfterMs === undefined ? Infinity : (order.pendingSinceMs ?? seededAtMs) + order.shipAfterMs
}
