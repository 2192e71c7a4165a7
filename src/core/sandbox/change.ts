import type { Order } from './order.js'
import type { OrderPatch } from './order-store.js'
import type { Patch, World } from './world.js'

export type OrderChange = 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'

/** What the history can tell of. */
export type RememberedChange = OrderChange | 'clock' | 'faults' | 'reset' | 'restored'

/** Who makes a change: a request to the API, the control of the mock, or its clock. */
export type ChangeMaker = 'api' | 'control' | 'clock'

/** A change of a sandbox that has been decided; `fired` is a fault that was tried, which nobody takes back. */
export type Change = {
  readonly by: ChangeMaker
  /** Whether the change before makes it, by moving the clock. */
  readonly isCaused?: boolean
} & (
  | { readonly kind: OrderChange; readonly orderId: string; readonly patch: OrderPatch }
  | {
      readonly kind: Exclude<RememberedChange, OrderChange> | 'fired'
      readonly orderId?: undefined
      readonly patch: Exclude<Patch, OrderPatch>
    }
)

/** A change of one order; without the order it is taken away. */
export function orderChange(kind: OrderChange, by: ChangeMaker, orderId: string, order?: Order): Change {
  return { kind, by, orderId, patch: { orderId, order } }
}

/** The orders that the clock ships by an instant, and after another one; both in milliseconds since the Unix epoch. */
export function shippedByClock({ orders }: World, nowMs: number, afterMs = -Infinity): readonly Change[] {
  const due = orders.dueBy(nowMs)
  if (due.length === 0) return NO_CHANGES
  return due
    .filter((order) => orders.shipsAtMs(order) > afterMs)
    .map((order) => orderChange('shipped', 'clock', order.id, { ...order, status: 'shipped' }))
}

const NO_CHANGES: readonly Change[] = []
