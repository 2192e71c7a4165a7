import { breaking, type BrokenProvider, listAs, listText } from '../broken-provider.js'

/** Providers whose list is not a JSON array of orders. */
export const listJsonArray: BrokenProvider[] = [
  ...breaking('List orders: 200 with a JSON array of Order objects.', 'pact', {
    'wraps the list in an object': listAs((orders) => ({ orders })),
    'answers an empty list with 204': (usual) => ({
      listOrders: (call) => (usual.listed().length === 0 ? { status: 204, headers: {} } : usual.listOrders(call)),
    }),
    'answers an empty list with null': listAs((orders) => (orders.length === 0 ? null : orders)),
    'answers a single order without the array': listAs((orders) => (orders.length === 1 ? orders[0] : orders)),
    'redirects the list': () => ({
      listOrders: ({ request }) =>
        request.url?.includes('?') === true
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
          : { status: 307, headers: { location: `${request.url}?page=1` } },
    }),
  }),
  ...breaking('What the service does: the service is an HTTP/JSON API; the list is a JSON array.', 'openapi', {
    'sends the list without a content type': contentType(undefined),
    'sends a truncated list': listText((json) => json.slice(0, Math.max(1, json.length - 20))),
    'sends something after the list': listText((json) => `${json}\n<!-- 2 ms -->`),
  }),
  ...breaking('List orders: the array holds Order objects, and an Order is a JSON object.', 'openapi', {
    'lists ids instead of orders': listText((json) =>
      JSON.stringify((JSON.parse(json) as { id: number }[]).map(({ id }) => id)),
    ),
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
