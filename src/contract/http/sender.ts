import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { Attempt, StaleConnectionError } from './attempt.js'
import { KeptConnections } from './kept-connections.js'
import { StartingLine } from './starting-line.js'

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

const SILENT = 'it said nothing for too long'

/** Sends requests and reads answers by Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204. */
export class Sender {
  readonly #timeoutMs: number
  readonly #connections: KeptConnections
  readonly #line = new StartingLine()

  /** @param timeoutMs how long a whole answer may take, and how long a streamed one may be silent */
  constructor(timeoutMs: number, connections = new KeptConnections()) {
    this.#timeoutMs = timeoutMs
    this.#connections = connections
  }

  /** Waits for the whole answer. */
  send(request: AddressedRequest, { isRefused = false, isRace = false }: SendOptions = {}): Promise<ProviderResponse> {
    const how = { isHeld: isRace, ...(isRefused && { isTapped: false }) }
    return this.#retryStale((fresh) =>
      this.#sendWhole(new Attempt(request, this.#connections, { ...how, ...fresh }), isRace),
    )
  }

  /** Waits for the head of the answer; its body is yet to be read, and the answer then to be released. */
  stream(request: StreamedRequest) {
    const { method, body } = request
    const isTapped = method === 'DELETE'
    const stream = (fresh: object) =>
      this.#sendStream(request, new Attempt(request, this.#connections, { isTapped, ...fresh }))
    // What cannot be sent twice goes out on a new connection, which cannot be stale.
    const isRepeatable = body === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method)
    return isRepeatable ? this.#retryStale(stream) : stream({ isFresh: true })
  }

  /** Closes idle connections, so that the program can end. */
  close(): void {
    this.#connections.close()
  }

  /** Sends on a kept connection, and if that was stale on a new one: the next kept one may be stale, too. */
  async #retryStale<Answer>(send: (fresh: { isFresh?: true }) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#connections.use(() => send({}))
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error
      return this.#connections.use(() => send({ isFresh: true }))
    }
  }

  async #sendWhole(attempt: Attempt, isRace: boolean): Promise<ProviderResponse> {
    const reason = `nothing complete came within ${this.#timeoutMs} ms`
    const timer = attempt.abortAfter(this.#timeoutMs, reason)
    try {
      const head = attempt.open(attempt.request.headers)
      attempt.end()
      if (isRace) void this.#line.join(attempt.connected).then(() => attempt.go())
      return await attempt.read(await head)
    } catch (error) {
      attempt.abort(error as Error)
      throw attempt.explain(error as Error)
    } finally {
      clearTimeout(timer)
      attempt.release()
    }
  }

  async #sendStream(request: StreamedRequest, attempt: Attempt) {
    const silence = attempt.abortAfter(this.#timeoutMs, SILENT)
    const countAnew = () => silence.refresh()
    try {
      const head = attempt.open(request.allHeaders, request.signal)
      attempt.end(request.body?.on('data', countAnew))
      const incoming = await head
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
      request.body?.off('data', countAnew)
      clearTimeout(silence)
    }
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
