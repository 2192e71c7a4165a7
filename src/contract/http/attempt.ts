import { request as httpRequest } from 'node:http'
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { decodeBody, readBody } from './body.js'
import type { KeptConnections } from './kept-connections.js'
import { networkReason, NoAnswerError, unreachable } from './no-answer.js'
import { Tap } from './tap.js'

/** A kept connection that its server closed just as it was used again: not the provider's fault. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

interface AttemptOptions {
  /** Whether bytes after a 204 are looked for; the request then has a connection of its own. */
  readonly isTapped?: boolean
  /** Whether it goes out on a new connection. */
  readonly isFresh?: boolean
  /** Whether it is held back, with its connection made, until `go`. */
  readonly isHeld?: boolean
}

/** One request on one connection. */
export class Attempt {
  /** Settled once there is a connection, or none can be made. */
  readonly connected: Promise<void>
  #noteConnected: () => void = () => {}
  readonly #target: URL
  readonly #isFresh: boolean
  readonly #isTapped: boolean
  readonly #proxy: Agent | undefined
  #isHeld: boolean
  #outgoing: ClientRequest | undefined
  #socket: Socket | undefined
  #tap: Tap | undefined
  #isFollowed = false
  #response: ProviderResponse | undefined
  #isConnected = false
  #hasHead = false
  #aborted: Error | undefined
  #broken: Promise<never> | undefined

  constructor(
    readonly request: AddressedRequest,
    readonly connections: KeptConnections,
    { isTapped = request.method !== 'GET', isFresh = isTapped, isHeld = false }: AttemptOptions = {},
  ) {
    this.connected = new Promise((resolve) => (this.#noteConnected = resolve))
    this.#target = new URL(/^[^:]+:\/\/[^/?#]*/.exec(request.url)?.[0] ?? '')
    this.#proxy = connections.proxyAgent(this.#target)
    this.#isFresh = isFresh
    this.#isHeld = isHeld
    // Through a proxy every connection is kept.
    this.#isTapped = isTapped && this.#proxy === undefined
  }

  /** Opens the request, which is then to be ended; resolves when the head of the answer comes. */
  open(headers: OutgoingHttpHeaders, signal?: AbortSignal): Promise<IncomingMessage> {
    const { hostname, port, protocol } = this.#target
    const { method, url } = this.request
    const path = url.replace(/^[^:]+:\/\/[^/?#]*/, '') || '/'
    const send = protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send({
      ...this.connections.route.tls,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path,
      method,
      headers,
      signal,
      agent: this.#proxy ?? (!this.#isFresh && this.connections.agent(protocol)),
    })
    this.#outgoing = outgoing
    outgoing.on('socket', (socket) => this.#take(socket))
    const broken = new Promise<never>((_, reject) => outgoing.on('error', reject))
    broken.catch(() => {})
    this.#broken = broken
    return Promise.race([broken, this.#headOf(outgoing)])
  }

  end(body: string | Readable | undefined = this.request.content): void {
    if (this.#outgoing !== undefined && typeof body === 'object') body.pipe(this.#outgoing)
    else this.#outgoing?.end(body)
  }

  /** Writes a request that was held back. */
  go(): void {
    if (this.#isHeld) this.#socket?.uncork()
    this.#isHeld = false
  }

  abort(error: Error): void {
    this.#aborted ??= error
    this.#outgoing?.destroy(error)
  }

  /** @returns the timer, to be stopped in time */
  abortAfter(timeoutMs: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.abort(new Error(reason)), timeoutMs)
  }

  /** Reads the answer to its end. */
  async read(incoming: IncomingMessage): Promise<ProviderResponse> {
    const reading = readBody(incoming)
    // To the parser, a forbidden body after the head of a 204 is broken HTTP; the tap has its bytes.
    const isForbidden = incoming.statusCode === 204
    return this.whole(incoming, await (isForbidden ? reading : Promise.race([reading, this.#broken ?? reading])))
  }

  /**
   * The answer as a whole, once its body has been read.
   *
   * @throws {BodyTooLargeError} if the body is too large once it is unpacked
   */
  async whole(incoming: IncomingMessage, bytes: Buffer): Promise<ProviderResponse> {
    const status = incoming.statusCode ?? 0
    const headers = joined(incoming)
    const late = status === 204 ? await this.#tap?.bytesAfterHead() : undefined
    this.release()
    const body = await decodeBody(late ?? bytes, late === undefined ? headers['content-encoding'] : undefined)
    this.#response = { status, headers, ...body, ...(this.#isFollowed && { isFollowed: true }) }
    return this.#response
  }

  /** Closes a connection that was tapped. */
  release(): void {
    this.#tap?.release()
  }

  explain(cause: NodeJS.ErrnoException): Error {
    const error = this.#aborted ?? cause
    if (this.#isStale(error)) return new StaleConnectionError()
    if (this.#isConnected) return new NoAnswerError(this.request, networkReason(error))
    return unreachable(this.#target.origin, error, this.#proxy !== undefined)
  }

  #take(socket: Socket): void {
    this.#socket = socket
    if (this.#isHeld) socket.cork()
    if (this.#isTapped) this.#tap = new Tap(socket)
    const noteConnected = () => {
      this.#isConnected = true
      this.#noteConnected()
    }
    if (!socket.connecting) {
      this.connections.reused(socket)
      noteConnected()
      return
    }
    this.connections.watch(socket)
    socket.once(this.#target.protocol === 'https:' ? 'secureConnect' : 'connect', noteConnected)
  }

  #noteEnd(socket: Socket): void {
    const { destroyed, readableEnded, errored } = socket
    // Node's client hangs up by itself, without an error, only when a second answer follows.
    this.#isFollowed = this.#aborted === undefined && destroyed && !readableEnded && errored === null
    this.connections.answered(socket, () => {
      this.#isFollowed = true
      if (this.#response !== undefined) this.#response.isFollowed = true
    })
  }

  #isStale({ code = '' }: NodeJS.ErrnoException): boolean {
    return this.#outgoing?.reusedSocket === true && !this.#hasHead && ['ECONNRESET', 'EPIPE'].includes(code)
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
      outgoing.on('close', () => {
        this.#noteConnected()
        if (!this.#hasHead) reject(new Error('it closed the connection before its answer was complete'))
      })
    })
  }
}

function joined({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]))
}
