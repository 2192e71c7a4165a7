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
    'ignores what precedes the last digits of an id': (usual) => ({
      find: (id) => usual.find(/\d+$/.exec(id)?.[0] ?? id),
    }),
    'compares ids by their first 17 digits': (_, store) => ({
      find: (id) => store.orders.find((order) => Number(order.id).toPrecision(17) === Number(id).toPrecision(17)),
    }),
    'wraps ids beyond int64 around': (usual) => ({
      find: (id) => usual.find(/^-?\d{1,30}$/.test(id) ? String(BigInt.asIntN(64, BigInt(id))) : id),
    }),
    'takes a place in the list, from 0, for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) && BigInt(id) < 50n ? store.orders[Number(id)] : undefined),
    }),
    'takes the end of an id for the id': (_, store) => ({
      find: (id) => store.orders.find((order) => String(order.id).endsWith(id)),
    }),
    'compares the last three digits of ids': findAlso((id, order) => order.id % 1000n === id % 1000n),
    'compares the last 16 bits of ids': findAlso(
      (id, order) => BigInt.asUintN(16, order.id) === BigInt.asUintN(16, id),
    ),
    'rounds large ids up to the next order': findAlso((id, order) => id > 2n ** 53n && order.id === id + 1n),
    'takes a place in the list, from 1, for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders[Number(id) - 1] : undefined),
    }),
  }),
  ...breaking('Cancel an order: orderId is an integer of format int64.', 'pact', {
    'does not find orders with a large id': finding((id, orders) =>
      orders.find((order) => order.id === id && id < 2n ** 53n),
    ),
    'rounds the id in the path to a double': finding((id, orders) =>
      orders.find((order) => order.id === BigInt(Number(id))),
    ),
    'refuses to cancel orders with a large id': (usual) => ({
      cancel: (order) => (order.id > 2n ** 53n ? usual.error(409, 'no') : usual.cancel(order)),
    }),
    'refuses ids above 32 bits with 400': (usual) => ({
      cancelOrder: (call) =>
        isInt64(call.id) && BigInt(call.id) > 2n ** 31n ? usual.error(400, 'no') : usual.cancelOrder(call),
    }),
  }),
  ...breaking('Cancel an order: orderId is an integer of format int64; 404 where the order is not found.', 'model', {
    'compares ids as doubles': finding((id, orders) => orders.find((order) => Number(order.id) === Number(id))),
    'compares the last 32 bits of ids': finding((id, orders) =>
      orders.find((order) => BigInt.asUintN(32, order.id) === BigInt.asUintN(32, id)),
    ),
    'ignores the sign of an id': finding((id, orders) => orders.find((order) => order.id === (id < 0n ? -id : id))),
    'takes the beginning of an id for the id': finding((id, orders) =>
      orders.find((order) => String(order.id).startsWith(String(id))),
    ),
    'takes leading digits for an id': (usual) => ({
      find: (id) => usual.find(/^-?\d+/.exec(id)?.[0] ?? id),
    }),
    'fails on the largest int64': failingOn((id) => id === 2n ** 63n - 1n),
    'fails on the smallest int64': failingOn((id) => id === -(2n ** 63n)),
    'fails on unknown ids above 32 bits': failingOn((id) => id > 2n ** 31n),
    'fails on unknown negative ids': failingOn((id) => id < 0n),
    'fails on the id 0': failingOn((id) => id === 0n),
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

function findAlso(fits: (id: bigint, order: SmallOrder) => boolean): Deviation {
  return (usual, store) => ({
    find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders.find((order) => fits(BigInt(id), order)) : undefined),
  })
}
