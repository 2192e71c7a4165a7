import { request as httpRequest } from 'node:http'
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { readBody } from './body-limit.js'
import { decodeBody } from './decode-body.js'
import type { KeptConnections } from './kept-connections.js'
import { networkReason, NoAnswerError, unreachable } from './network-errors.js'
import { bytesAfterHead, type SocketTap, tapSocket } from './socket-tap.js'

/** A kept connection that its server closed just as it was used again: not the provider's fault. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

// How long to watch a connection for bytes after a 204 if the server leaves it open in spite of `Connection: close`.
const LINGER_MS = 150
const MAX_INTERIM_ANSWERS = 100
// Without `Connection: Upgrade` such an answer comes to Node's client like any other.
const SWITCHED = 'it switched protocols (101), which nobody had asked for'

/** Sends on a kept connection, and if that was stale on a new one: the next kept one may be stale, too. */
export async function retryStale<T>(
  connections: KeptConnections,
  attempt: (how: { isFresh: boolean }) => Promise<T>,
): Promise<T> {
  try {
    return await connections.use(() => attempt({ isFresh: false }))
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error
    return connections.use(() => attempt({ isFresh: true }))
  }
}

interface AttemptOptions {
  /** Whether the bytes of the connection are kept; then it is one of its own. */
  readonly isTapped?: boolean
  /** Whether it goes out on a new connection. */
  readonly isFresh?: boolean
}

/** One request on one connection: a tapped one of its own, a kept one or a new one. */
export class Attempt {
  readonly tap: SocketTap | undefined
  readonly #target: URL
  readonly #isFresh: boolean
  // Through a proxy no bytes are kept.
  readonly #proxied: Agent | undefined
  #outgoing: ClientRequest | undefined
  #isFollowed = false
  #response: ProviderResponse | undefined
  #isConnected = false
  #hasHead = false
  #aborted: Error | undefined
  #broken: Promise<never> | undefined

  constructor(
    readonly request: AddressedRequest,
    readonly connections: KeptConnections,
    { isTapped = request.method !== 'GET', isFresh = false }: AttemptOptions = {},
  ) {
    this.#isFresh = isFresh
    this.#target = originOf(request.url)
    this.#proxied = connections.route.agentFor(this.#target)
    this.tap = isTapped && this.#proxied === undefined ? tapSocket(this.#target, connections.route) : undefined
  }

  /** Opens the request, which is then to be ended; resolves when the head of the answer comes. */
  open(headers: OutgoingHttpHeaders, signal?: AbortSignal): Promise<IncomingMessage> {
    const { hostname, port } = this.#target
    const { method, url } = this.request
    const path = url.replace(/^[^:]+:\/\/[^/?#]*/, '') || '/'
    const { tls } = this.connections.route
    const options = { ...tls, hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers, signal }
    const send = this.#isTls ? httpsRequest : httpRequest
    // Given a connection and no agent, Node sends `Connection: close` and uses that connection.
    const kept = !this.#isFresh && this.connections.agent(this.#target.protocol)
    const way = this.tap ? { createConnection: this.tap.createConnection } : { agent: this.#proxied ?? kept }
    const outgoing = send({ ...options, ...way })
    this.#outgoing = outgoing
    this.#watchConnection(outgoing)
    const broken = new Promise<never>((_, reject) => outgoing.on('error', reject))
    broken.catch(() => {})
    this.#broken = broken
    return Promise.race([broken, this.#headOf(outgoing)])
  }

  end(body: string | Readable | undefined = this.request.content): void {
    if (this.#outgoing !== undefined && typeof body === 'object') body.pipe(this.#outgoing)
    else this.#outgoing?.end(body)
  }

  abort(error: Error): void {
    this.#aborted ??= error
    if (this.#outgoing === undefined) this.tap?.release(error)
    else this.#outgoing.destroy(error)
  }

  /** @returns the timer, to be stopped once the answer is complete */
  abortAfter(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => this.abort(new Error(`nothing complete came within ${timeoutMs} ms`)), timeoutMs)
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
    const raw = status === 204 ? await this.tap?.rest(LINGER_MS) : undefined
    const late = raw && bytesAfterHead(raw)
    this.tap?.release()
    const body = await decodeBody(late ?? bytes, late === undefined ? headers['content-encoding'] : undefined)
    this.#response = { status, headers, ...body, ...(this.#isFollowed && { isFollowed: true }) }
    return this.#response
  }

  explain(cause: NodeJS.ErrnoException): Error {
    const error = this.#aborted ?? cause
    if (this.#isStale(error)) return new StaleConnectionError()
    if (this.#isConnected) return new NoAnswerError(this.request, networkReason(error))
    return unreachable(this.#target.origin, error, this.#proxied !== undefined)
  }

  get #isTls(): boolean {
    return this.#target.protocol === 'https:'
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
    let interimAnswers = 0
    outgoing.on('information', () => {
      interimAnswers += 1
      if (interimAnswers > MAX_INTERIM_ANSWERS) this.abort(new Error('it sent interim answers (1xx) without end'))
    })
    return new Promise((resolve, reject) => {
      // An answer can break off before anybody reads it: the stream keeps the error for its reader.
      outgoing.on('response', (incoming) => {
        this.#hasHead = true
        const { socket } = incoming
        incoming.on('error', () => {}).once('end', () => this.#noteEnd(socket))
        if (incoming.statusCode === 101) reject(new Error(SWITCHED))
        else resolve(incoming)
      })
      // Unless somebody listens, Node drops the connection and says nothing.
      outgoing.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error(SWITCHED))
      })
      outgoing.on('close', () => {
        if (!this.#hasHead) reject(new Error('it closed the connection before its answer was complete'))
      })
    })
  }

  #watchConnection(outgoing: ClientRequest): void {
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) {
        this.#isConnected = true
        this.connections.reused(socket)
        return
      }
      this.connections.watch(socket)
      socket.once(this.#isTls ? 'secureConnect' : 'connect', () => (this.#isConnected = true))
    })
  }
}

function originOf(url: string): URL {
  return new URL(/^[^:]+:\/\/[^/?#]*/.exec(url)?.[0] ?? '')
}

function joined({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]))
}
