import type { SmallOrder } from '../../small-store.js'
import { afterRefusal, breaking, type BrokenProvider, listOnly } from '../broken-provider.js'
import { setTimeout as delay } from 'node:timers/promises'

/** Providers whose list lacks orders, or shows orders that nobody placed. */
export const listCompleteness: BrokenProvider[] = [
  ...breaking('What the service does: list all orders placed in the store.', 'model', {
    'leaves out the shipped orders': listOnly((orders) => orders.filter(({ status }) => status !== 'shipped')),
    'leaves out the newest order': listOnly((orders) => orders.slice(0, -1)),
    'leaves out orders with a large id': listOnly((orders) => orders.filter(({ id }) => id < 2n ** 53n)),
    'loses an order whose cancel it refused': afterRefusal(({ id }, store) => store.remove(id)),
    'shows the list as it was up to 400 ms ago': (usual) => {
      let kept: { at: number; orders: readonly SmallOrder[] } | undefined
      return {
        listed: () => {
          if (!kept || Date.now() - kept.at > 400) kept = { at: Date.now(), orders: [...usual.listed()] }
          return kept.orders
        },
      }
    },
    'shows orders only once': (usual) => {
      const shown = new Set<SmallOrder>()
      return { listed: () => usual.listed().filter((order) => !shown.has(order) && shown.add(order)) }
    },
    'shows nothing while an order is being cancelled': (usual) => {
      let cancels = 0
      return {
        listed: () => (cancels > 0 ? [] : usual.listed()),
        cancel: async (order) => {
          cancels++
          // Long enough for a list that is asked for meanwhile to arrive, however busy the machine.
          await delay(60)
          cancels--
          return usual.cancel(order)
        },
      }
    },
    'shows another quantity in every list': (usual) => {
      let lists = 0
      return {
        listed: () => (lists++, usual.listed()),
        show: (order) => ({ ...(usual.show(order) as object), quantity: lists }),
      }
    },
  }),
  ...breaking('List orders: all orders placed in the store, and no others.', 'pact', {
    'shows an order that nobody placed': listOnly((orders) => [{ id: 1n, quantity: 1, status: 'pending' }, ...orders]),
  }),
]
