import { type AddressedRequest, type Exchange, NoAnswerError, type ProviderResponse } from '../contract/index.js'
import type { StateParams, StateResult } from './states/provider-states.js'

/** A request of the run; `begun` is its place in the order of all events. */
export interface LoggedRequest {
  readonly request: AddressedRequest
  readonly begun: number
  /** Without its body if `isCut`. */
  readonly exchange?: Exchange
  /** Whether the body was let go, because the run's bodies together had become too large to be kept. */
  readonly isCut?: boolean
  /** Why there is no exchange: the provider gave no HTTP answer. */
  readonly silence?: string
}

/** A state that was reached. */
export interface LoggedState {
  readonly name: string
  readonly params: StateParams | undefined
  readonly values: Readonly<Record<string, unknown>>
  readonly at: number
}

/** What happened in a run, or in a part of it. */
export interface Happened {
  readonly requests: readonly LoggedRequest[]
  readonly states: readonly LoggedState[]
}

// Small answers are kept whatever they come to together.
const SMALL_LENGTH = 2 ** 16
const MAX_KEPT_LENGTH = 64 * 2 ** 20

/** All that happened between the verifier and the provider, in order. */
export class RunLog implements Happened {
  readonly requests: LoggedRequest[] = []
  readonly states: LoggedState[] = []
  /** Called with each request once its answer has come. */
  onRequest?: (entry: LoggedRequest) => void
  #events = 0
  #keptLength = 0

  /**
   * Sends a request, and notes it once its answer has come, or failed to. A 429 is no answer of the API.
   *
   * @param request as it is shown
   */
  async noteExchange(request: AddressedRequest, send: () => Promise<ProviderResponse>): Promise<Exchange> {
    const begun = ++this.#events
    const startedMs = performance.now()
    try {
      const response = await send()
      const exchange = { request, response, durationMs: performance.now() - startedMs }
      if (response.status !== 429) this.#add({ request, begun, exchange, ...this.#cut(exchange) })
      return exchange
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      this.#add({ request, begun, silence: error.reason })
      throw new NoAnswerError(request, error.reason)
    }
  }

  /** Notes a state if it was reached. */
  noteState(name: string, params: StateParams | undefined, result: StateResult): StateResult {
    if (result.kind === 'ready') this.states.push({ name, params, values: result.values, at: ++this.#events })
    return result
  }

  #add(entry: LoggedRequest): void {
    this.requests.push(entry)
    this.onRequest?.(entry)
  }

  #cut(exchange: Exchange): Pick<LoggedRequest, 'exchange' | 'isCut'> {
    const { length } = exchange.response.body
    if (length <= SMALL_LENGTH) return {}
    this.#keptLength += length
    if (this.#keptLength <= MAX_KEPT_LENGTH) return {}
    return { exchange: { ...exchange, response: { ...exchange.response, body: '' } }, isCut: true }
  }
}
