import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { unexpectedError } from '../control/index.js'
import { type ApiRequest, type ApiResponse, type OrdersMock, readBody, takesBody } from '../core/index.js'
import { pathOf, type Reject } from '../node/index.js'
import { corsHeaders, headerOf, matchPath, pathBelow } from '../spec/index.js'

/** A listener as Express and Connect call it; it calls `next` for requests that it does not handle. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Finds what else there is at a path, and gives the function that asks for it as soon as the body is read. */
export type FindExtra = (request: IncomingMessage, path: string) => AskExtra | undefined

type AskExtra = (body: string | undefined, isAuthorized: boolean) => Promise<ApiRequest['extra']>

/** Requests of one connection that may wait for their responses. */
const MAX_WAITING = 1000

/**
 * Serves the API below the base path, straight from the engine. It comes before Express because Express would cost
 * four fifths of the throughput.
 */
export function createApiFace(mock: OrdersMock, basePath: string, findExtra?: FindExtra): Middleware {
  const waiting: Waiting = new WeakMap()
  const respond = (request: IncomingMessage, response: ServerResponse, path: string, read: Read): void => {
    try {
      send(mock.handle(readRequest(request, path, read)), response, waiting)
    } catch (error) {
      sendFailure(request, response, error)
    }
  }
  return (request, response, next) => {
    const path = pathBelow(basePath, pathOf(request.url ?? ''))
    if (path === undefined) return next()
    const askExtra = findExtra?.(request, path)
    const { method = '' } = request
    if (askExtra === undefined && !(takesBody(method) && hasBody(request)))
      return respond(request, response, path, NOTHING)
    const isWanted =
      askExtra !== undefined || matchPath(path)?.operations.some((each) => each.method === method) === true
    const reading = readBody(request, { isWanted }).then(async (read) => ({
      ...read,
      extra: await askExtra?.(read.body, mock.accepts(headerOf('authorization', request.rawHeaders))),
    }))
    // A client that goes away meanwhile ends its own request.
    return void reading.then(
      (read) => respond(request, response, path, read),
      () => request.destroy(),
    )
  }
}

/** Creates the function that responds to requests that the server rejects whatever they are for. The journal has them. */
export function createReject(mock: OrdersMock, basePath: string): Reject {
  return (rejection, response) => {
    const { url = '' } = response.req
    const path = pathBelow(basePath, pathOf(url)) ?? (url && `..${pathOf(url)}`)
    deliver(mock.handle(readRequest(response.req, path, { rejection })), response)
  }
}

/** HTTP/2 frames its messages without such headers (RFC 9113, section 8.1). */
function hasBody({ headers, httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor > 1 || 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

type Read = Pick<ApiRequest, 'body' | 'isTooLarge' | 'extra' | 'rejection'>

const NOTHING: Read = {}

type Waiting = WeakMap<Socket, number>

/** A mistake in the mock, or in a function that it was given, costs one response and not the process. */
function sendFailure({ headers }: IncomingMessage, response: ServerResponse, error: unknown): void {
  const body = `${JSON.stringify(unexpectedError(error))}\n`
  response.writeHead(500, { 'Content-Type': 'application/json', ...corsHeaders(headers.origin) }).end(body)
}

function readRequest(request: IncomingMessage, path: string, { body, isTooLarge, extra, rejection }: Read): ApiRequest {
  const { method = 'GET', rawHeaders, httpVersion } = request
  // Several of them together are no key, as in Fetch; Node would use the first.
  const authorization = headerOf('authorization', rawHeaders)
  const isOverHttp1 = httpVersion === '1.1'
  return { method, path, authorization, rawHeaders, isOverHttp1, body, isTooLarge, extra, rejection }
}

function send(apiResponse: ApiResponse, response: ServerResponse, waiting: Waiting): void {
  const { effects, held } = apiResponse
  const { delayMs, connection } = effects
  if (delayMs === 0 && connection !== 'hang' && held === undefined) return deliver(apiResponse, response)
  const { socket } = response.req
  const count = (waiting.get(socket) ?? 0) + 1
  // Node reads on while nothing is written, and what waits takes memory.
  if (count > MAX_WAITING) return void socket.destroy()
  waiting.set(socket, count)
  const isEndless = connection === 'hang' || held !== undefined
  const timer = isEndless ? undefined : setTimeout(deliver, delayMs, apiResponse, response)
  void held?.response.then((released) => send(released, response, waiting))
  response.once('close', () => {
    held?.abandon()
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    // Nobody is waiting; a timer left over would keep the process alive.
    clearTimeout(timer)
  })
}

function deliver(apiResponse: ApiResponse, response: ServerResponse): void {
  const { status, headers, body, effects } = apiResponse.effects.isCompressed ? compressed(apiResponse) : apiResponse
  if (response.destroyed) return
  const { socket } = response.req
  if (status === undefined) return reset(socket)
  response.writeHead(status, headers)
  if (effects.connection === 'truncate') {
    response.write(body.slice(0, body.length >> 1), () => socket.destroy())
    return
  }
  // Node writes text together with the head: one chunk instead of two.
  if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}

function compressed({ headers, body, ...response }: ApiResponse): ApiResponse {
  const bytes = new Uint8Array(gzipSync(body))
  const length = 'Content-Length' in headers && { 'Content-Length': String(bytes.length) }
  return { ...response, headers: { ...headers, ...length }, body: bytes }
}

function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // Only TCP has a reset: a connection through TLS or a Unix socket is closed without a response.
    socket.destroy()
  }
}
