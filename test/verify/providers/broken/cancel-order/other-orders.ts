import type { SmallOrder } from '../../small-store.js'
import { afterCancel, afterRefusal, breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers whose cancels affect other orders. */
export const cancelOtherOrders: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels the next order as well': afterCancel(({ id }, store) => cancelNext(store.orders, id)),
    'cancels all orders for the same pet': afterCancel(({ petId }, { orders }) =>
      orders.filter((order) => order.petId === petId).forEach((order) => cancelIfPending(order)),
    ),
    'cancels the oldest pending order whichever is named': (usual, store) => ({
      find: (id) => usual.find(id) && (store.orders.find(({ status }) => status === 'pending') ?? usual.find(id)),
    }),
    'cancels a pending order when a shipped one is refused': afterRefusal((_, { orders }) =>
      cancelIfPending(orders.findLast(({ status }) => status === 'pending')),
    ),
    'cancels all orders when the order 0 is to be cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        if (call.id === '0')
          for (const order of store.orders) if (order.status === 'pending') order.status = 'cancelled'
        return usual.cancelOrder(call)
      },
    }),
    'cancels the order before the one that a wrong key named': (usual, store) => ({
      refuse: (call) => {
        const at = call.operation === 'cancelOrder' ? store.orders.findIndex(({ id }) => String(id) === call.id) : -1
        const before = store.orders[at - 1]
        if (before?.status === 'pending') before.status = 'cancelled'
        return usual.refuse(call)
      },
    }),
  }),
]

function cancelNext(orders: readonly SmallOrder[], id: bigint): void {
  cancelIfPending(orders[orders.findIndex((order) => order.id === id) + 1])
}

function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}
