import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { AddressedRequest, NoAnswerError, OutgoingRequest, ProviderResponse } from '../exchange.js'
import { Attempt, SILENT, StaleConnectionError, type StreamedRequest } from './attempt.js'
import { KeptConnections } from './kept-connections.js'
import type { NetworkRoute } from './network-route.js'

export interface SendOptions {
  /** Whether it has its own connection, where a body after a 204 is seen; by default each DELETE has. */
  readonly isFresh?: boolean
  /** Whether it is to reach the provider together with the others that are sent now. */
  readonly isRace?: boolean
}

// A provider may accept one connection in each turn of its event loop: all must be accepted before anything is written.
const SETTLE_MS = 5
// A server that serves one connection after the other queues only a few: the others are not made before these are served.
const LATE_MS = 1_000

/** Sends requests and reads responses by Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204. */
export class Sender {
  readonly #racing: Attempt[] = []

  /**
   * @param timeoutMs how long a whole response may take, and how long a streamed one may be silent
   * @param connections those of one server
   */
  constructor(
    readonly timeoutMs: number,
    readonly connections = new KeptConnections(),
  ) {}

  /** Waits for the whole response. A kept connection may be stale, and the next one too: then a new one is made. */
  async send(request: AddressedRequest, options: SendOptions = {}): Promise<ProviderResponse> {
    try {
      return await this.#sendOnce(request, options)
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error
      const response = await this.#sendOnce(request, { ...options, isFresh: true })
      return Object.assign(response, { wasSentTwice: true as const })
    }
  }

  /** Waits for the head of the response; its body is yet to be read, and the response then to be released. */
  async stream(request: StreamedRequest): Promise<Attempt> {
    const attempt = new Attempt(request, this.connections, { isFresh: true })
    const silence = attempt.abortAfter(this.timeoutMs, SILENT)
    request.body?.on('data', () => silence.refresh())
    await attempt.head.finally(() => clearTimeout(silence))
    return attempt
  }

  close(): void {
    this.connections.close()
  }

  #sendOnce(request: AddressedRequest, options: SendOptions): Promise<ProviderResponse> {
    const { isFresh = request.method === 'DELETE', isRace = false } = options
    const attempt = new Attempt(request, this.connections, { isFresh, isHeld: isRace })
    const timer = attempt.abortAfter(this.timeoutMs, `nothing complete came within ${this.timeoutMs} ms`)
    if (isRace && this.#racing.push(attempt) === 1) void this.#startTogether()
    return attempt.whole().finally(() => clearTimeout(timer))
  }

  /**
   * Starts requests together that are sent within a turn of the event loop: none is written before all connections are
   * made, so that they reach the provider as close to each other as possible.
   */
  async #startTogether(): Promise<void> {
    await nextTurn()
    const racing = this.#racing.splice(0)
    const connected = Promise.all(racing.map((attempt) => attempt.connected))
    await Promise.race([connected, pause(LATE_MS, undefined, { ref: false })])
    if (racing.length > 1) await pause(SETTLE_MS)
    for (const attempt of racing) attempt.go()
  }
}

/**
 * Fetches what is not the API, such as a provider state or a pact: at most 64 MiB, without following redirects; on a new
 * connection unless there are kept ones. @throws {Error} whose message says in a few words why there is no response
 */
export async function fetchText(
  address: string,
  {
    timeoutMs,
    route,
    connections,
    ...request
  }: Omit<OutgoingRequest, 'path'> & {
    timeoutMs: number
    route?: NetworkRoute | undefined
    connections?: KeptConnections | undefined
  },
): Promise<ProviderResponse> {
  const { origin, pathname, search, username } = new URL(address)
  if (username !== '') throw new Error('an address cannot have a user or a password')
  const path = pathname + search
  const sender = new Sender(timeoutMs, connections ?? new KeptConnections(route))
  try {
    return await sender.send({ ...request, path, url: origin + path })
  } catch (error) {
    const { reason, message } = error as Error & Partial<NoAnswerError>
    throw new Error(reason ?? message, { cause: error })
  } finally {
    if (connections === undefined) sender.close()
  }
}
