import { afterRefusal, breaking, type BrokenProvider, cancelAs } from '../broken-provider.js'

/** Providers that do not refuse to cancel a shipped order as they should, or change it. */
export const cancelShippedOrder: BrokenProvider[] = [
  ...breaking('Errors: 409 where the order has already shipped.', 'pact', {
    'cancels shipped orders': (usual) => ({
      cancel: (order) => {
        if (order.status === 'shipped') order.status = 'pending'
        return usual.cancel(order)
      },
    }),
    'answers 204 for shipped orders and leaves them alone': cancelAs('shipped', () => ({ status: 204, headers: {} })),
    'refuses shipped orders with 400': cancelAs('shipped', (usual) => usual.error(400, 'shipped')),
  }),
  ...breaking(
    'States and transitions: shipped, cancel order: unchanged; a shipped order cannot be reversed.',
    'model',
    {
      'cancels a shipped order at the second attempt': afterRefusal((order) => {
        if (order.status === 'shipped') order.status = 'pending'
      }),
      'changes a shipped order while refusing': afterRefusal((order) => (order.quantity = (order.quantity ?? 0) + 1)),
      'removes a shipped order while refusing': afterRefusal(({ id, status }, store) => {
        if (status === 'shipped') store.remove(id)
      }),
    },
  ),
]
