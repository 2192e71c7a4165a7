import { breaking, listAs, listOnly, listText, showAs, type BrokenProvider } from './broken-provider.js'

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

/** Providers whose orders have members of another type or format. */
export const listOrderMembers: BrokenProvider[] = [
  ...breaking('Order: petId is an integer of format int64.', 'openapi', {
    'shows the pet ids as strings': showAs({ petId: String }),
  }),
  ...breaking('Order: quantity is an integer.', 'openapi', {
    'shows quantities with a fraction': showAs({ quantity: (quantity) => Number(quantity) + 0.5 }),
  }),
  ...breaking('Order: shipDate is a string, a date-time (ISO 8601).', 'openapi', {
    'shows ship dates as seconds': showAs({ shipDate: () => 1_795_176_000 }),
    'shows ship dates with a space for T': showAs({ shipDate: () => '2026-11-20 12:00:00Z' }),
    'shows ship dates on 30 February': showAs({ shipDate: () => '2026-02-30T12:00:00Z' }),
    'shows ship dates as empty strings': showAs({ shipDate: () => '' }),
  }),
  ...breaking('Order: complete is a boolean.', 'openapi', {
    'shows completeness as a string': showAs({ complete: String }),
  }),
  ...breaking('Order: each field has one type, and null is none of them.', 'openapi', {
    'shows null for missing members': showMissing(['petId', 'quantity', 'shipDate', 'complete']),
  }),
]

function showMissing(names: readonly string[]): Parameters<typeof breaking>[2][string] {
  return (usual) => ({
    show: (order) => {
      const shown = usual.show(order) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(shown).map(([name, value]) => [name, names.includes(name) ? (value ?? null) : value]),
      )
    },
  })
}

/** Providers whose list shows wrong ids, or the same id twice. */
export const listOrderIds: BrokenProvider[] = [
  ...breaking('Order: id is the unique order identifier.', 'model', {
    'shows every order twice': listOnly((orders) => orders.flatMap((order) => [order, order])),
    'shows an order twice where pages overlap': listOnly((orders) => [...orders.slice(0, 100), ...orders.slice(99)]),
  }),
  ...breaking('Order: id is an integer of format int64.', 'openapi', {
    'shows large ids as strings': showAs({ id: (id) => ((id as bigint) > LARGE ? String(id) : id) }),
  }),
  ...breaking('Order: id is the identifier of the order, an int64.', 'model', {
    'shows large ids rounded to a double': showAs({ id: (id) => BigInt(Number(id)) }),
    'shows ids that are one too large': showAs({ id: (id) => (id as bigint) + 1n }),
  }),
]

const LARGE = 2n ** 53n
