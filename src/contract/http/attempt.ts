import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { decodeBody } from './decode-body.js'
import { networkReason, NoAnswerError, UnreachableError } from './network-errors.js'
import { bytesAfterHead, type SocketTap, tapSocket } from './socket-tap.js'

/** Connections that are kept for later requests. */
export type Agents = Readonly<Record<'http:' | 'https:', HttpAgent>>

/** A kept connection that its server closed just as it was used again: not the provider's fault. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

// How long to watch a connection for bytes after a 204 if the server leaves it open in spite of `Connection: close`.
const LINGER_MS = 150

export function createAgents(): Agents {
  return { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
}

/** One request on one connection: a tapped one of its own, or a kept one. */
export class Attempt {
  readonly tap: SocketTap | undefined
  readonly #target: URL
  #outgoing: ClientRequest | undefined
  #isConnected = false
  #broken: Promise<never> | undefined

  constructor(
    readonly request: AddressedRequest,
    readonly agents: Agents,
    { isTapped = request.method !== 'GET' } = {},
  ) {
    this.#target = new URL(request.url)
    this.tap = isTapped ? tapSocket(this.#target) : undefined
  }

  /** Opens the request, which is then to be ended; resolves when the head of the answer comes. */
  open(headers: OutgoingHttpHeaders, signal?: AbortSignal): Promise<IncomingMessage> {
    const { hostname, port } = this.#target
    const { method, url } = this.request
    const path = url.replace(/^[^:]+:\/\/[^/?#]*/, '') || '/'
    const options = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers, signal }
    const send = this.#isTls ? httpsRequest : httpRequest
    // Given a connection and no agent, Node sends `Connection: close` and uses that connection.
    const connection =
      this.tap === undefined
        ? { agent: this.agents[this.#isTls ? 'https:' : 'http:'] }
        : { createConnection: this.tap.createConnection }
    const outgoing = send({ ...options, ...connection })
    this.#outgoing = outgoing
    this.#watchConnection(outgoing)
    const broken = new Promise<never>((_, reject) => outgoing.on('error', reject))
    broken.catch(() => {})
    this.#broken = broken
    const head = new Promise<IncomingMessage>((resolve) => {
      // An answer can break off before anybody reads it: the stream keeps the error for its reader.
      outgoing.on('response', (incoming) => resolve(incoming.on('error', () => {})))
    })
    return Promise.race([broken, head])
  }

  end(): void {
    this.#outgoing?.end()
  }

  pipe(body: Readable): void {
    if (this.#outgoing !== undefined) body.pipe(this.#outgoing)
  }

  limitSilence(timeoutMs: number): void {
    this.#outgoing?.setTimeout(timeoutMs, () => this.abort(new Error('it said nothing for too long')))
    // Node itself would begin to count only once the connection is made.
    this.#outgoing?.on('socket', (socket) => socket.setTimeout(timeoutMs))
  }

  abort(error: Error): void {
    if (this.#outgoing === undefined) this.tap?.release(error)
    else this.#outgoing.destroy(error)
  }

  /** Reads the answer to its end. */
  async read(incoming: IncomingMessage): Promise<ProviderResponse> {
    const reading = readAll(incoming)
    // To the parser, a forbidden body after the head of a 204 is broken HTTP; the tap has its bytes.
    const isForbidden = incoming.statusCode === 204
    return this.whole(incoming, await (isForbidden ? reading : Promise.race([reading, this.#broken ?? reading])))
  }

  /** The answer as a whole, once its body has been read. */
  async whole(incoming: IncomingMessage, bytes: Buffer): Promise<ProviderResponse> {
    const status = incoming.statusCode ?? 0
    const headers = joined(incoming)
    const raw = status === 204 ? await this.tap?.rest(LINGER_MS) : undefined
    const late = raw && bytesAfterHead(raw)
    this.release()
    const body = late === undefined ? decodeBody(bytes, headers['content-encoding']) : decodeBody(late, undefined)
    return { status, headers, ...body }
  }

  release(): void {
    this.tap?.release()
  }

  explain(error: NodeJS.ErrnoException): Error {
    if (this.#outgoing?.reusedSocket === true && error.code === 'ECONNRESET') return new StaleConnectionError()
    if (this.#isConnected) return new NoAnswerError(this.request, networkReason(error))
    return new UnreachableError(this.#target.origin, networkReason(error))
  }

  get #isTls(): boolean {
    return this.#target.protocol === 'https:'
  }

  #watchConnection(outgoing: ClientRequest): void {
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) this.#isConnected = true
      else socket.once(this.#isTls ? 'secureConnect' : 'connect', () => (this.#isConnected = true))
    })
  }
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function joined(incoming: IncomingMessage): Record<string, string> {
  const entries = Object.entries(incoming.headersDistinct)
  return Object.fromEntries(entries.map(([name, values]) => [name, (values ?? []).join(', ')]))
}
