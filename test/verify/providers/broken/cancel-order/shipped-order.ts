import { afterRefusal, breaking, type BrokenProvider, cancelAs, onRefusal } from '../broken-provider.js'

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
    'refuses shipped orders with 403': cancelAs('shipped', (usual) => usual.error(403, 'shipped')),
    'refuses shipped orders with 404': cancelAs('shipped', (usual) => usual.error(404, 'shipped')),
    'refuses shipped orders with 410': cancelAs('shipped', (usual) => usual.error(410, 'shipped')),
    'refuses shipped orders with 422': cancelAs('shipped', (usual) => usual.error(422, 'shipped')),
    'answers 200 with an error for shipped orders': cancelAs('shipped', (usual) =>
      usual.json(200, { code: 'shipped', status: 409 }),
    ),
    'fails on shipped orders': cancelAs('shipped', (usual) => usual.error(500, 'illegal_state')),
  }),
  ...breaking(
    'States and transitions: shipped, cancel order: unchanged; a shipped order cannot be reversed.',
    'model',
    {
      'cancels a shipped order while refusing, and does not find it again': (usual) => ({
        cancel: (order) => {
          if (order.status === 'cancelled') return usual.error(404, 'not_found')
          const answer = usual.cancel(order)
          order.status = 'cancelled'
          return answer
        },
      }),
      'cancels a shipped order at the second attempt': afterRefusal((order) => {
        if (order.status === 'shipped') order.status = 'pending'
      }),
      'changes a shipped order while refusing': afterRefusal((order) => (order.quantity = (order.quantity ?? 0) + 1)),
      'drops complete from an order whose cancel it refuses': afterRefusal((order) => delete order.complete),
      'removes a shipped order while refusing': afterRefusal(({ id, status }, store) => {
        if (status === 'shipped') store.remove(id)
      }),
    },
  ),
  ...breaking('States and transitions: shipped, cancel order: unchanged.', 'model', {
    'shows a shipped order twice once it has refused its cancel': afterRefusal((order, store) => {
      if (order.status === 'shipped') store.orders.push(order)
    }),
    'finds a shipped order at the first cancel only': (usual) => {
      const refused = new Set<object>()
      return {
        cancel: (order) => {
          if (order.status !== 'shipped') return usual.cancel(order)
          return refused.has(order) ? usual.error(404, 'gone') : (refused.add(order), usual.cancel(order))
        },
      }
    },
    'cancels a shipped order at the fifth attempt': onRefusal(4, (order) => {
      if (order.status === 'shipped') order.status = 'pending'
    }),
  }),
]
