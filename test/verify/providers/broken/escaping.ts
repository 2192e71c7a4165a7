import { setImmediate as nextTurn } from 'node:timers/promises'
import { isInt64, SMALL_KEY } from '../small-provider.js'
import { afterCancel, breaking, listOnly, nearly, scheme, type BrokenProvider } from './broken-provider.js'

/** Providers whose deviation the verifier does not find yet; what it finds belongs into the table. */
export const escapingProviders: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'lets two cancels win that meet in one turn of its loop': (usual) => ({
        cancel: async (order) => {
          const before = order.status
          await nextTurn()
          order.status = before
          return usual.cancel(order)
        },
      }),
      'revives cancelled orders after 20 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 20)
      }),
      'revives cancelled orders after 200 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 200)
      }),
    },
  ),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels all orders when the order 0 is to be cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        if (call.id === '0')
          for (const order of store.orders) if (order.status === 'pending') order.status = 'cancelled'
        return usual.cancelOrder(call)
      },
    }),
    'cancels the last order when the order -1 is to be cancelled': (usual, store) => ({
      find: (id) => (id === '-1' ? store.orders.at(-1) : usual.find(id)),
    }),
    'takes a place in the list for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) && BigInt(id) < 50n ? store.orders[Number(id)] : undefined),
    }),
    'takes the end of an id': (_, store) => ({
      find: (id) => store.orders.find((order) => String(order.id).endsWith(id)),
    }),
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows 256 orders at most': listOnly((orders) => orders.slice(0, 256)),
    'shows 500 orders at most': listOnly((orders) => orders.slice(0, 500)),
    'shows 1000 orders at most': listOnly((orders) => orders.slice(0, 1000)),
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes several keys with commas between them': nearly((key) => key.split(',').includes(SMALL_KEY)),
    'takes the first eight characters of the key': nearly((key) => key === SMALL_KEY.slice(0, 8)),
    'takes the key in quotes': nearly((key) => key === `"${SMALL_KEY}"`),
    'takes the key under the scheme ApiKey': scheme('ApiKey'),
    'takes the key under the scheme Digest': scheme('Digest'),
    'takes the key under the scheme Bear': scheme('Bear'),
    'takes the key under the scheme Bearers': scheme('Bearers'),
    'takes the key right behind the scheme': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer${SMALL_KEY}`,
    }),
    'takes the key behind a colon': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer: ${SMALL_KEY}`,
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'asks for no key where the list is empty': (usual) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'listOrders' && usual.listed().length === 0),
    }),
    'asks for no key for negative ids': (usual) => ({
      admits: (call) => usual.admits(call) || call.id.startsWith('-'),
    }),
  }),
]
