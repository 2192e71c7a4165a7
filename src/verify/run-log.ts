import type { AddressedRequest, Exchange } from '../contract/index.js'
import type { ProviderStates, StateParams } from './states/provider-states.js'

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

  /** Notes that a request goes out; its entry is added when the answer has come, or failed to. */
  begin(request: AddressedRequest) {
    const begun = ++this.#events
    return {
      answered: (exchange: Exchange) => this.#end({ request, begun, exchange }),
      unanswered: (silence: string) => this.#end({ request, begun, silence }),
    }
  }

  /** The same states, with every state that is reached in the log. */
  watch(states: ProviderStates): ProviderStates {
    return {
      ...states,
      setUp: async (name, params) => {
        const result = await states.setUp(name, params)
        if (result.kind === 'ready') this.states.push({ name, params, values: result.values, at: ++this.#events })
        return result
      },
    }
  }

  #end(entry: LoggedRequest): void {
    const logged = { ...entry, ...this.#cut(entry.exchange) }
    this.requests.push(logged)
    this.onRequest?.(logged)
  }

  #cut(exchange: Exchange | undefined): Pick<LoggedRequest, 'exchange' | 'isCut'> {
    const length = exchange?.response.body.length ?? 0
    if (exchange === undefined || length <= SMALL_LENGTH) return {}
    this.#keptLength += length
    if (this.#keptLength <= MAX_KEPT_LENGTH) return {}
    return { exchange: { ...exchange, response: { ...exchange.response, body: '' } }, isCut: true }
  }
}
