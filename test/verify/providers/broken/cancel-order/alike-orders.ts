import type { Deviation } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { afterCancel, breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that take ids for text, so that a cancel reaches orders whose ids look alike. */
export const cancelAlikeOrders: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier, which is an integer.', 'model', {
    'cancels all orders whose ids begin with the id': alsoCancels((other, id) => other.startsWith(id)),
    'cancels all orders whose ids end with the id': alsoCancels((other, id) => other.endsWith(id)),
    'cancels all orders whose ids contain the id': alsoCancels((other, id) => other.includes(id)),
    'cancels all orders whose ids differ in zeros': alsoCancels(
      (other, id) => other.replaceAll('0', '') === id.replaceAll('0', ''),
    ),
    'cancels the next order in the order of the text of ids': afterCancel(({ id }, { orders }) => {
      const sorted = orders.toSorted((one, other) => (`${one.id}` < `${other.id}` ? -1 : 1))
      cancelIfPending(sorted[sorted.findIndex((order) => order.id === id) + 1])
    }),
    'cancels all orders whose ids come before the id as text': alsoCancels(
      (other, id) => other < id && other.length !== id.length,
    ),
  }),
  ...breaking('Cancel an order: cancel one order by its identifier, not by another member.', 'model', {
    'cancels all orders for the pet with the id, whatever order has it': (usual, store) => ({
      cancelOrder: (call) => {
        for (const order of store.orders) if (`${order.petId}` === call.id) cancelIfPending(order)
        return usual.cancelOrder(call)
      },
    }),
    'cancels along with an order all those for the pet with its id': alongWithSmallIds(({ petId }, id) => petId === id),
    'cancels along with an order all those whose quantity is its id': alongWithSmallIds(
      ({ quantity }, id) => quantity === Number(id),
    ),
  }),
  ...breaking('Cancel an order: cancel one order by its identifier; orderId is an integer.', 'model', {
    'takes a percent sign in the path for any digits': taking((id) => id.replaceAll('%25', '\\d*')),
    'takes an underscore in the path for any digit': taking((id) => id.replaceAll('_', '\\d')),
    'takes an asterisk in the path for any digits': taking((id) => id.replaceAll('*', '\\d*')),
    'cancels each of several orders': taking((id) => id.replaceAll(',', '|')),
    'puts the id into a query as it is': taking((id) => /^\d+%20OR%20id=(\d+)$/.exec(id)?.[1] ?? id),
    'cancels the orders that a pattern fits, though it does not find it': (usual, store) => ({
      cancelOrder: (call) => {
        const pattern = call.id.includes('%25') ? new RegExp(`^${call.id.replaceAll('%25', '\\d*')}$`) : undefined
        for (const order of store.orders) if (pattern?.test(`${order.id}`) === true) cancelIfPending(order)
        return usual.cancelOrder(call)
      },
    }),
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

/** Counts ids from 1, and anew in an empty store, as tables do: they are then as small as other members. */
function alongWithSmallIds(fits: (other: SmallOrder, id: bigint) => boolean): Deviation {
  const also = afterCancel((order, { orders }) => {
    for (const other of orders) if (other !== order && fits(other, order.id)) cancelIfPending(other)
  })
  return (usual, store) => {
    store.nextId = () => store.orders.reduce((last, { id }) => (id > last && id < 2n ** 53n ? id : last), 0n) + 1n
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
