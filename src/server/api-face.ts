import { Buffer, isAscii } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type ApiRequest, type ApiResponse, type ExtraRoute, type OrdersMock } from '../core/index.js'
import { pathOf } from '../node/index.js'

/** A listener as Express and Connect call it; it calls `next` for requests that it does not handle. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Finds what else there is at a path, and reads from the request what that needs; `undefined` if there is nothing. It
 * rejects if the client goes away meanwhile.
 */
export type FindExtra = (request: IncomingMessage, path: string) => Promise<ExtraRoute> | undefined

const AUTHORIZATION = 'authorization'

/** Bytes of a body that is sent as text. */
const MAX_TEXT = 4096

/**
 * Serves the API below the base path, straight from the engine. It comes before Express because Express would cost
 * four fifths of the throughput.
 */
export function createApiFace(mock: OrdersMock, basePath: string, findExtra?: FindExtra): Middleware {
  const handle: Handle = (request) => mock.handle(request)
  const last: LastBody = { body: undefined, text: undefined }
  return (request, response, next) => {
    const path = pathBelow(basePath, request.url ?? '')
    if (path === undefined) return next()
    const connection = { request, response, last }
    const finding = findExtra?.(request, path)
    if (finding === undefined) return respond(handle, readRequest(request, path), connection)
    return void finding.then(
      (extra) => respond(handle, { ...readRequest(request, path), extra }, connection),
      () => request.destroy(),
    )
  }
}

type Handle = OrdersMock['handle']

/** The body that a face sent last, and its text: most requests are for the body of the one before. */
interface LastBody {
  body: Uint8Array | undefined
  text: string | undefined
}

interface Connection {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly last: LastBody
}

/** A mistake in the mock, or in a function that it was given, costs one response and not the process. */
function respond(handle: Handle, apiRequest: ApiRequest, connection: Connection): void {
  try {
    send(handle(apiRequest), connection)
  } catch (error) {
    const message = `The mock failed: ${error instanceof Error ? error.message : String(error)}. Please report it.`
    const body = `${JSON.stringify({ code: 'internal_error', message, status: 500 })}\n`
    connection.response
      .writeHead(500, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
      .end(body)
  }
}

/** The path below the base path, without the query; `undefined` if the request is for something else. */
function pathBelow(basePath: string, url: string): string | undefined {
  const path = pathOf(url)
  if (!path.startsWith(basePath)) return undefined
  const below = path.slice(basePath.length)
  return below === '' || below.startsWith('/') ? below : undefined
}

function readRequest(request: IncomingMessage, path: string): ApiRequest {
  const { method = 'GET', rawHeaders } = request
  const preflight = method === 'OPTIONS' ? readPreflight(request.headers) : undefined
  return { method, path, authorization: readAuthorization(rawHeaders), rawHeaders, preflight }
}

function readPreflight(headers: IncomingHttpHeaders): ApiRequest['preflight'] {
  const method = headers['access-control-request-method']
  return method === undefined ? undefined : { method, headers: headers['access-control-request-headers'] }
}

/**
 * Several `Authorization` headers together are no key, as Fetch has it; Node would keep the first. It would also make an
 * object of all headers, which costs more the more a browser sends.
 */
function readAuthorization(rawHeaders: readonly string[]): string | undefined {
  let all: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue
    const value = rawHeaders[index + 1] ?? ''
    all = all === undefined ? value : `${all}, ${value}`
  }
  return all
}

function send(apiResponse: ApiResponse, connection: Connection): void {
  const { delayMs, connection: effect } = apiResponse.effects
  if (effect === 'hang') return
  if (delayMs === 0) return deliver(apiResponse, connection)
  const timer = setTimeout(deliver, delayMs, apiResponse, connection)
  // Nobody is waiting; a timer left over would keep the process alive.
  connection.response.once('close', () => clearTimeout(timer))
}

function deliver({ status, headers, body, effects }: ApiResponse, { request, response, last }: Connection): void {
  if (response.destroyed) return
  if (status === undefined) return reset(request)
  response.writeHead(status, headers)
  if (effects.connection === 'truncate') {
    response.write(body.subarray(0, body.byteLength >> 1), () => request.socket.destroy())
    return
  }
  const text = asciiOf(body, last)
  if (text === undefined) response.end(body)
  else response.end(text, 'latin1')
}

/**
 * A short body as text, which Node writes together with the head: one chunk instead of two. It must be ASCII, because
 * what other middleware puts before `end` may overlook the encoding.
 */
function asciiOf(body: Uint8Array<ArrayBuffer>, last: LastBody): string | undefined {
  if (body.byteLength > MAX_TEXT) return undefined
  if (body !== last.body) {
    last.body = body
    last.text = isAscii(body) ? Buffer.prototype.latin1Slice.call(body, 0, body.byteLength) : undefined
  }
  return last.text
}

function reset({ socket }: IncomingMessage): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // Only TCP has a reset: a connection through TLS or a Unix socket is closed without a response.
    socket.destroy()
  }
}
