import type { ErrorCode } from '../http/errors.js'
import type { OrderStatus } from './order.js'

export type OrderAction = 'cancel' | 'ship'

export type Transition = { readonly to: OrderStatus } | { readonly refused: ErrorCode }

/** What each action does to an order in each status (specification, "States and transitions"; assumptions.md). */
export const TRANSITIONS: Readonly<Record<OrderStatus, Readonly<Record<OrderAction, Transition>>>> = {
  pending: { cancel: { to: 'cancelled' }, ship: { to: 'shipped' } },
  shipped: { cancel: { refused: 'order_already_shipped' }, ship: { refused: 'order_already_shipped' } },
  cancelled: { cancel: { refused: 'order_already_cancelled' }, ship: { refused: 'order_already_cancelled' } },
}
