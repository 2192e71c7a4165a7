import { exactJson } from '../../exact-json.js'
import type { Deviation } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { breaking, type BrokenProvider, listOnly, queryOf } from '../broken-provider.js'

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
