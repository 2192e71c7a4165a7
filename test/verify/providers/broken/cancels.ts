import { setTimeout as delay } from 'node:timers/promises'
import type { Deviation } from '../small-provider.js'
import { breaking, cancelAs, cancelledAs, unknownAs, type BrokenProvider } from './broken-provider.js'

/** Providers that answer a cancel wrongly. */
export const brokenCancels: BrokenProvider[] = [
  ...breaking('Cancel an order: 204, order cancelled.', 'pact', {
    'answers a cancel with 200': cancelledAs((usual) => usual.json(200, {})),
    'answers a cancel with 200 and no body': cancelledAs(() => ({ status: 200, headers: { 'content-length': '0' } })),
    'answers a cancel with 202': cancelledAs(() => ({ status: 202, headers: { 'content-length': '0' } })),
    'answers a cancel with 205': cancelledAs(() => ({ status: 205, headers: { 'content-length': '0' } })),
    'answers a cancel with 303 to the list': cancelledAs(() => ({
      status: 303,
      headers: { location: '/v1/store/orders' },
    })),
    'refuses to cancel pending orders with 404': cancelAs('pending', (usual) => usual.error(404, 'no')),
    'refuses to cancel pending orders with 409': cancelAs('pending', (usual) => usual.error(409, 'no')),
    'answers a cancel with 500 and carries it out': cancelledAs((usual) => usual.error(500, 'oops')),
    'has no cancel': (usual) => ({ cancelOrder: () => usual.error(405, 'method_not_allowed') }),
  }),
  ...breaking('Cancel an order: 204 has no body.', 'openapi', {
    'answers a cancel with 204 and a body': raw204('content-length: 18\r\nconnection: close\r\n\r\n{"cancelled":true}'),
    'answers a cancel with 204 and a chunked body': raw204(
      'transfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  }),
  ...breaking('Cancel an order: no request body.', 'pact', {
    'wants a content type of a cancel': (usual) => ({
      cancelOrder: (call) =>
        call.request.headers['content-type'] === undefined ? usual.error(415, 'unsupported') : usual.cancelOrder(call),
    }),
  }),
  ...breaking('Errors: 409 where the order has already shipped.', 'pact', {
    'cancels shipped orders': (usual) => ({
      cancel: (order) => {
        if (order.status === 'shipped') order.status = 'pending'
        return usual.cancel(order)
      },
    }),
    'says 204 for shipped orders and leaves them': cancelAs('shipped', () => ({ status: 204, headers: {} })),
    'refuses shipped orders with 400': cancelAs('shipped', (usual) => usual.error(400, 'shipped')),
    'refuses shipped orders with 403': cancelAs('shipped', (usual) => usual.error(403, 'shipped')),
    'refuses shipped orders with 404': cancelAs('shipped', (usual) => usual.error(404, 'shipped')),
    'refuses shipped orders with 410': cancelAs('shipped', (usual) => usual.error(410, 'shipped')),
    'refuses shipped orders with 422': cancelAs('shipped', (usual) => usual.error(422, 'shipped')),
    'answers 200 with an error for shipped orders': cancelAs('shipped', (usual) =>
      usual.json(200, { code: 'shipped', status: 409 }),
    ),
    'fails on shipped orders': cancelAs('shipped', (usual) => usual.error(500, 'illegal_state')),
  }),
  ...breaking('Errors: 404 where the order is not found.', 'pact', {
    'says 204 for unknown orders': unknownAs(() => ({ status: 204, headers: {} })),
    'refuses unknown orders with 400': unknownAs((usual) => usual.error(400, 'unknown')),
    'refuses unknown orders with 403': unknownAs((usual) => usual.error(403, 'unknown')),
    'refuses unknown orders with 409': unknownAs((usual) => usual.error(409, 'unknown')),
    'refuses unknown orders with 410': unknownAs((usual) => usual.error(410, 'unknown')),
    'fails on unknown orders': unknownAs((usual) => usual.error(500, 'null_pointer')),
    'hangs up on unknown orders': (usual) => ({
      cancelOrder: (call) => (usual.find(call.id) ? usual.cancelOrder(call) : { status: 0, headers: {} }),
      send: (response, answer) =>
        answer.status === 0 ? void response.socket?.destroy() : usual.send(response, answer),
    }),
  }),
  ...breaking('Errors: error responses use the Error object; 404 where the order is not found.', 'openapi', {
    'says 404 with a page': unknownAs(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>404</h1>',
    })),
    'says 404 without a body': unknownAs(() => ({ status: 404, headers: { 'content-length': '0' } })),
    'says 404 without a code': unknownAs((usual) => usual.json(404, { message: 'No.', status: 404 })),
    'says 404 without a message': unknownAs((usual) => usual.json(404, { code: 'no', status: 404 })),
    'says 404 without a status': unknownAs((usual) => usual.json(404, { code: 'no', message: 'No.' })),
    'says 404 with a number for the code': unknownAs((usual) =>
      usual.json(404, { code: 404, message: 'No.', status: 404 }),
    ),
    'says 404 with a number for the message': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 404, status: 404 }),
    ),
    'says 404 with messages by language': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: { en: 'No.' }, status: 404 }),
    ),
    'says 404 with null for the message': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: null, status: 404 }),
    ),
    'says 404 with a status in a string': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: '404' }),
    ),
    'says 404 with a status in words': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: 'NOT_FOUND' }),
    ),
    'says 404 with the error in an array': unknownAs((usual) =>
      usual.json(404, [{ code: 'no', message: 'No.', status: 404 }]),
    ),
    'says 404 with the error in an object': unknownAs((usual) =>
      usual.json(404, { error: { code: 'no', message: 'No.', status: 404 } }),
    ),
    'says 404 with broken JSON': unknownAs((usual) => ({
      ...usual.error(404, 'no'),
      body: '{"code":"no","message":"No.",}',
    })),
  }),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'says 400 in a 404': unknownAs((usual) => usual.json(404, { code: 'no', message: 'No.', status: 400 })),
    'says 4041 in a 404': unknownAs((usual) => usual.json(404, { code: 'no', message: 'No.', status: 4041 })),
  }),
  ...breaking('Cancel an order: the statuses are 204, 401, 404 and 409.', 'model', {
    'fails on every tenth cancel': (usual) => {
      let cancels = 0
      return { cancelOrder: (call) => (++cancels % 10 === 0 ? usual.error(500, 'oops') : usual.cancelOrder(call)) }
    },
    'allows few cancels': (usual) => {
      let cancels = 0
      return { cancelOrder: (call) => (++cancels > 20 ? usual.error(404, 'enough') : usual.cancelOrder(call)) }
    },
  }),
  ...breaking(
    'Cancel an order: of two cancels of a pending order the first gets 204, the second meets no pending order.',
    'model',
    {
      'fails where two cancels meet': (usual) => {
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
    },
  ),
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
