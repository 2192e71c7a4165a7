import { request as httpRequest } from 'node:http'
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { decodeBody, readBody } from './body.js'
import type { KeptConnections } from './kept-connections.js'
import { networkReason, NoAnswerError, UnreachableError } from './no-answer.js'
import { Tap } from './tap.js'

/** A kept connection that its server closed just as it was used again: not the provider's fault. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

interface AttemptOptions {
  /** Whether bytes after a 204 are looked for. */
  readonly isTapped: boolean
  /** Whether it goes out on a new connection. */
  readonly isFresh: boolean
  /** Whether it is held back, with its connection made, until `go`. */
  readonly isHeld?: boolean
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Readable | undefined
  readonly signal?: AbortSignal
}

/** One request on one connection. It goes out at once. */
export class Attempt {
  /** Settled once there is a connection, or none can be made. */
  readonly connected: Promise<void>
  /** The head of the answer. */
  readonly head: Promise<IncomingMessage>
  readonly #origin: string
  readonly #proxy: Agent | undefined
  readonly #outgoing: ClientRequest
  readonly #broken: Promise<never>
  #tap: Tap | undefined
  #isConnected = false
  #hasHead = false
  #isFollowed = false
  #response: ProviderResponse | undefined
  #aborted: Error | undefined

  constructor(
    readonly request: AddressedRequest,
    readonly connections: KeptConnections,
    { isTapped, isFresh, isHeld = false, ...sent }: AttemptOptions,
  ) {
    const { method, url } = request
    const { headers = request.headers, body = request.content, signal } = sent
    const [, origin = '', path = ''] = /^([^:]+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? []
    const { hostname, port, protocol } = new URL(origin)
    this.#origin = origin
    this.#proxy = connections.proxyAgent(new URL(origin))
    const send = protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send({
      ...connections.route.tls,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: path || '/',
      method,
      headers,
      signal,
      agent: this.#proxy ?? (!isFresh && connections.agent(protocol)),
    })
    this.#outgoing = outgoing
    this.connected = new Promise((resolve) => {
      outgoing.once('socket', (socket) => this.#take(socket, isTapped, isHeld, resolve)).once('close', resolve)
    })
    this.#broken = new Promise<never>((_, reject) => outgoing.on('error', reject))
    this.#broken.catch(() => {})
    this.head = Promise.race([this.#broken, this.#headOf(outgoing)])
    this.head.catch(() => {})
    if (typeof body === 'object') body.pipe(outgoing)
    else outgoing.end(body)
  }

  /** Writes a request that was held back. */
  go(): void {
    this.#outgoing.socket?.uncork()
  }

  abort(error: Error): void {
    this.#aborted ??= error
    this.#outgoing.destroy(error)
  }

  /** @returns the timer, to be stopped in time */
  abortAfter(timeoutMs: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.abort(new Error(reason)), timeoutMs)
  }

  /** Reads the answer to its end. */
  async read(): Promise<ProviderResponse> {
    const incoming = await this.head
    const reading = readBody(incoming)
    // To the parser, a forbidden body after the head of a 204 is broken HTTP; the tap has its bytes.
    const isForbidden = incoming.statusCode === 204
    return this.whole(incoming, await (isForbidden ? reading : Promise.race([reading, this.#broken])))
  }

  /**
   * The answer as a whole, once its body has been read.
   *
   * @throws {BodyTooLargeError} if the body is too large once it is unpacked
   */
  async whole({ statusCode = 0, headersDistinct }: IncomingMessage, bytes: Buffer): Promise<ProviderResponse> {
    const fields = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
    const headers = Object.fromEntries(fields) as Record<string, string>
    const late = statusCode === 204 ? await this.#tap?.bytesAfterHead() : undefined
    this.release()
    const body = await decodeBody(late ?? bytes, late === undefined ? headers['content-encoding'] : undefined)
    this.#response = { status: statusCode, headers, ...body, ...(this.#isFollowed && { isFollowed: true }) }
    return this.#response
  }

  /** Closes a connection that was tapped. */
  release(): void {
    this.#tap?.release()
  }

  explain(cause: NodeJS.ErrnoException): Error {
    const error: NodeJS.ErrnoException = this.#aborted ?? cause
    const isClosed = ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    if (isClosed && this.#outgoing.reusedSocket && !this.#hasHead) return new StaleConnectionError()
    if (this.#isConnected) return new NoAnswerError(this.request, networkReason(error))
    const place = this.#proxy === undefined ? this.#origin : `${this.#origin} through its proxy`
    return new UnreachableError(place, networkReason(error))
  }

  #take(socket: Socket, isTapped: boolean, isHeld: boolean, tellConnected: () => void): void {
    if (isHeld) socket.cork()
    // Through a proxy every connection is kept.
    if (isTapped && this.#proxy === undefined) this.#tap = new Tap(socket)
    const noteConnected = () => {
      this.#isConnected = true
      tellConnected()
    }
    if (!socket.connecting) {
      this.connections.reused(socket)
      noteConnected()
      return
    }
    this.connections.watch(socket)
    socket.once(this.#origin.startsWith('https:') ? 'secureConnect' : 'connect', noteConnected)
  }

  #headOf(outgoing: ClientRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      outgoing.on('response', (incoming) => {
        this.#hasHead = true
        const { socket } = incoming
        // An answer can break off before anybody reads it: the stream keeps the error for its reader.
        incoming.on('error', () => {}).once('end', () => this.#noteEnd(socket))
        // Without `Connection: Upgrade` such an answer comes to Node's client like any other.
        if (incoming.statusCode === 101) reject(new Error('it switched protocols (101), which nobody had asked for'))
        else resolve(incoming)
      })
      outgoing.on('close', () => reject(new Error('it closed the connection before its answer was complete')))
    })
  }

  #noteEnd(socket: Socket): void {
    const { destroyed, readableEnded, errored } = socket
    // Node's client hangs up by itself, without an error, only when a second answer follows.
    this.#isFollowed = this.#aborted === undefined && destroyed && !readableEnded && errored === null
    // At once: the connection may be used again before the body is unpacked.
    this.connections.answered(socket, () => {
      this.#isFollowed = true
      if (this.#response !== undefined) this.#response.isFollowed = true
    })
  }
}
