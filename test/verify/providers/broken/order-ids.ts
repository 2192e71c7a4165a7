import { isInt64, type Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { breaking, type BrokenProvider, unknownAs } from './broken-provider.js'

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

/** Providers that take ids for text, so that a cancel reaches orders whose ids look alike. */
export const cancelAlikeOrders: BrokenProvider[] = [
  ...breaking('Cancel an order: cancel one order by its identifier, which is an integer.', 'model', {}),
  ...breaking('Cancel an order: cancel one order by its identifier; orderId is an integer.', 'model', {
    'takes a percent sign in the path for any digits': taking((id) => id.replaceAll('%25', '\\d*')),
  }),
]

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

/** Providers that do not answer the cancel of an unknown order with 404 and an Error object. */
export const cancelUnknownOrder: BrokenProvider[] = [
  ...breaking('Errors: 404 where the order is not found.', 'pact', {
    'answers 204 for unknown orders': unknownAs(() => ({ status: 204, headers: {} })),
    'fails on unknown orders': unknownAs((usual) => usual.error(500, 'null_pointer')),
    'hangs up on unknown orders': (usual) => ({
      cancelOrder: (call) => (usual.find(call.id) ? usual.cancelOrder(call) : { status: 0, headers: {} }),
      send: (response, answer) =>
        answer.status === 0 ? void response.socket?.destroy() : usual.send(response, answer),
    }),
  }),
  ...breaking('Errors: error responses use the Error object; 404 where the order is not found.', 'openapi', {
    'answers 404 with a page': unknownAs(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>404</h1>',
    })),
    'answers 404 without a status': unknownAs((usual) => usual.json(404, { code: 'no', message: 'No.' })),
    'answers 404 with null as the message': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: null, status: 404 }),
    ),
  }),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'answers 404 with the status 400 in its body': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: 400 }),
    ),
  }),
]
