import { isInt64 } from '../../small-provider.js'
import { breaking, type BrokenProvider, unknownAs } from '../broken-provider.js'

/** Providers that do not answer the cancel of an unknown order with 404 and an Error object. */
export const cancelUnknownOrder: BrokenProvider[] = [
  ...breaking('Errors: 404 where the order is not found.', 'pact', {
    'answers 204 for unknown orders': unknownAs(() => ({ status: 204, headers: {} })),
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
    'answers 404 with a page': unknownAs(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>404</h1>',
    })),
    'answers 404 without a body': unknownAs(() => ({ status: 404, headers: { 'content-length': '0' } })),
    'answers 404 without a code': unknownAs((usual) => usual.json(404, { message: 'No.', status: 404 })),
    'answers 404 without a message': unknownAs((usual) => usual.json(404, { code: 'no', status: 404 })),
    'answers 404 without a status': unknownAs((usual) => usual.json(404, { code: 'no', message: 'No.' })),
    'answers 404 with a number as the code': unknownAs((usual) =>
      usual.json(404, { code: 404, message: 'No.', status: 404 }),
    ),
    'answers 404 with a number as the message': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 404, status: 404 }),
    ),
    'answers 404 with messages by language': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: { en: 'No.' }, status: 404 }),
    ),
    'answers 404 with null as the message': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: null, status: 404 }),
    ),
    'answers 404 with the status in a string': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: '404' }),
    ),
    'answers 404 with the status in words': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: 'NOT_FOUND' }),
    ),
    'answers 404 with the error in an array': unknownAs((usual) =>
      usual.json(404, [{ code: 'no', message: 'No.', status: 404 }]),
    ),
    'answers 404 with the error in an object': unknownAs((usual) =>
      usual.json(404, { error: { code: 'no', message: 'No.', status: 404 } }),
    ),
    'answers 404 with broken JSON': unknownAs((usual) => ({
      ...usual.error(404, 'no'),
      body: '{"code":"no","message":"No.",}',
    })),
  }),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'answers 404 with the status 400 in its body': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: 400 }),
    ),
    'answers 404 with the status 4041 in its body': unknownAs((usual) =>
      usual.json(404, { code: 'no', message: 'No.', status: 4041 }),
    ),
  }),
  ...breaking('Cancel an order: 404 where the order is not found, each time.', 'model', {
    'answers 410 the second time for an unknown order': (usual) => {
      const asked = new Set<string>()
      return {
        cancelOrder: (call) => {
          if (usual.find(call.id) || !asked.has(call.id)) return (asked.add(call.id), usual.cancelOrder(call))
          return usual.error(410, 'gone')
        },
      }
    },
    'answers 204 for unknown orders with a large id': (usual) => ({
      cancelOrder: (call) =>
        isInt64(call.id) && BigInt(call.id) > 2n ** 60n && !usual.find(call.id)
          ? { status: 204, headers: {} }
          : usual.cancelOrder(call),
    }),
  }),
]
