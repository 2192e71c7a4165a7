import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { MAX_HEADER_BYTES } from '../../node/index.js'
import { type AddressedRequest, NoAnswerError, type ProviderResponse } from '../exchange.js'
import { decodeBody, readBody } from './body.js'
import type { KeptConnections } from './kept-connections.js'
import { networkReason, UnreachableError } from './no-answer.js'
import { Tap } from './tap.js'

/** A kept connection that its server closed just as it was used again: no violation. */
export class StaleConnectionError extends Error {}

/** A request that is sent on behalf of somebody else. */
export interface StreamedRequest extends AddressedRequest {
  /** Sent instead of `headers`, in which repeated headers are lost. */
  readonly allHeaders: OutgoingHttpHeaders
  readonly body: Readable | undefined
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal
}

/** What some servers send on a kept connection when they close it, whether a request is under way or not (RFC 9110, section 15.5.9). */
const CLOSED_IDLE = 408

export const SILENT = 'it sent no data for too long'

/** One request on one connection. It goes out at once. */
export class Attempt {
  /** Settled once there is a connection, or none can be made. */
  readonly connected: Promise<void>
  readonly head: Promise<IncomingMessage>
  readonly #outgoing: ClientRequest
  readonly #place: string
  readonly #response: Partial<ProviderResponse> = {}
  #tap: Tap | undefined
  #isHeld: boolean
  #isConnected = false
  #hasHead = false
  #aborted: Error | undefined

  /**
   * @param how.isFresh whether it has its own connection; the bytes after the 204 to a DELETE are looked for there
   * @param how.isHeld whether it is held back, with its connection made, until `go`
   */
  constructor(
    readonly request: AddressedRequest & Partial<StreamedRequest>,
    readonly connections: KeptConnections,
    { isFresh, isHeld = false }: { readonly isFresh: boolean; readonly isHeld?: boolean },
  ) {
    this.#isHeld = isHeld
    const { method, url, headers, content, allHeaders = headers, body, signal } = request
    const [, origin = '', path = ''] = /^([^:]+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? []
    const { hostname, port, protocol } = new URL(origin)
    const proxy = connections.proxyAgent(new URL(origin), isFresh)
    const send = protocol === 'https:' ? httpsRequest : httpRequest
    const agent = proxy ?? (!isFresh && connections.agent(protocol))
    const address = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path: path || '/' }
    const how = { method, headers: allHeaders, signal, agent, maxHeaderSize: MAX_HEADER_BYTES }
    const outgoing = send({ ...connections.route.tls, ...address, ...how })
    this.#outgoing = outgoing
    this.#place = proxy === undefined ? origin : `${origin} through its proxy`
    // A proxy passes on no bytes after a 204, and may not close the connection for a while.
    const isTapped = isFresh && method === 'DELETE' && proxy === undefined
    this.connected = new Promise((resolve) => {
      const noteConnected = () => {
        this.#isConnected = true
        resolve()
      }
      outgoing.once('close', resolve).once('socket', (socket) => {
        if (this.#isHeld) socket.cork()
        if (isTapped) this.#tap = new Tap(socket)
        if (socket.connecting) socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', noteConnected)
        else noteConnected()
        const tell = connections.watch(socket)
        outgoing.once('response', ({ statusCode }) => statusCode !== CLOSED_IDLE && tell?.())
      })
    })
    this.head = this.#headOf(outgoing).catch((error: Error) => Promise.reject(this.#failure(error)))
    this.head.catch(() => {})
    if (body === undefined) end(outgoing, content)
    else body.pipe(outgoing)
  }

  go(): void {
    // Through a proxy there may be no socket yet.
    this.#isHeld = false
    this.#outgoing.socket?.uncork()
  }

  /** @returns the timer, to be stopped in time */
  abortAfter(timeoutMs: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.#abort(new Error(reason)), timeoutMs)
  }

  /** The body as it comes; nobody else reads it. Silence counts only while somebody waits for it. */
  async *chunks(silenceMs: number): AsyncGenerator<Buffer> {
    const incoming = await this.head
    const chunks = incoming.iterator({ destroyOnReturn: false }) as NodeJS.AsyncIterator<Buffer>
    for (;;) {
      const silence = this.abortAfter(silenceMs, SILENT)
      const next = chunks.next().catch((error: Error) => Promise.reject(this.#failure(error)))
      const { done = false, value } = await next.finally(() => clearTimeout(silence))
      if (done) return
      yield value
    }
  }

  /** The whole response, with its connection released. Its body may have been read already. */
  async whole(read?: Buffer): Promise<ProviderResponse> {
    try {
      const incoming = await this.head
      const { statusCode: status = 0 } = incoming
      const allHeaders = incoming.headersDistinct as Record<string, string[]>
      if (status === CLOSED_IDLE && this.#outgoing.reusedSocket) throw new StaleConnectionError()
      const parsed = read ?? (await readBody(incoming))
      const fields = Object.entries(allHeaders).map(([name, values]) => [name, values.join(', ')])
      const headers = Object.fromEntries(fields) as Record<string, string>
      const bytes = (status === 204 && (await this.#tap?.bytesAfterHead())) || parsed
      const body = await decodeBody(bytes, headers['content-encoding'])
      return Object.assign(this.#response, { status, headers, allHeaders, ...body })
    } catch (error) {
      throw this.#failure(error as Error)
    } finally {
      this.release()
    }
  }

  /** Closes a connection that was tapped. */
  release(): void {
    this.#tap?.socket.destroy()
  }

  #abort(error: Error): void {
    this.#aborted ??= error
    this.#outgoing.destroy(error)
  }

  /** Ends it, if it has not ended, and says why there is no response. */
  #failure(cause: Error): Error {
    this.#abort(cause)
    if (cause instanceof StaleConnectionError) return cause
    const error: NodeJS.ErrnoException = this.#aborted ?? cause
    const isClosed = ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    if (isClosed && this.#outgoing.reusedSocket && !this.#hasHead) return new StaleConnectionError()
    if (this.#isConnected) return new NoAnswerError(this.request, networkReason(error), this.#hasHead)
    return new UnreachableError(this.#place, isClosed ? 'it closed the connection' : networkReason(error))
  }

  #headOf(outgoing: ClientRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      outgoing.on('response', (incoming) => {
        this.#hasHead = true
        const { socket, statusCode } = incoming
        // A response can break off before anybody reads it: the stream keeps the error for its reader.
        incoming.on('error', () => {}).once('end', () => this.#noteEnd(socket))
        // To the parser, a forbidden body after the head of a 204 is broken HTTP; the tap has its bytes. A response that is
        // passed on is whole without what follows it, such as a body to HEAD.
        if (statusCode !== 204 && this.request.allHeaders === undefined)
          outgoing.on('error', (error) => incoming.destroy(error))
        // Without `Connection: Upgrade` such a response comes to Node's client like any other.
        if (statusCode === 101) reject(new Error('it sent 101 (Switching Protocols), which was not requested'))
        else resolve(incoming)
      })
      outgoing.on('error', reject)
      outgoing.on('close', () => {
        if (!this.#hasHead) reject(new Error('it closed the connection before its response was complete'))
      })
    })
  }

  #noteEnd(socket: Socket): void {
    const { destroyed, readableEnded, errored } = socket
    const noteFollowed = () => void (this.#response.isFollowed = true)
    // Node's client hangs up by itself, without an error, only when a second response follows.
    if (this.#aborted === undefined && destroyed && !readableEnded && errored === null) noteFollowed()
    // At once: the connection may be used again before the response is looked at.
    this.connections.answered(socket, noteFollowed)
  }
}

function end(outgoing: ClientRequest, content: string | undefined): void {
  // With a text, Node would write the head in UTF-8 as well.
  const bytes = content && Buffer.from(content)
  // Node would send the body of a GET or a DELETE without saying where it ends.
  if (bytes && !outgoing.hasHeader('content-length')) outgoing.setHeader('Content-Length', bytes.length)
  outgoing.end(bytes)
}
