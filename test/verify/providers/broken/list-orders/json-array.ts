import { breaking, type BrokenProvider, listAs, listText } from '../broken-provider.js'

/** Providers whose list is not a JSON array of orders. */
export const listJsonArray: BrokenProvider[] = [
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
    'redirects the list': () => ({
      listOrders: ({ request }) =>
        request.url?.includes('?') === true
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
          : { status: 307, headers: { location: `${request.url}?page=1` } },
    }),
  }),
  ...breaking('What the service does: the service is an HTTP/JSON API; the list is a JSON array.', 'openapi', {
    'sends the list as a page': contentType('text/html'),
    'sends the list as plain text': contentType('text/plain; charset=utf-8'),
    'sends the list without a content type': contentType(undefined),
    'sends the list with a trailing comma': listText((json) => json.replace(/\]$/, ',]')),
    'sends the orders as JSON lines': listText((json) => json.slice(1, -1).replaceAll('},{', '}\n{')),
    'sends the list in single quotes': listText((json) => json.replaceAll('"', "'")),
    'sends a truncated list': listText((json) => json.slice(0, Math.max(1, json.length - 20))),
    'sends something after the list': listText((json) => `${json}\n<!-- 2 ms -->`),
    'sends the list as a JSON string': listText((json) => JSON.stringify(json)),
  }),
  ...breaking('List orders: the array holds Order objects, and an Order is a JSON object.', 'openapi', {
    'lists ids instead of orders': listText((json) =>
      JSON.stringify((JSON.parse(json) as { id: number }[]).map(({ id }) => id)),
    ),
    'lists null after the orders': listText((json) => (json === '[]' ? json : json.replace(/\]$/, ',null]'))),
    'lists orders as arrays of their members': listText((json) =>
      JSON.stringify((JSON.parse(json) as object[]).map((order) => Object.values(order) as unknown)),
    ),
    'lists null instead of cancelled orders': (usual) => ({
      show: (order) => (order.status === 'cancelled' ? null : usual.show(order)),
    }),
  }),
]

function contentType(type: string | undefined): Parameters<typeof breaking>[2][string] {
  return (usual) => ({
    listOrders: async (call) => ({
      ...(await usual.listOrders(call)),
      headers: type === undefined ? {} : { 'content-type': type },
    }),
  })
}
