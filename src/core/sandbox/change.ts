import type { Order } from './order.js'
import type { OrderPatch } from './order-store.js'
import type { World } from './world.js'

export type OrderChange = 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'

/** What the history can tell of. */
export type RememberedChange = OrderChange | 'clock' | 'faults' | 'reset' | 'restored'

/** Who makes a change: a request to the API, the control of the mock, or its clock. */
export type ChangeMaker = 'api' | 'control' | 'clock'

/** What a change makes of a world: of an order, or of what else it holds, such as the clock or everything at once. */
export type Patch = OrderPatch | Partial<World>

/** A change of a sandbox that has been decided; `fired` is a fault that was tried, which nobody takes back. */
export interface Change {
  readonly by: ChangeMaker
  readonly kind: RememberedChange | 'fired'
  readonly patch: Patch
}

/** A change of one order; without the order it is taken away. */
export function orderChange(kind: OrderChange, by: ChangeMaker, orderId: string, order?: Order): Change {
  return { kind, by, patch: { orderId, order } }
}
