import type { Exchange, OutgoingRequest } from '../contract/index.js'
import type { ProviderStates, StateParams, StateResult } from './states/provider-states.js'

/** A request of the run; `begun` and `ended` are places in the order of all events. */
export interface JournalRequest {
  readonly request: OutgoingRequest & { readonly url: string }
  readonly begun: number
  readonly ended: number
  readonly exchange?: Exchange
  /** Why there is no exchange: the provider gave no HTTP answer. */
  readonly silence?: string
}

/** A state that was reached. */
export interface JournalState {
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
  readonly at: number
}

/** All that happened between the verifier and the provider, in order. */
export class Journal {
  readonly requests: JournalRequest[] = []
  readonly states: JournalState[] = []
  #events = 0

  /** Writes down that a request goes out; the entry appears once it is known what came back. */
  begin(request: OutgoingRequest & { readonly url: string }) {
    const begun = ++this.#events
    const add = (outcome: { exchange: Exchange } | { silence: string }) => {
      this.requests.push({ request, begun, ended: ++this.#events, ...outcome })
    }
    return {
      answered: (exchange: Exchange) => add({ exchange }),
      silent: (silence: string) => add({ silence }),
    }
  }

  /** The same states, with every state that is reached written down. */
  watch(states: ProviderStates): ProviderStates {
    return {
      ...states,
      setUp: async (name: string, params?: StateParams): Promise<StateResult> => {
        const result = await states.setUp(name, params)
        if (result.kind === 'ready') this.states.push({ name, values: result.values, at: ++this.#events })
        return result
      },
    }
  }
}
