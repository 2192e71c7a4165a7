import type { Deviation } from '../../small-provider.js'
import { breaking, type BrokenProvider, cancelAs, cancelledAs } from '../broken-provider.js'

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
