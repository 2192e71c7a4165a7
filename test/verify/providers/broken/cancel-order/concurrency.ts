import { breaking, type BrokenProvider } from '../broken-provider.js'
import { setTimeout as delay } from 'node:timers/promises'

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
