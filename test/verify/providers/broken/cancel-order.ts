import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { afterCancel, afterRefusal, breaking, cancelAs, cancelledAs, type BrokenProvider } from './broken-provider.js'

/** Providers that answer the cancel of a pending order wrongly. */
export const cancelSuccess: BrokenProvider[] = [
  ...breaking('Cancel an order: 204, order cancelled.', 'pact', {
    'answers a cancel with 200': cancelledAs((usual) => usual.json(200, {})),
    'refuses to cancel pending orders with 404': cancelAs('pending', (usual) => usual.error(404, 'no')),
    'answers a cancel with 500 and carries it out': cancelledAs((usual) => usual.error(500, 'oops')),
  }),
  ...breaking('Cancel an order: 204 has no body.', 'openapi', {
    'answers a cancel with 204 and a body': raw204('content-length: 18\r\nconnection: close\r\n\r\n{"cancelled":true}'),
    'follows a 204 with bytes that it does not announce': (usual) => ({
      send: (response, answer) => {
        if (answer.status !== 204) return usual.send(response, answer)
        response.socket?.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\ncancelled')
      },
    }),
  }),
  ...breaking('Cancel an order: no request body.', 'pact', {
    'requires a content type for a cancel': (usual) => ({
      cancelOrder: (call) =>
        call.request.headers['content-type'] === undefined ? usual.error(415, 'unsupported') : usual.cancelOrder(call),
    }),
  }),
  ...breaking('Cancel an order: the statuses are 204, 401, 404 and 409.', 'model', {
    'fails on every tenth cancel': (usual) => {
      let cancels = 0
      return { cancelOrder: (call) => (++cancels % 10 === 0 ? usual.error(500, 'oops') : usual.cancelOrder(call)) }
    },
  }),
]

/** Node refuses to send a body with 204, so it is written past it. */
function raw204(rest: string): Deviation {
  return (usual) => ({
    send: (response, answer) => {
      if (answer.status !== 204) return usual.send(response, answer)
      response.socket?.end(`HTTP/1.1 204 No Content\r\ncontent-type: application/json\r\n${rest}`)
    },
  })
}

/** Providers that do not refuse to cancel a shipped order as they should, or change it. */
export const cancelShippedOrder: BrokenProvider[] = [
  ...breaking('Errors: 409 where the order has already shipped.', 'pact', {
    'cancels shipped orders': (usual) => ({
      cancel: (order) => {
        if (order.status === 'shipped') order.status = 'pending'
        return usual.cancel(order)
      },
    }),
    'answers 204 for shipped orders and leaves them alone': cancelAs('shipped', () => ({ status: 204, headers: {} })),
    'refuses shipped orders with 400': cancelAs('shipped', (usual) => usual.error(400, 'shipped')),
  }),
  ...breaking(
    'States and transitions: shipped, cancel order: unchanged; a shipped order cannot be reversed.',
    'model',
    {
      'cancels a shipped order at the second attempt': afterRefusal((order) => {
        if (order.status === 'shipped') order.status = 'pending'
      }),
      'changes a shipped order while refusing': afterRefusal((order) => (order.quantity = (order.quantity ?? 0) + 1)),
      'removes a shipped order while refusing': afterRefusal(({ id, status }, store) => {
        if (status === 'shipped') store.remove(id)
      }),
    },
  ),
]

/** Providers whose orders are not cancelled once and for all. */
export const cancelCancelledOrder: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'answers a second cancel with 200': cancelAs('cancelled', (usual) => usual.json(200, {})),
      'answers a second cancel with 500': cancelAs('cancelled', (usual) => usual.error(500, 'oops')),
      'answers 204 and cancels nothing': cancelAs('pending', () => ({ status: 204, headers: {} })),
      'cancels 50 ms after the 204': cancelLater(50),
      'revives an order whose second cancel it refused': afterRefusal((order) => {
        if (order.status === 'cancelled') order.status = 'pending'
      }),
      'revives cancelled orders after 700 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 700)
      }),
    },
  ),
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

/** Providers that refuse a wrong key, and still act on the order. */
export const cancelRefusedKey: BrokenProvider[] = [
  ...breaking('Authentication: a missing or invalid key yields status 401, and so nothing is cancelled.', 'model', {
    'cancels without a key while answering 401': cancelsThoughRefused(
      ({ authorization }) => authorization === undefined,
    ),
    'loses the order that a request with a wrong key named': (usual, store) => ({
      refuse: (call) => {
        if (call.operation === 'cancelOrder' && /^\d+$/.test(call.id)) store.remove(BigInt(call.id))
        return usual.refuse(call)
      },
    }),
  }),
]

function cancelsThoughRefused(applies: (call: Call) => boolean): Deviation {
  return (usual) => ({
    refuse: (call) => {
      const order = call.operation === 'cancelOrder' && applies(call) ? usual.find(call.id) : undefined
      if (order?.status === 'pending') order.status = 'cancelled'
      return usual.refuse(call)
    },
  })
}

/** Providers whose cancels affect other orders. */
export const cancelOtherOrders: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels the next order as well': afterCancel(({ id }, store) => cancelNext(store.orders, id)),
    'cancels all orders for the same pet': afterCancel(({ petId }, { orders }) =>
      orders.filter((order) => order.petId === petId).forEach((order) => cancelIfPending(order)),
    ),
    'cancels the oldest pending order whichever is named': (usual, store) => ({
      find: (id) => usual.find(id) && (store.orders.find(({ status }) => status === 'pending') ?? usual.find(id)),
    }),
    'cancels a pending order when a shipped one is refused': afterRefusal((_, { orders }) =>
      cancelIfPending(orders.findLast(({ status }) => status === 'pending')),
    ),
    'cancels all orders when the order 0 is to be cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        if (call.id === '0')
          for (const order of store.orders) if (order.status === 'pending') order.status = 'cancelled'
        return usual.cancelOrder(call)
      },
    }),
    'cancels the order before the one that a wrong key named': (usual, store) => ({
      refuse: (call) => {
        const at = call.operation === 'cancelOrder' ? store.orders.findIndex(({ id }) => String(id) === call.id) : -1
        const before = store.orders[at - 1]
        if (before?.status === 'pending') before.status = 'cancelled'
        return usual.refuse(call)
      },
    }),
  }),
]

function cancelNext(orders: readonly SmallOrder[], id: bigint): void {
  cancelIfPending(orders[orders.findIndex((order) => order.id === id) + 1])
}

function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}
