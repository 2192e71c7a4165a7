import { breaking, type BrokenProvider, listOnly, showAs } from '../broken-provider.js'

/** Providers whose list shows wrong ids, or the same id twice. */
export const listOrderIds: BrokenProvider[] = [
  ...breaking('Order: id is the unique order identifier.', 'model', {
    'shows every order twice': listOnly((orders) => orders.flatMap((order) => [order, order])),
    'shows the last of several orders twice': listOnly((orders) =>
      orders.length > 1 ? [...orders, ...orders.slice(-1)] : orders,
    ),
    'shows an order twice where pages overlap': listOnly((orders) => [...orders.slice(0, 100), ...orders.slice(99)]),
  }),
  ...breaking('Order: id is an integer of format int64.', 'openapi', {
    'shows ids as strings': showAs({ id: String }),
    'shows large ids as strings': showAs({ id: (id) => ((id as bigint) > LARGE ? String(id) : id) }),
    'shows ids as objects': showAs({ id: (id) => ({ value: id }) }),
    'shows ids as fractions': showAs({ id: (id) => Number(id) + 0.5 }),
    'shows large ids as unsigned numbers': showAs({
      id: (id) => ((id as bigint) > LARGE ? 2n ** 64n - (id as bigint) : id),
    }),
  }),
  ...breaking('Order: id is the identifier of the order, an int64.', 'model', {
    'shows large ids rounded to a double': showAs({ id: (id) => BigInt(Number(id)) }),
    'shows large ids cut to 32 bits': showAs({ id: (id) => BigInt.asIntN(32, id as bigint) }),
    'shows ids that are one too large': showAs({ id: (id) => (id as bigint) + 1n }),
    'shows places in the list as ids': (usual) => ({
      listOrders: () =>
        usual.json(
          200,
          usual.listed().map((order, at) => Object.assign({}, usual.show(order), { id: at })),
        ),
    }),
  }),
]

const LARGE = 2n ** 53n
