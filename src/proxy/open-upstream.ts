import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type SocketTap, tapSocket } from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'
import type { Target } from './target.js'

/** The way to the provider, with connections that are kept. */
export interface Upstream {
  /** Sends a request on to a path below the base address, and waits for the head of its answer. */
  send(request: IncomingMessage, errand: UpstreamErrand): Promise<UpstreamAnswer>
  close(): void
}

export interface UpstreamErrand {
  /** Below the base address. */
  readonly path: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** The head of an answer; its body is yet to be read. */
export interface UpstreamAnswer {
  readonly incoming: IncomingMessage
  /** Sees the bytes that follow a 204, where the request was a DELETE. */
  readonly tap: SocketTap | undefined
}

/** The provider gave no answer: `isReached` says whether it took the connection. */
export class NoUpstreamAnswerError extends Error {
  constructor(
    readonly reason: string,
    readonly isReached: boolean,
  ) {
    super(reason)
  }
}

/** @param timeoutMs how long the provider may be silent */
export function openUpstream(target: Target, timeoutMs: number): Upstream {
  const isTls = target.url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const attempt = async (request: IncomingMessage, errand: UpstreamErrand): Promise<UpstreamAnswer> => {
    const tap = request.method === 'DELETE' ? tapSocket(target.url) : undefined
    const connection = tap === undefined ? { agent } : { createConnection: tap.createConnection }
    const options = { ...requestOptions(target, request, errand), ...connection, timeout: timeoutMs }
    try {
      return { incoming: await awaitHead(request, (isTls ? httpsRequest : httpRequest)(options)), tap }
    } catch (error) {
      tap?.release()
      throw error
    }
  }
  return {
    close: () => agent.destroy(),
    send: (request, errand) =>
      attempt(request, errand).catch((error: unknown) => {
        // A kept connection that its server closed just as it was used again: not the provider's fault.
        if (error instanceof StaleConnectionError && !hasBody(request)) return attempt(request, errand)
        throw error
      }),
  }
}

function requestOptions({ url, baseUrl }: Target, request: IncomingMessage, errand: UpstreamErrand): RequestOptions {
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    method: request.method,
    path: `${baseUrl.slice(url.origin.length)}${errand.path}` || '/',
    signal: errand.signal,
    headers: requestHeaders(request, url.host),
  }
}

function requestHeaders(request: IncomingMessage, host: string): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { host }
  for (const [name, value] of endToEndHeaders(request.rawHeaders)) {
    const key = name.toLowerCase()
    if (key !== 'host') headers[key] = key in headers ? [headers[key] ?? [], value].flat() : value
  }
  headers['via'] = [headers['via'] ?? [], `${request.httpVersion} orders-mock`].flat().join(', ')
  // Node would send the body of a DELETE without saying where it ends.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  return headers
}

class StaleConnectionError extends NoUpstreamAnswerError {}

function awaitHead(request: IncomingMessage, outgoing: ClientRequest): Promise<IncomingMessage> {
  let isReached = false
  return new Promise((resolve, reject) => {
    outgoing.on('socket', (socket) => {
      isReached = !socket.connecting
      const event = 'encrypted' in socket ? 'secureConnect' : 'connect'
      if (socket.connecting) socket.once(event, () => (isReached = true))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('it said nothing for too long')))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET'
      reject(
        isStale
          ? new StaleConnectionError('it closed the connection', true)
          : new NoUpstreamAnswerError(reasonOf(error), isReached),
      )
    })
    outgoing.on('response', resolve)
    if (hasBody(request)) request.pipe(outgoing)
    else outgoing.end()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNREFUSED') return 'nothing listens there'
  if (error.code === 'ENOTFOUND') return 'there is no such host'
  if (error.code === 'ECONNRESET') return 'it closed the connection'
  if (error.code?.startsWith('HPE_') === true) return `what it sent is not HTTP (${error.message})`
  return error.message === '' ? (error.code ?? 'unknown error') : error.message
}
