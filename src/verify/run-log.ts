import {
  type AddressedRequest,
  type Answer,
  AnswerCounts,
  type Exchange,
  NoAnswerError,
  type ProviderResponse,
} from '../contract/index.js'
import type { ScriptState } from './script/script.js'
import type { StateParams, StateResult } from './states/provider-states.js'

/** A request of the run, and its place in the order of all events. */
export interface LoggedRequest {
  readonly begun: number
  /** The place of the last event that had begun when its answer came, or failed to. */
  readonly ended: number
  /** In the log without its body, if that is large. */
  readonly answer: Answer
}

/** A state that was reached, and its place in that order. */
export interface LoggedState extends ScriptState {
  readonly at: number
}

// Bodies are looked at as they come; those of many lists together are too large to keep.
const MAX_KEPT_LENGTH = 2 ** 12

/** All that happened between the verifier and the provider, in order. */
export class RunLog {
  readonly requests: LoggedRequest[] = []
  readonly states: LoggedState[] = []
  readonly counts = new AnswerCounts()
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
    try {
      const exchange = { request, response: await send() }
      if (exchange.response.status !== 429) this.#add({ begun, ended: this.#events, answer: exchange })
      return exchange
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      const answer = new NoAnswerError(request, error.reason)
      this.#add({ begun, ended: this.#events, answer })
      throw answer
    }
  }

  /** Notes a state if it was reached. */
  noteState(name: string, params: StateParams | undefined, result: StateResult): StateResult {
    if (result.kind === 'ready')
      this.states.push({ kind: 'state', name, params, values: result.values, at: ++this.#events })
    return result
  }

  #add(entry: LoggedRequest): void {
    const { answer } = entry
    if (!(answer instanceof Error)) this.counts.add(answer)
    const isLarge = !(answer instanceof Error) && answer.response.body.length > MAX_KEPT_LENGTH
    const kept = isLarge ? { ...entry, answer: { ...answer, response: { ...answer.response, body: '' } } } : entry
    this.requests.push(kept)
    this.onRequest?.(entry)
  }
}
