import { exactJson } from '../exact-json.js'
import type { SmallOrder } from '../small-store.js'
import {
  afterCancel,
  afterRefusal,
  breaking,
  listAs,
  listOnly,
  listText,
  type BrokenProvider,
} from './broken-provider.js'

/** Providers whose list is not the JSON array of all orders. */
export const brokenLists: BrokenProvider[] = [
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
  ...breaking('List orders: 200 with a JSON array of Order objects.', 'pact', {
    'wraps the list in an object': listAs((orders) => ({ orders })),
    'lists orders in an object by id': listAs((orders) => Object.fromEntries(orders.map((order, at) => [at, order]))),
    'answers an empty list with 204': (usual) => ({
      listOrders: (call) => (usual.listed().length === 0 ? { status: 204, headers: {} } : usual.listOrders(call)),
    }),
    'answers an empty list with 404': (usual) => ({
      listOrders: (call) => (usual.listed().length === 0 ? usual.error(404, 'no_orders') : usual.listOrders(call)),
    }),
    'answers an empty list with null': listAs((orders) => (orders.length === 0 ? null : orders)),
    'answers an empty list with an object': listAs((orders) => (orders.length === 0 ? {} : orders)),
    'answers an empty list with an empty body': listText((json) => (json === '[]' ? '' : json)),
    'answers a single order without the array': listAs((orders) => (orders.length === 1 ? orders[0] : orders)),
    'answers the list with 201': listAs((orders) => orders, 201),
    'answers the list with 203': listAs((orders) => orders, 203),
    'sends the list elsewhere': () => ({
      listOrders: ({ request }) =>
        request.url?.includes('?') === true
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
          : { status: 307, headers: { location: `${request.url}?page=1` } },
    }),
  }),
  ...breaking('What the service does: list all orders placed in the store.', 'model', {
    'leaves out the shipped orders': listOnly((orders) => orders.filter(({ status }) => status !== 'shipped')),
    'leaves out the pending orders': listOnly((orders) => orders.filter(({ status }) => status !== 'pending')),
    'leaves out the newest order': listOnly((orders) => orders.slice(0, -1)),
    'leaves out the oldest order of several': listOnly((orders) => (orders.length > 1 ? orders.slice(1) : orders)),
    'leaves out orders with a large id': listOnly((orders) => orders.filter(({ id }) => id < 2n ** 53n)),
    'leaves out orders with a missing member': listOnly((orders) => orders.filter(isComplete)),
    'loses an order whose cancel it refused': afterRefusal(({ id }, store) => store.remove(id)),
    'shows the list of a while ago': (usual) => {
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
  }),
  ...breaking('Order: id is the unique order identifier.', 'model', {
    'shows every order twice': listOnly((orders) => orders.flatMap((order) => [order, order])),
    'shows the last of several orders twice': listOnly((orders) =>
      orders.length > 1 ? [...orders, ...orders.slice(-1)] : orders,
    ),
    'shows an order twice where its pages meet': listOnly((orders) => [...orders.slice(0, 100), ...orders.slice(99)]),
  }),
  ...breaking('What the service does: the service is an HTTP/JSON API; the list is a JSON array.', 'openapi', {
    'sends the list as a page': contentType('text/html'),
    'sends the list as plain text': contentType('text/plain; charset=utf-8'),
    'sends the list without a content type': contentType(undefined),
    'sends a comma too many': listText((json) => json.replace(/\]$/, ',]')),
    'sends the orders line by line': listText((json) => json.slice(1, -1).replaceAll('},{', '}\n{')),
    'sends the list in single quotes': listText((json) => json.replaceAll('"', "'")),
    'sends the list cut short': listText((json) => json.slice(0, Math.max(1, json.length - 20))),
    'sends something behind the list': listText((json) => `${json}\n<!-- 2 ms -->`),
    'sends the list as a JSON string': listText((json) => JSON.stringify(json)),
  }),
]

function isComplete({ petId, quantity, shipDate, complete }: SmallOrder): boolean {
  return [petId, quantity, shipDate, complete].every((member) => member !== undefined)
}

function contentType(type: string | undefined): Parameters<typeof breaking>[2][string] {
  return (usual) => ({
    listOrders: async (call) => ({
      ...(await usual.listOrders(call)),
      headers: type === undefined ? {} : { 'content-type': type },
    }),
  })
}
