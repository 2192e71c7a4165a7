import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { Attempt, StaleConnectionError } from './attempt.js'
import { KeptConnections } from './kept-connections.js'

/** How a request is sent. */
export interface SendOptions {
  /** Whether only a refusal can come of it. Then nobody looks for a body after a 204, so that any connection will do. */
  readonly isRefused?: boolean
  /** Whether it is to reach the provider at the same moment as the others that are sent now. */
  readonly isRace?: boolean
}

/** A request that is sent on behalf of somebody else. */
export interface StreamedRequest extends AddressedRequest {
  /** What is sent instead of `headers`, in which repeated fields are lost. */
  readonly allHeaders: OutgoingHttpHeaders
  readonly body: Readable | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** An answer whose head has come. */
export type StreamedResponse = Awaited<ReturnType<Sender['stream']>>

// A provider may accept one connection in each turn of its event loop: all must be accepted before anything is written.
const SETTLE_MS = 5
// A server that serves one connection after the other lets only so many wait: the others are not made before these have
// been served.
const LATE_MS = 1_000

const SILENT = 'it said nothing for too long'

/** Sends requests and reads answers by Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204. */
export class Sender {
  readonly #timeoutMs: number
  readonly #connections: KeptConnections
  /** What is to start together. */
  readonly #racing: Attempt[] = []

  /** @param timeoutMs how long a whole answer may take, and how long a streamed one may be silent */
  constructor(timeoutMs: number, connections = new KeptConnections()) {
    this.#timeoutMs = timeoutMs
    this.#connections = connections
  }

  /** Waits for the whole answer. */
  send(request: AddressedRequest, { isRefused = false, isRace = false }: SendOptions = {}): Promise<ProviderResponse> {
    const isTapped = request.method === 'DELETE' && !isRefused
    return this.#retryStale(isTapped, async (isFresh) => {
      const attempt = new Attempt(request, this.#connections, { isTapped, isFresh, isHeld: isRace })
      const timer = attempt.abortAfter(this.#timeoutMs, `nothing complete came within ${this.#timeoutMs} ms`)
      if (isRace && this.#racing.push(attempt) === 1) void this.#startTogether()
      try {
        return await attempt.read()
      } catch (error) {
        attempt.abort(error as Error)
        throw attempt.explain(error as Error)
      } finally {
        clearTimeout(timer)
        attempt.release()
      }
    })
  }

  /** Waits for the head of the answer; its body is yet to be read, and the answer then to be released. */
  stream(request: StreamedRequest) {
    const { method, allHeaders: headers, body, signal } = request
    const isTapped = method === 'DELETE'
    // What cannot be sent twice goes out on a new connection, which cannot be stale.
    const isRepeatable = body === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method)
    return this.#retryStale(!isRepeatable, async (isFresh) => {
      const attempt = new Attempt(request, this.#connections, { isTapped, isFresh, headers, body, signal })
      const silence = attempt.abortAfter(this.#timeoutMs, SILENT)
      body?.on('data', () => silence.refresh())
      try {
        const incoming = await attempt.head
        return {
          incoming,
          /** The body as it comes. Only while somebody waits for it does the provider's silence count. */
          chunks: () => this.#chunksOf(incoming, attempt),
          /** The answer as a whole, once all `bytes` of its body have been read; what follows a DELETE's 204 is in it. */
          whole: (bytes: Buffer) => attempt.whole(incoming, bytes),
          release: () => attempt.release(),
        }
      } catch (error) {
        attempt.abort(error as Error)
        throw attempt.explain(error as Error)
      } finally {
        clearTimeout(silence)
      }
    })
  }

  /** Closes idle connections, so that the program can end. */
  close(): void {
    this.#connections.close()
  }

  /** Sends on a kept connection, and if that was stale on a new one: the next kept one may be stale, too. */
  async #retryStale<Answer>(isFresh: boolean, send: (isFresh: boolean) => Promise<Answer>): Promise<Answer> {
    const { slots } = this.#connections
    try {
      return await slots.use(1, () => send(isFresh))
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error
      return slots.use(1, () => send(true))
    }
  }

  /**
   * Makes requests start together that are sent within a turn of the event loop: none is written before the connections of
   * all are made, so that they reach the provider as close to each other as possible.
   */
  async #startTogether(): Promise<void> {
    await nextTurn()
    const racing = this.#racing.splice(0)
    const connected = Promise.all(racing.map((attempt) => attempt.connected))
    await Promise.race([connected, pause(LATE_MS, undefined, { ref: false })])
    if (racing.length > 1) await pause(SETTLE_MS)
    for (const attempt of racing) attempt.go()
  }

  async *#chunksOf(incoming: IncomingMessage, attempt: Attempt): AsyncGenerator<Buffer> {
    const iterator = incoming.iterator({ destroyOnReturn: false }) as NodeJS.AsyncIterator<Buffer>
    for (;;) {
      const silence = attempt.abortAfter(this.#timeoutMs, SILENT)
      try {
        const next = await iterator.next()
        if (next.done === true) return
        clearTimeout(silence)
        yield next.value
      } catch (error) {
        throw attempt.explain(error as Error)
      } finally {
        clearTimeout(silence)
      }
    }
  }
}
