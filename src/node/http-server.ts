import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { countHosts } from './addresses.js'

/** The most that the headers of a message may take together, in bytes: on localhost all applications share their cookies. */
export const MAX_HEADER_BYTES = 2 ** 16

/**
 * How long a connection is kept without a request, as long as nginx keeps one. After Node's 5 s, a test process that was busy
 * meanwhile sends its next request to a closed connection, and not every client sends it again.
 */
const KEEP_ALIVE_MS = 75_000

/** If a connection is closed while the client still sends, the client loses the response. */
const LINGER_MS = 2_000

const PROBLEMS = {
  HPE_HEADER_OVERFLOW: problem(
    431,
    'headers_too_large',
    'The headers exceed 64 KiB. Send less, such as fewer cookies.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problem(413, 'body_too_large', 'The chunk extensions exceed 16 KiB. Omit them.'),
  ERR_HTTP_REQUEST_TIMEOUT: problem(408, 'request_timeout', 'The request did not arrive in time. Send it again.'),
  hosts: problem(400, 'malformed_request', 'A request must have one Host header (RFC 9112, section 3.2). Send one.'),
  expectation: problem(417, 'expectation_failed', 'Only 100-continue can be expected. Omit the header Expect.'),
  tunnel: problem(501, 'not_implemented', 'The server is not a forward proxy. Exclude its address with NO_PROXY.'),
  tls: problem(400, 'malformed_request', 'The request is encrypted, but the server has no certificate. Use http://.'),
}

/** Responds with an Error object to a request that no handler gets; `response.req` is the request as far as it is known. */
export type Reject = (error: Problem, response: ServerResponse) => void

type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS]

type ParseError = Error & { readonly code?: string; readonly reason?: string; readonly rawPacket?: Buffer }

/**
 * Creates a server that speaks HTTPS if it has a certificate. `reject` responds to all that Node would reject by itself,
 * without a body.
 * @param options.isForAnyHost whether a request needs no Host header
 */
export function createHttpServer(
  listener: RequestListener,
  reject: Reject,
  { isForAnyHost, ...options }: ServerOptions & { isForAnyHost?: (request: IncomingMessage) => boolean } = {},
) {
  // Larger headers are read, too, so that the response can tell a page, and the log, what they belong to.
  const settings = {
    maxHeaderSize: 4 * MAX_HEADER_BYTES,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...options,
  }
  const server = options.cert === undefined ? createServer(settings) : createTlsServer(settings)
  const rejects = rejectsInTurn(reject)
  server.on('request', (request, response) => {
    rejects.note(response)
    const { rawHeaders, httpVersion } = request
    const hosts = countHosts(request)
    const isHostFree = hosts === 0 && (httpVersion === '1.0' || isForAnyHost?.(request) === true)
    const isTooLarge = rawHeaders.reduce((bytes, text) => bytes + text.length, 0) > MAX_HEADER_BYTES
    if (isTooLarge) rejects.by(response, PROBLEMS.HPE_HEADER_OVERFLOW)
    else if (hosts === 1 || isHostFree) listener(request, response)
    else rejects.by(response, PROBLEMS.hosts)
  })
  server.on('checkExpectation', (_, response) => {
    rejects.note(response)
    rejects.by(response, PROBLEMS.expectation)
  })
  server.on('connect', (request, socket) => {
    // Node no longer watches the socket; without a listener, an error of it would end the process.
    socket.on('error', () => socket.destroy())
    rejects.next(socket, request, PROBLEMS.tunnel)
  })
  server.on('clientError', rejects.broken)
  return server
}

/** Responses on a connection have the order of its requests, and a rejection is the last one. */
function rejectsInTurn(reject: Reject) {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const ended = new WeakSet<Duplex>()
  const by = (response: ServerResponse, error: Problem): void => {
    ended.add(response.req.socket)
    response.shouldKeepAlive = false
    reject(error, response)
  }
  const next = (socket: Duplex, request: IncomingMessage, error: Problem): void => {
    const last = latest.get(socket)
    const respond = () => socket.writable && !ended.has(socket) && by(responseOn(socket, request), error)
    if (last === undefined || last.destroyed) respond()
    else last.once('close', respond)
  }
  const broken = (error: ParseError, socket: Duplex): void => {
    const last = latest.get(socket)
    if (!socket.writable || ended.has(socket)) return
    if (last === undefined || last.destroyed || last.req.complete)
      next(socket, requestIn(socket, last ? {} : error), problemOf(error))
    // The error is in the body of a request that a handler has.
    else if (last.headersSent) socket.destroy()
    else {
      by(last, problemOf(error))
      // What the handler sends later goes nowhere.
      const ignore = () => last
      Object.assign(last, {
        setHeader: ignore,
        removeHeader: ignore,
        writeHead: ignore,
        write: () => true,
        end: ignore,
      })
    }
  }
  return { note: (response: ServerResponse) => void latest.set(response.req.socket, response), by, next, broken }
}

function problem<const Code extends string>(status: number, code: Code, message: string) {
  return { status, code, message }
}

function problemOf({ code = '', reason = code, rawPacket }: ParseError) {
  // A TLS handshake begins so.
  if (rawPacket?.[0] === 22) return PROBLEMS.tls
  const message = `The request is not valid HTTP/1.1 (${reason}). Send it with a client of HTTP/1.1.`
  return Object.entries(PROBLEMS).find(([known]) => known === code)?.[1] ?? problem(400, 'malformed_request', message)
}

/** The request that the first packet of a connection begins with. */
function requestIn(socket: Duplex, { rawPacket = Buffer.of() }: Partial<ParseError>): IncomingMessage {
  const [, method = '', url = ''] = /^([A-Z]+) (\S+) HTTP\//.exec(rawPacket.toString('latin1')) ?? []
  return Object.assign(new IncomingMessage(socket as Socket), { method, url })
}

/** A response that ends the connection, for a request that Node gives none. */
function responseOn(socket: Duplex, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request)
  response.assignSocket(socket as Socket)
  socket.removeAllListeners('data').resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return response.once('finish', () => socket.end())
}
