import { setTimeout as delay } from 'node:timers/promises'
import { isInt64, type Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { afterCancel, afterRefusal, breaking, cancelAs, type BrokenProvider } from './broken-provider.js'

/** Providers that answer a cancel as they should, and do something else. */
export const brokenEffects: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'cancels an order again and again': cancelAs('cancelled', () => ({ status: 204, headers: {} })),
      'answers a second cancel with 200': cancelAs('cancelled', (usual) => usual.json(200, {})),
      'says 204 and cancels nothing': cancelAs('pending', () => ({ status: 204, headers: {} })),
      'cancels 50 ms after it has said so': cancelLater(50),
      'cancels when the list is read next': (usual) => {
        const due = new Set<SmallOrder>()
        return {
          cancel: (order) => {
            if (order.status !== 'pending') return usual.cancel(order)
            due.add(order)
            return { status: 204, headers: {} }
          },
          listed: () => {
            for (const order of due) order.status = 'cancelled'
            return usual.listed()
          },
        }
      },
      'revives an order whose second cancel it refused': afterRefusal((order) => {
        if (order.status === 'cancelled') order.status = 'pending'
      }),
      'knows only the last order that it cancelled': afterCancel((order, store) => {
        for (const other of store.orders) if (other !== order && other.status === 'cancelled') other.status = 'pending'
      }),
      'revives cancelled orders when the list is read': (usual) => ({
        listed: () => {
          for (const order of usual.listed()) if (order.status === 'cancelled') order.status = 'pending'
          return usual.listed()
        },
      }),
      'lets two cancels win that meet': (usual) => ({
        cancel: async (order) => {
          const before = order.status
          await delay(5)
          order.status = before
          return usual.cancel(order)
        },
      }),
      'lets nobody win where two cancels meet': (usual) => {
        const underWay = new Map<SmallOrder, number>()
        return {
          cancel: async (order) => {
            underWay.set(order, (underWay.get(order) ?? 0) + 1)
            await delay(5)
            if ((underWay.get(order) ?? 0) > 1) return usual.error(409, 'conflict')
            underWay.delete(order)
            return usual.cancel(order)
          },
        }
      },
      'refuses a cancel while another order is being cancelled': (usual) => {
        let isBusy = false
        return {
          cancel: async (order) => {
            if (isBusy) return usual.error(409, 'busy')
            isBusy = true
            await delay(5)
            isBusy = false
            return usual.cancel(order)
          },
        }
      },
    },
  ),
  ...breaking(
    'States and transitions: shipped, cancel order: unchanged; a shipped order cannot be reversed.',
    'model',
    {
      'cancels a shipped order while it refuses, and does not find it again': (usual) => ({
        cancel: (order) => {
          if (order.status === 'cancelled') return usual.error(404, 'not_found')
          const answer = usual.cancel(order)
          order.status = 'cancelled'
          return answer
        },
      }),
      'cancels a shipped order at the second try': afterRefusal((order) => {
        if (order.status === 'shipped') order.status = 'pending'
      }),
      'changes a shipped order while it refuses': afterRefusal((order) => (order.quantity = (order.quantity ?? 0) + 1)),
      'drops the completeness of an order whose cancel it refuses': afterRefusal((order) => delete order.complete),
      'moves a shipped order out of the store while it refuses': afterRefusal(({ id, status }, store) => {
        if (status === 'shipped') store.remove(id)
      }),
    },
  ),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels the next order, too': afterCancel(({ id }, store) => cancelNext(store.orders, id)),
    'cancels the order before, too': afterCancel(({ id }, store) => cancelNext(store.orders.toReversed(), id)),
    'cancels all pending orders': afterCancel((_, { orders }) => orders.forEach((order) => cancelIfPending(order))),
    'cancels all orders for the same pet': afterCancel(({ petId }, { orders }) =>
      orders.filter((order) => order.petId === petId).forEach((order) => cancelIfPending(order)),
    ),
    'ships another order when it cancels one': afterCancel((_, { orders }) => {
      const other = orders.find(({ status }) => status === 'pending')
      if (other) other.status = 'shipped'
    }),
    'cancels the oldest pending order whichever is named': (usual, store) => ({
      find: (id) => usual.find(id) && (store.orders.find(({ status }) => status === 'pending') ?? usual.find(id)),
    }),
    'cancels a pending order when a shipped one is refused': afterRefusal((_, { orders }) =>
      cancelIfPending(orders.findLast(({ status }) => status === 'pending')),
    ),
    'cancels the newest pending order when an unknown one is refused': (usual) => ({
      cancelOrder: (call) => {
        if (!usual.find(call.id)) cancelIfPending(usual.listed().findLast(({ status }) => status === 'pending'))
        return usual.cancelOrder(call)
      },
    }),
    'places an order when an unknown one is cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        const answer = usual.cancelOrder(call)
        if (!usual.find(call.id) && isInt64(call.id)) store.add({ id: BigInt(call.id), quantity: 0, status: 'pending' })
        return answer
      },
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
    'does not look at the sign of an id': finding((id, orders) =>
      orders.find((order) => order.id === (id < 0n ? -id : id)),
    ),
    'takes the beginning of an id': finding((id, orders) =>
      orders.find((order) => String(order.id).startsWith(String(id))),
    ),
    'takes the digits before something else for an id': (usual) => ({
      find: (id) => usual.find(/^-?\d+/.exec(id)?.[0] ?? id),
    }),
    'fails on the largest int64': failingOn((id) => id === 2n ** 63n - 1n),
    'fails on the smallest int64': failingOn((id) => id === -(2n ** 63n)),
    'fails on unknown ids above 32 bits': failingOn((id) => id > 2n ** 31n),
    'fails on unknown negative ids': failingOn((id) => id < 0n),
    'fails on the id 0': failingOn((id) => id === 0n),
  }),
]

function cancelLater(afterMs: number): Deviation {
  return (usual) => ({
    cancel: (order) => {
      if (order.status !== 'pending') return usual.cancel(order)
      setTimeout(() => (order.status = 'cancelled'), afterMs)
      return { status: 204, headers: {} }
    },
  })
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

function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}

function cancelNext(orders: readonly SmallOrder[], id: bigint): void {
  cancelIfPending(orders[orders.findIndex((order) => order.id === id) + 1])
}

function finding(find: (id: bigint, orders: readonly SmallOrder[]) => SmallOrder | undefined): Deviation {
  return (_, store) => ({ find: (id) => (isInt64(id) ? find(BigInt(id), store.orders) : undefined) })
}
