import { setTimeout as delay } from 'node:timers/promises'
import { afterCancel, afterRefusal, cancelAs, cancelIfPending, failing, withAges } from '../deviations.js'
import { type Answer, type Behaviour, type Deviation, NO_CONTENT } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { breaking, type BrokenProvider, queryOf, sendingRaw } from './broken-provider.js'

/** Providers that answer a cancel wrongly, do not carry it out once and for all, or affect other orders with it. */
export const cancelOrder: BrokenProvider[] = [
  ...breaking('Cancel an order: 204, order cancelled.', 'pact', {
    'answers a cancel with 200': cancelledAs((usual) => usual.json(200, {})),
    'refuses to cancel pending orders with 404': cancelAs('pending', (usual) => usual.error(404, 'no')),
    'answers a cancel with 500 and carries it out': cancelledAs((usual) => usual.error(500, 'oops')),
  }),
  ...breaking('Cancel an order: 204 has no body.', 'openapi', {
    'answers a cancel with 204 and a body': raw204('content-length: 18\r\nconnection: close\r\n\r\n{"cancelled":true}'),
    'follows a 204 with bytes that it does not announce': raw204('connection: close\r\n\r\ncancelled'),
  }),
  ...breaking('Cancel an order: no request body.', 'pact', {
    'requires a content type for a cancel': failing('cancelOrder', 415, 'unsupported', ({ request: { headers } }) => {
      return headers['content-type'] === undefined
    }),
  }),
  ...breaking('Cancel an order: 204, order cancelled, among however many others.', 'model', {
    'fails on every tenth cancel': everyNth(10, 500),
    'refuses every 50th cancel': everyNth(50, 404),
    'takes the id from the query, if there is one': (usual) => ({
      cancelOrder: (call) => usual.cancelOrder({ ...call, id: queryOf(call.request.url).get('id') ?? call.id }),
    }),
    'remembers for good that an order was not found': (usual) => {
      const missed = new Set<string>()
      return { find: (id) => (missed.has(id) ? undefined : (usual.find(id) ?? void missed.add(id))) }
    },
    'finds only the last 50 orders': (usual, store) => ({
      find: (id) => store.orders.slice(-50).find((order) => order === usual.find(id)),
    }),
  }),
  ...breaking('States: a shipped order cannot be reversed.', 'model', {
    'cancels shipped orders from a second on': withAges((ageMs, usual) => ({
      cancel: (order) => {
        if (order.status === 'shipped' && ageMs(order) > 1_000) order.status = 'pending'
        return usual.cancel(order)
      },
    })),
  }),
  ...breaking('Errors: 409 where the order has already shipped.', 'pact', {
    'cancels shipped orders': (usual) => ({
      cancel: (order) => {
        if (order.status === 'shipped') order.status = 'pending'
        return usual.cancel(order)
      },
    }),
    'answers 204 for shipped orders and leaves them alone': cancelAs('shipped', () => NO_CONTENT),
    'refuses shipped orders with 400': cancelAs('shipped', (usual) => usual.error(400, 'shipped')),
  }),
  ...breaking('States and transitions: a shipped order is unchanged by a cancel; it cannot be reversed.', 'model', {
    'cancels a shipped order at the second attempt': afterRefusal(
      (order) => order.status === 'shipped' && revive(order),
    ),
    'removes a shipped order 300 ms after refusing': afterRefusal(({ id, status }, store) => {
      if (status === 'shipped') setTimeout(() => store.remove(id), 300).unref()
    }),
    'cancels a shipped order that is named again 800 ms later': (usual) => {
      const refusedAt = new Map<SmallOrder, number>()
      return {
        cancel: (order) => {
          if (order.status === 'shipped' && Date.now() - (refusedAt.get(order) ?? Infinity) > 800) revive(order)
          refusedAt.set(order, Date.now())
          return usual.cancel(order)
        },
      }
    },
    'changes a shipped order while refusing': afterRefusal((order) => (order.quantity = (order.quantity ?? 0) + 1)),
    'removes a shipped order while refusing': afterRefusal(({ id, status }, store) => {
      if (status === 'shipped') store.remove(id)
    }),
  }),
  ...breaking('States and transitions: a pending order becomes cancelled; only a pending one can be.', 'model', {
    'answers a second cancel with 200': cancelAs('cancelled', (usual) => usual.json(200, {})),
    'answers a second cancel with 500': cancelAs('cancelled', (usual) => usual.error(500, 'oops')),
    'answers 204 and cancels nothing': cancelAs('pending', () => NO_CONTENT),
    'cancels 50 ms after the 204': (usual) => ({
      cancel: (order) => {
        if (order.status !== 'pending') return usual.cancel(order)
        setTimeout(() => (order.status = 'cancelled'), 50)
        return NO_CONTENT
      },
    }),
    'revives an order whose second cancel it refused': afterRefusal(
      (order) => order.status === 'cancelled' && revive(order),
    ),
    'remembers only the last 64 cancelled orders': (usual, store) => {
      const cancelled: SmallOrder[] = []
      return afterCancel((order) => cancelled.push(order) > 64 && revive(cancelled.shift() ?? order))(usual, store)
    },
    'revives cancelled orders after 700 ms': afterCancel((order) => void setTimeout(revive, 700, order)),
  }),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels the next order as well': afterCancel(({ id }, { orders }) =>
      cancelIfPending(orders[orders.findIndex((order) => order.id === id) + 1]),
    ),
    'postpones what ships later than the order': afterCancel(({ id }, { orders }) => {
      const later = orders.find((order) => order.id > id && order.shipDate !== undefined && order.status === 'pending')
      if (later !== undefined) later.shipDate = '2027-03-01T12:00:00Z'
    }),
    'cancels all orders for the same pet': afterCancel(({ petId }, { orders }) =>
      orders.filter((order) => order.petId === petId).forEach(cancelIfPending),
    ),
    'cancels the oldest pending order whichever is named': (usual, store) => ({
      find: (id) => usual.find(id) && (store.orders.find(({ status }) => status === 'pending') ?? usual.find(id)),
    }),
    'cancels a pending order when a shipped one is refused': afterRefusal((_, { orders }) =>
      cancelIfPending(orders.findLast(({ status }) => status === 'pending')),
    ),
    'cancels the order that a wrong key named, 400 ms later': (usual) => ({
      refuse: (call) => {
        if (call.operation === 'cancelOrder') setTimeout(cancelIfPending, 400, usual.find(call.id)).unref()
        return usual.refuse(call)
      },
    }),
    'cancels the order before the one that a wrong key named': (usual, store) => ({
      refuse: (call) => {
        const at = call.operation === 'cancelOrder' ? store.orders.findIndex(({ id }) => String(id) === call.id) : -1
        cancelIfPending(store.orders[at - 1])
        return usual.refuse(call)
      },
    }),
  }),
  ...breaking('Cancel an order: of two cancels of a pending order one gets 204; others have their own.', 'model', {
    'fails on concurrent cancels of an order': (usual) => {
      const busy = new Set<object>()
      return {
        cancel: async (order) => {
          if (busy.has(order)) return usual.error(500, 'deadlock')
          busy.add(order)
          await delay(20)
          busy.delete(order)
          return usual.cancel(order)
        },
      }
    },
    'lets two concurrent cancels of an order succeed': (usual) => ({
      cancel: async (order) => {
        const before = order.status
        await delay(5)
        order.status = before
        return usual.cancel(order)
      },
    }),
    // As where a row of a database is looked at, and changed right afterwards.
    'lets two concurrent cancels succeed for one order in 60': (usual) => {
      const met = new Set<object>()
      return {
        cancel: async (order) => {
          const before = order.status
          await delay(5)
          const isMeeting = before === 'pending' && order.status === 'cancelled' && !met.has(order)
          if (isMeeting && met.add(order).size % 60 === 0) order.status = before
          return usual.cancel(order)
        },
      }
    },
    'undoes a concurrent cancel of another order': (usual, store) => ({
      cancel: async (order) => {
        const before = store.orders.map((each) => [each, each.status] as const)
        await delay(5)
        for (const [each, status] of before) if (each !== order) each.status = status
        return usual.cancel(order)
      },
    }),
  }),
]

/** Answers the cancel of a pending order differently, and carries it out. */
function cancelledAs(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({
    cancel: async (order) => {
      const answered = await usual.cancel(order)
      return answered.status === 204 ? answer(usual) : answered
    },
  })
}

function revive(order: SmallOrder): void {
  order.status = 'pending'
}

function raw204(rest: string): Deviation {
  return sendingRaw(204, () => `HTTP/1.1 204 No Content\r\n${rest}`)
}

function everyNth(nth: number, status: number): Deviation {
  return (usual) => {
    let cancels = 0
    return { cancelOrder: (call) => (++cancels % nth === 0 ? usual.error(status, 'oops') : usual.cancelOrder(call)) }
  }
}
