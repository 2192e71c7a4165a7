import { exactJson } from '../../exact-json.js'
import type { Deviation } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { breaking, type BrokenProvider, listOnly, queryOf } from '../broken-provider.js'

/** Providers whose list is limited, by itself or by its query. */
export const listLimits: BrokenProvider[] = [
  ...breaking('Limits: listing orders has no pagination; one call returns all orders.', 'pact', {
    'shows 20 orders at most': listOnly((orders) => orders.slice(0, 20)),
    'shows 100 orders at most': listOnly((orders) => orders.slice(0, 100)),
    'shows 200 orders at most': listOnly((orders) => orders.slice(0, 200)),
    'shows the last 50 orders': listOnly((orders) => orders.slice(-50)),
    'answers many orders with 206 and a part': (usual) => ({
      listOrders: (call) => {
        const part = usual.listed().slice(0, 100)
        const headers = { 'content-type': 'application/json', 'content-range': `orders 0-99/${usual.listed().length}` }
        return usual.listed().length <= 100
          ? usual.listOrders(call)
          : { status: 206, headers, body: exactJson(part.map((order) => usual.show(order))) }
      },
    }),
    'answers many orders with 413': (usual) => ({
      listOrders: (call) => (usual.listed().length > 200 ? usual.error(413, 'too_many') : usual.listOrders(call)),
    }),
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows 249 orders at most': listOnly((orders) => orders.slice(0, 249)),
    'shows 250 orders at most': listOnly((orders) => orders.slice(0, 250)),
    'shows new orders after 50 ms': showLater(50),
    'shows new orders after 5 ms': showLater(5),
    'shows one of many orders twice instead of another': listOnly((orders) =>
      orders.length < 100 ? orders : [...orders.slice(1), ...orders.slice(1, 2)],
    ),
    'shows 256 orders at most': listOnly((orders) => orders.slice(0, 256)),
    'shows 500 orders at most': listOnly((orders) => orders.slice(0, 500)),
    'shows 1000 orders at most': listOnly((orders) => orders.slice(0, 1000)),
    'shows only the last 300 orders': listOnly((orders) => orders.slice(-300)),
  }),
  ...breaking('List orders: no query parameters; the response is always the full set of orders.', 'model', {
    'obeys a limit in the query': listFor((orders, query) =>
      orders.slice(0, Number(query.get('limit') ?? orders.length)),
    ),
    'obeys a page in the query': listFor((orders, query) => (Number(query.get('page') ?? 1) > 1 ? [] : orders)),
    'filters by a status in the query': listFor((orders, query) =>
      orders.filter(({ status }) => status === (query.get('status') ?? status)),
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
