import { breaking, type BrokenProvider, listOnly, showAs } from '../broken-provider.js'

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
