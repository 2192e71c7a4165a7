import type { SmallOrder } from '../../small-store.js'
import { afterCancel, afterRefusal, breaking, type BrokenProvider, listOnly, onRefusal } from '../broken-provider.js'
import { setTimeout as delay } from 'node:timers/promises'

/** Providers whose list lacks orders, or shows orders that nobody placed. */
export const listCompleteness: BrokenProvider[] = [
  ...breaking('What the service does: list all orders placed in the store.', 'model', {
    'leaves out the shipped orders': listOnly((orders) => orders.filter(({ status }) => status !== 'shipped')),
    'leaves out the pending orders': listOnly((orders) => orders.filter(({ status }) => status !== 'pending')),
    'leaves out the newest order': listOnly((orders) => orders.slice(0, -1)),
    'leaves out the oldest order of several': listOnly((orders) => (orders.length > 1 ? orders.slice(1) : orders)),
    'leaves out orders with a large id': listOnly((orders) => orders.filter(({ id }) => id < 2n ** 53n)),
    'leaves out orders with a missing member': listOnly((orders) => orders.filter(isComplete)),
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
    'loses the next order when it cancels one': afterCancel(({ id }, store) => {
      store.remove(store.orders.find((order) => order.id > id)?.id ?? -1n)
    }),
    'loses every other order when it cancels one': afterCancel((order, store) => (store.orders = [order])),
    'shows orders only once': (usual) => {
      const shown = new Set<SmallOrder>()
      return { listed: () => usual.listed().filter((order) => !shown.has(order) && shown.add(order)) }
    },
    'shows half of the orders in every other list': (usual) => {
      let lists = 0
      return { listed: () => usual.listed().slice(0, ++lists % 2 === 0 ? usual.listed().length / 2 : undefined) }
    },
    'shows nothing to the second of two concurrent lists': (usual) => {
      let isBusy = false
      return {
        listOrders: async (call) => {
          if (isBusy) return usual.json(200, [])
          isBusy = true
          await delay(5)
          isBusy = false
          return usual.listOrders(call)
        },
      }
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
    'loses a shipped order once its cancel was refused twice': onRefusal(2, (order, store) => {
      if (order.status === 'shipped') store.remove(order.id)
    }),
    'loses all orders when a key is refused for the list': (usual, store) => ({
      refuse: (call) => {
        if (call.operation === 'listOrders') store.orders = []
        return usual.refuse(call)
      },
    }),
  }),
  ...breaking('List orders: all orders placed in the store, and no others.', 'pact', {
    'shows an order that nobody placed': listOnly((orders) => [{ id: 1n, quantity: 1, status: 'pending' }, ...orders]),
  }),
]

function isComplete({ petId, quantity, shipDate, complete }: SmallOrder): boolean {
  return [petId, quantity, shipDate, complete].every((member) => member !== undefined)
}
