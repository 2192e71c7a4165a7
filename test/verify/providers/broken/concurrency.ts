import { setTimeout as delay } from 'node:timers/promises'
import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that go wrong where cancels arrive at the same time. */
export const cancelConcurrency: BrokenProvider[] = [
  ...breaking(
    'Cancel an order: of two cancels of a pending order the first gets 204, the second meets no pending order.',
    'model',
    {
      'fails on concurrent cancels of an order': (usual) => {
        const busy = new Set<object>()
        return {
          cancel: async (order) => {
            if (busy.has(order)) return usual.error(500, 'deadlock')
            busy.add(order)
            await delay(20)
            busy.delete(order)
            return usual.cancel(order)
          },
        }
      },
    },
  ),
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'lets two concurrent cancels of an order succeed': (usual) => ({
        cancel: async (order) => {
          const before = order.status
          await delay(5)
          order.status = before
          return usual.cancel(order)
        },
      }),
      'refuses a cancel while another order is being cancelled': (usual) => {
        let isBusy = false
        return {
          cancel: async (order) => {
            if (isBusy) return usual.error(409, 'busy')
            isBusy = true
            await delay(5)
            isBusy = false
            return usual.cancel(order)
          },
        }
      },
      'undoes a concurrent cancel of another order': (usual, store) => ({
        cancel: async (order) => {
          const before = store.orders.map((each) => [each, each.status] as const)
          await delay(5)
          for (const [each, status] of before) if (each !== order) each.status = status
          return usual.cancel(order)
        },
      }),
    },
  ),
]

/** Providers that go wrong only after several dozen orders or requests. */
export const manyRequests: BrokenProvider[] = [
  ...breaking('Cancel an order: 204, order cancelled, among however many others.', 'model', {
    'finds only the last 50 orders': finds((orders) => orders.slice(-50)),
    'refuses every 50th cancel': everyNth('cancelOrder', 50, 404),
  }),
  ...breaking('List orders: all orders, each time.', 'model', {
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
  ...breaking('Authentication: an invalid key yields status 401, each time.', 'model', {
    'takes every 60th wrong key': (usual) => {
      let refused = 0
      return { admits: (call) => usual.admits(call) || ++refused % 60 === 0 }
    },
  }),
]

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
