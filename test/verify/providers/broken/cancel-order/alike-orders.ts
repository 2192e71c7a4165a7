import type { Deviation } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { afterCancel, breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that take ids for text, so that a cancel reaches orders whose ids look alike. */
export const cancelAlikeOrders: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier, which is an integer.', 'model', {
    'cancels all orders whose ids contain the id': alsoCancels((other, id) => other.includes(id)),
  }),
  ...breaking('Cancel an order: cancel one order by its identifier; orderId is an integer.', 'model', {
    'takes a percent sign in the path for any digits': taking((id) => id.replaceAll('%25', '\\d*')),
  }),
]

/** Counts ids from 1, so that many of them are of different lengths. */
function alsoCancels(fits: (other: string, id: string) => boolean): Deviation {
  const also = afterCancel((order, { orders }) => {
    for (const other of orders) if (other !== order && fits(`${other.id}`, `${order.id}`)) cancelIfPending(other)
  })
  return (usual, store) => {
    let lastId = 0n
    store.nextId = () => ++lastId
    return also(usual, store)
  }
}

/** Finds the first pending order whose id fits what stands in the path. */
function taking(pattern: (id: string) => string): Deviation {
  return (usual, store) => ({
    find: (id) => {
      const digits = pattern(id)
      if (digits === id || !/^[\d\\d*|]+$/.test(digits)) return usual.find(id)
      const fitting = store.orders.filter((order) => new RegExp(`^(?:${digits})$`).test(`${order.id}`))
      return fitting.find(({ status }) => status === 'pending') ?? fitting[0]
    },
  })
}

function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}
