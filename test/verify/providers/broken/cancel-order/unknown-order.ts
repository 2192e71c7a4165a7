import { breaking, type BrokenProvider, unknownAs } from '../broken-provider.js'

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
