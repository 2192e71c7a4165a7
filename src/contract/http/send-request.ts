import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { ToolError } from '../../input/index.js'
import type { OutgoingRequest, ProviderResponse } from '../exchange.js'
import { NoAnswerError } from './no-answer-error.js'
import { decodeBody } from './decode-body.js'
import { StartingLine } from './starting-line.js'
import { bytesAfterHead, type SocketTap, tapSocket } from './socket-tap.js'

/** Sends requests as they stand, and reads answers as they come. */
export interface RequestSender {
  send(request: OutgoingRequest & { readonly url: string }): Promise<ProviderResponse>
  /** Closes idle connections, so that the program can end. */
  close(): void
}

// How long a connection is watched for bytes after a 204 whose server leaves it open although told to close it.
const LINGER_MS = 150

// A timeout is counted in so many parts; a standstill counts as one of them, however long it is.
const TICKS = 20

/**
 * Makes a sender on Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204.
 *
 * @param timeoutMs how long one whole answer may take
 */
export function createSender(timeoutMs: number): RequestSender {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  const together = new StartingLine()
  return {
    send: (request) => retryIdle(() => new OneRequest(request, timeoutMs, agents).run(together)),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** A kept connection that its server closed just as it was used again: not the provider's fault. */
class StaleConnectionError extends Error {}

async function retryIdle<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error
    return attempt()
  }
}

type Agents = Readonly<Record<'http:' | 'https:', HttpAgent>>

class OneRequest {
  readonly #target: URL
  #connected = false

  constructor(
    readonly request: OutgoingRequest & { readonly url: string },
    readonly timeoutMs: number,
    readonly agents: Agents,
  ) {
    this.#target = new URL(request.url)
  }

  async run(together: StartingLine): Promise<ProviderResponse> {
    const tap = this.request.method === 'GET' ? undefined : tapSocket(this.#target)
    const timeout = new Error(`nothing complete within ${this.timeoutMs} ms`)
    let outgoing: ClientRequest | undefined
    const stopTimer = startTimer(this.timeoutMs, () => {
      if (outgoing === undefined) tap?.release(timeout)
      else outgoing.destroy(timeout)
    })
    try {
      await together.line(tap?.connected)
      tap?.hold()
      outgoing = this.#open(tap)
      const receiving = this.#receive(outgoing)
      if (tap !== undefined) outgoing.end()
      const request = outgoing
      together.go(() => (tap === undefined ? request.end() : tap.write()))
      const answer = await receiving
      const raw = answer.status === 204 ? await tap?.rest(LINGER_MS) : undefined
      return raw === undefined ? answer : withLateBytes(answer, raw)
    } catch (error) {
      throw this.#explain(error as NodeJS.ErrnoException, outgoing?.reusedSocket === true)
    } finally {
      stopTimer()
      tap?.release()
    }
  }

  #receive(outgoing: ClientRequest): Promise<ProviderResponse> {
    return new Promise((resolve, reject) => {
      outgoing.on('error', reject)
      outgoing.on('socket', (socket) => {
        if (!socket.connecting) this.#connected = true
        else socket.once(this.#isTls ? 'secureConnect' : 'connect', () => (this.#connected = true))
      })
      outgoing.on('response', (incoming) => {
        // After the head of a 204 the parser takes a forbidden body for broken HTTP; the tap has its bytes.
        if (incoming.statusCode === 204) outgoing.off('error', reject).on('error', () => {})
        readAnswer(incoming).then(resolve, reject)
      })
    })
  }

  get #isTls(): boolean {
    return this.#target.protocol === 'https:'
  }

  #open(tap: SocketTap | undefined): ClientRequest {
    const { hostname, port, protocol } = this.#target
    const { method, headers, url } = this.request
    const path = url.replace(/^[^:]+:\/\/[^/?#]*/, '') || '/'
    const target = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers }
    const send = this.#isTls ? httpsRequest : httpRequest
    // Given a connection and no agent, Node sends `Connection: close` and takes the connection that it is given.
    if (tap !== undefined) return send({ ...target, createConnection: tap.createConnection })
    return send({ ...target, agent: this.agents[protocol === 'https:' ? 'https:' : 'http:'] })
  }

  #explain(error: NodeJS.ErrnoException, isReused: boolean): Error {
    if (isReused && error.code === 'ECONNRESET') return new StaleConnectionError()
    if (this.#connected) return new NoAnswerError(this.request, reasonOf(error))
    return new ToolError(`Cannot reach ${this.#target.origin}: ${reasonOf(error)}. Is the provider running there?`, 3)
  }
}

/**
 * Counts only time in which this process runs: while it stands still, reading a long list, the provider's answer waits
 * unread, and a plain timer would go off before it is looked at.
 *
 * @returns a function that stops it
 */
function startTimer(timeoutMs: number, goOff: () => void): () => void {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    if (ticks < TICKS) return
    clearInterval(timer)
    goOff()
  }, timeoutMs / TICKS)
  return () => clearInterval(timer)
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNRESET') return 'it closed the connection before its answer was complete'
  if (error.code === 'ECONNREFUSED') return 'nothing listens there'
  if (error.code === 'ENOTFOUND') return 'no such host'
  if (error.code?.startsWith('HPE_') === true) return `what came is not HTTP (${error.message})`
  if (error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL') === true) return 'it does not speak TLS'
  return error.message === '' ? (error.code ?? 'unknown error') : error.message
}

async function readAnswer(incoming: IncomingMessage): Promise<ProviderResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = joined(incoming)
  const body = decodeBody(Buffer.concat(chunks), headers['content-encoding'])
  return { status: incoming.statusCode ?? 0, headers, ...body }
}

function joined(incoming: IncomingMessage): Record<string, string> {
  const entries = Object.entries(incoming.headersDistinct)
  return Object.fromEntries(entries.map(([name, values]) => [name, (values ?? []).join(', ')]))
}

function withLateBytes(answer: ProviderResponse, raw: Buffer): ProviderResponse {
  const body = decodeBody(bytesAfterHead(raw), undefined)
  return body.body === '' ? answer : { ...answer, ...body }
}
