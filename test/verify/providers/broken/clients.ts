import { gzipSync } from 'node:zlib'
import { eachAnswer, failing, where } from '../deviations.js'
import { type Call, type Deviation, NO_CONTENT, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider, queryOf } from './broken-provider.js'

/** Providers that serve one client and not another. */
export const clients: BrokenProvider[] = [
  ...breaking('List orders: 200 with a JSON array of Order objects.', 'openapi', {
    'shows the list as an object where application/json alone is accepted': eachAnswer('listOrders', (answer, call) => {
      const isAlone = headerOf(call, 'accept') === 'application/json'
      return isAlone ? { ...answer, body: `{"orders":${String(answer.body)}}` } : answer
    }),
    'shows the list as CSV where text/plain is accepted': where(
      'listOrders',
      (call) => headerOf(call, 'accept').includes('text/plain'),
      () => ({ status: 200, headers: { 'content-type': 'text/csv' }, body: 'id,petId\r\n1,11\r\n' }),
    ),
    'wraps the list where any JSON is accepted': eachAnswer('listOrders', (answer, call) => {
      const isAny = headerOf(call, 'accept').includes('+json')
      return isAny ? { ...answer, body: `{"_embedded":{"orders":${String(answer.body)}}}` } : answer
    }),
    'answers 406 where the media type has a parameter': refusing(406, (call) =>
      headerOf(call, 'accept').includes(';c'),
    ),
    'cuts the body short where the connection is to be closed': (usual) => ({
      send: (response, answer) => {
        const isToClose = /close/i.test(response.req.headers.connection ?? '') && answer.body !== undefined
        if (!isToClose) return usual.send(response, answer)
        response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
        response.write(answer.body.slice(0, -1), () => response.destroy())
      },
    }),
  }),
  ...breaking('Limits: one call returns all orders, without pagination.', 'model', {
    'shows one page of the list to clients that prefer that': eachAnswer('listOrders', (answer, call, { usual }) => {
      const [, size] = /maxpagesize=(\d+)/.exec(headerOf(call, 'prefer')) ?? []
      return size === undefined ? answer : usual.json(200, usual.listed().slice(0, Number(size)).map(usual.show))
    }),
  }),
  ...breaking('Errors: code, message and status, all three present.', 'openapi', {
    'shows errors as a page to clients that prefer one to JSON': eachAnswer('answer', (answer, call) => {
      if (answer.status < 400 || !headerOf(call, 'accept').startsWith('text/html')) return answer
      return { ...withHeaders(answer, { 'content-type': 'text/html' }), body: `<h1>Error ${answer.status}</h1>` }
    }),
    'has no message for clients whose language is German': eachAnswer('answer', (answer, call) => {
      if (answer.status < 400 || !/^de\b/.test(headerOf(call, 'accept-language'))) return answer
      return { ...answer, body: String(answer.body).replace(/"message":"[^"]*"/, '"message":null') }
    }),
  }),
  ...breaking('Cancel an order: the response is 204, with no body.', 'openapi', {
    'sends a compressed body with a 204 where gzip is accepted': (usual) => ({
      send: (response, answer) => {
        const isGzip = /gzip/.test(String(response.req.headers['accept-encoding']))
        if (answer.status !== 204 || !isGzip) return usual.send(response, answer)
        response.socket?.write('HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n')
        response.socket?.end(gzipSync('{}'))
      },
    }),
  }),
  ...breaking('Cancel an order: a pending order is cancelled, with 204.', 'model', {
    'takes a DELETE with Content-Length: 0 for a malformed request': refusing(
      400,
      (call) => call.operation === 'cancelOrder' && headerOf(call, 'content-length') === '0',
    ),
    'answers 406 to a DELETE that accepts nothing but JSON': refusing(
      406,
      (call) => call.operation === 'cancelOrder' && headerOf(call, 'accept') === 'application/json',
    ),
    'confirms a cancel with ?dryRun=true, and does nothing': where(
      'cancelOrder',
      ({ id, request }, { usual }) =>
        queryOf(request.url).get('dryRun') === 'true' && usual.find(id)?.status === 'pending',
      () => NO_CONTENT,
    ),
  }),
  ...breaking('Authentication: the API key is sent as the bearer token.', 'model', {
    'refuses the right key beside a cookie that it does not know': refusing(
      401,
      (call) => headerOf(call, 'cookie') !== '',
    ),
  }),
  ...breaking('States and transitions: a shipped order cannot be reversed.', 'model', {
    'cancels a shipped order with ?force=true': (usual) => ({
      cancelOrder: (call) => {
        const order = usual.find(call.id)
        if (order?.status === 'shipped' && queryOf(call.request.url).get('force') === 'true') order.status = 'pending'
        return usual.cancelOrder(call)
      },
    }),
  }),
]

function headerOf({ request }: Call, name: string): string {
  return String(request.headers[name] ?? '')
}

function refusing(status: number, isRefused: (call: Call) => boolean): Deviation {
  return failing('answer', status, 'refused', (call, { usual }) => usual.admits(call) && isRefused(call))
}
