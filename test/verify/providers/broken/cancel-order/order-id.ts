import { type Deviation, isInt64 } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that misread the id in the path. */
export const cancelOrderId: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'places an order when an unknown one is cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        const answer = usual.cancelOrder(call)
        if (!usual.find(call.id) && isInt64(call.id)) store.add({ id: BigInt(call.id), quantity: 0, status: 'pending' })
        return answer
      },
    }),
    'wraps ids beyond int64 around': (usual) => ({
      find: (id) => usual.find(/^-?\d{1,30}$/.test(id) ? String(BigInt.asIntN(64, BigInt(id))) : id),
    }),
    'takes a place in the list, from 1, for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders[Number(id) - 1] : undefined),
    }),
  }),
  ...breaking('Cancel an order: orderId is an integer of format int64.', 'pact', {
    'rounds the id in the path to a double': finding((id, orders) =>
      orders.find((order) => order.id === BigInt(Number(id))),
    ),
  }),
  ...breaking('Cancel an order: orderId is an integer of format int64; 404 where the order is not found.', 'model', {
    'compares the last 32 bits of ids': finding((id, orders) =>
      orders.find((order) => BigInt.asUintN(32, order.id) === BigInt.asUintN(32, id)),
    ),
    'ignores the sign of an id': finding((id, orders) => orders.find((order) => order.id === (id < 0n ? -id : id))),
    'takes leading digits for an id': (usual) => ({
      find: (id) => usual.find(/^-?\d+/.exec(id)?.[0] ?? id),
    }),
    'fails on the largest int64': failingOn((id) => id === 2n ** 63n - 1n),
  }),
]

function finding(find: (id: bigint, orders: readonly SmallOrder[]) => SmallOrder | undefined): Deviation {
  return (_, store) => ({ find: (id) => (isInt64(id) ? find(BigInt(id), store.orders) : undefined) })
}

/** Ends with 500 where an unknown id is of this kind. */
function failingOn(isFatal: (id: bigint) => boolean): Deviation {
  return (usual) => ({
    cancelOrder: (call) => {
      const isUnknown = usual.find(call.id) === undefined && isInt64(call.id)
      return isUnknown && isFatal(BigInt(call.id)) ? usual.error(500, 'out_of_range') : usual.cancelOrder(call)
    },
  })
}
