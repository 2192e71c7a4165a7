import { allowed, type ConformingProvider } from './conforming-provider.js'

/** The store may hold orders of others, who use it at the same time. */
export const otherClients: ConformingProvider[] = [
  ...allowed('What the service does: all orders placed in the store, whoever placed them.', {
    'takes orders from other clients at any time': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
        cancelOrder: async (call) => {
          store.add({ quantity: 9, status: 'shipped' })
          return usual.cancelOrder(call)
        },
      }),
    },
    'lets other clients cancel, change and remove their orders': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          const theirs = store.orders.filter(({ quantity }) => quantity === 9)
          if (theirs.length > 2) store.orders = store.orders.filter((order) => order !== theirs[0])
          for (const order of theirs.slice(1)) Object.assign(order, { status: 'shipped', complete: !order.complete })
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
      }),
    },
  }),
]
