import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { afterCancel, breaking, type BrokenProvider, listOnly } from './broken-provider.js'

/** Providers that go wrong only after several dozen orders or requests. */
export const manyRequests: BrokenProvider[] = [
  ...breaking('States and transitions: cancelled, after however many others.', 'model', {
    'remembers only the last 20 orders that it cancelled': remembersCancelled(20),
    'remembers only the last 50 orders that it cancelled': remembersCancelled(50),
  }),
  ...breaking('Cancel an order: 204, order cancelled, among however many others.', 'model', {
    'finds only the last 25 orders': finds((orders) => orders.slice(-25)),
    'finds only the last 50 orders': finds((orders) => orders.slice(-50)),
    'finds only the first 100 orders': finds((orders) => orders.slice(0, 100)),
    'refuses every 50th cancel': everyNth('cancelOrder', 50, 404),
    'fails on every 70th cancel': everyNth('cancelOrder', 70, 500),
  }),
  ...breaking('List orders: all orders, each time.', 'model', {
    'fails on every 40th list': everyNth('listOrders', 40, 500),
    'leaves the newest order out of every 20th list': (usual) => {
      let lists = 0
      return { listed: () => (++lists % 20 === 0 ? usual.listed().slice(0, -1) : usual.listed()) }
    },
    'does not show an order between the 25th and the 26th': listOnly((orders) =>
      orders.length < 52 ? orders : orders.filter((_, index) => index !== 25),
    ),
    'shows pages of 50 orders, and repeats the last of each': listOnly((orders) =>
      orders.map((order, index) => (index > 0 && index % 50 === 0 ? (orders[index - 1] ?? order) : order)),
    ),
    'shows the list as it was once there are more than 40 orders': (usual) => {
      let kept: readonly SmallOrder[] = []
      return {
        listed: () => {
          const now = usual.listed()
          if (now.length <= 40 || now.length - kept.length > 5) kept = [...now]
          return kept
        },
      }
    },
  }),
  ...breaking('Order: id is the unique order identifier, however fast orders come.', 'model', {
    'gives every 30th order the id of the one before': (usual, store) => {
      let id = 100n
      let orders = 0
      store.nextId = () => (++orders % 30 === 0 ? id : ++id)
      return { find: usual.find }
    },
  }),
  ...breaking('Authentication: an invalid key yields status 401, each time.', 'model', {
    'takes every 60th wrong key': (usual) => {
      let refused = 0
      return { admits: (call) => usual.admits(call) || ++refused % 60 === 0 }
    },
  }),
]

function remembersCancelled(count: number): Deviation {
  const cancelled: SmallOrder[] = []
  return afterCancel((order) => {
    cancelled.push(order)
    const forgotten = cancelled.at(-count - 1)
    if (forgotten?.status === 'cancelled') forgotten.status = 'pending'
  })
}

function finds(among: (orders: readonly SmallOrder[]) => readonly SmallOrder[]): Deviation {
  return (usual, store) => ({
    find: (id) => {
      const found = usual.find(id)
      return found !== undefined && among(store.orders).includes(found) ? found : undefined
    },
  })
}

function everyNth(operation: NonNullable<Call['operation']>, nth: number, status: number): Deviation {
  return (usual) => {
    let calls = 0
    return { [operation]: (call: Call) => (++calls % nth === 0 ? usual.error(status, 'oops') : usual[operation](call)) }
  }
}
