import { type AddressedRequest, type Exchange, NoAnswerError, type ProviderResponse } from '../contract/index.js'
import type { StateParams, StateResult } from './states/provider-states.js'

/** A request of the run; `begun` is its place in the order of all events. */
export interface LoggedRequest {
  readonly request: AddressedRequest
  readonly begun: number
  /** In the log without its body, if that is large. */
  readonly exchange?: Exchange
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

// Bodies are looked at as they come; those of many lists together are too large to keep.
const MAX_KEPT_LENGTH = 2 ** 12

/** All that happened between the verifier and the provider, in order. */
export class RunLog {
  readonly requests: LoggedRequest[] = []
  readonly states: LoggedState[] = []
  /** Called with each request once its answer has come, and with its body. */
  onRequest?: (entry: LoggedRequest) => void
  #events = 0

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
      if (response.status !== 429) this.#add({ request, begun, exchange })
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
    const { exchange } = entry
    const isLarge = exchange !== undefined && exchange.response.body.length > MAX_KEPT_LENGTH
    const bare = isLarge ? { exchange: { ...exchange, response: { ...exchange.response, body: '' } } } : {}
    this.requests.push({ ...entry, ...bare })
    this.onRequest?.(entry)
  }
}
