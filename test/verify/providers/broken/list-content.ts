import { setTimeout as delay } from 'node:timers/promises'
import { exactJson } from '../exact-json.js'
import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'
import { afterRefusal, breaking, listOnly, queryOf, type BrokenProvider } from './broken-provider.js'

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

/** Providers whose list is limited, by itself or by its query. */
export const listLimits: BrokenProvider[] = [
  ...breaking('Limits: listing orders has no pagination; one call returns all orders.', 'pact', {
    'shows 100 orders at most': listOnly((orders) => orders.slice(0, 100)),
    'answers many orders with 206 and a part': (usual) => ({
      listOrders: (call) => {
        const part = usual.listed().slice(0, 100)
        const headers = { 'content-type': 'application/json', 'content-range': `orders 0-99/${usual.listed().length}` }
        return usual.listed().length <= 100
          ? usual.listOrders(call)
          : { status: 206, headers, body: exactJson(part.map((order) => usual.show(order))) }
      },
    }),
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows new orders after 50 ms': showLater(50),
    'shows 500 orders at most': listOnly((orders) => orders.slice(0, 500)),
  }),
  ...breaking('List orders: no query parameters; the response is always the full set of orders.', 'model', {
    'obeys a limit in the query': listFor((orders, query) =>
      orders.slice(0, Number(query.get('limit') ?? orders.length)),
    ),
  }),
]

function showLater(afterMs: number): Deviation {
  return (usual) => {
    const since = new WeakMap<object, number>()
    return {
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        for (const order of usual.listed()) if (!since.has(order)) since.set(order, performance.now())
        return values
      },
      listed: () => usual.listed().filter((order) => performance.now() - (since.get(order) ?? 0) > afterMs),
    }
  }
}

function listFor(pick: (orders: readonly SmallOrder[], query: URLSearchParams) => readonly SmallOrder[]): Deviation {
  return (usual) => ({
    listOrders: ({ request }) =>
      usual.json(
        200,
        pick(usual.listed(), queryOf(request.url)).map((order) => usual.show(order)),
      ),
  })
}

/** Providers that change something while somebody only reads. */
export const reads: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} reads a pet, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'cancels pending orders when a pet is read': onRead('getPet', (order) => turn(order, 'pending', 'cancelled')),
  }),
  ...breaking('List orders: lists orders, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'unships orders when the list is read': onRead('listOrders', (order) => turn(order, 'shipped', 'pending')),
  }),
]

type Change = (order: SmallOrder, store: SmallStore) => void

function onRead(operation: NonNullable<Call['operation']>, change: Change): Deviation {
  return (usual, store) => ({
    [operation]: async (call: Call) => {
      const answer = await usual[operation](call)
      for (const order of store.orders.slice()) change(order, store)
      return answer
    },
  })
}

function turn(order: SmallOrder, from: SmallOrder['status'], to: SmallOrder['status']): void {
  if (order.status === from) order.status = to
}
