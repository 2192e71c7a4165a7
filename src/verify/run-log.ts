import { toInt64 } from '../spec/index.js'
import { type AddressedRequest, type Cancel, CancelTolerance, type Exchange, findOperation } from '../contract/index.js'
import type { ProviderStates, StateParams } from './states/provider-states.js'

/** A request of the run; `begun` and `ended` are places in the order of all events. */
export interface LoggedRequest {
  readonly request: AddressedRequest
  readonly begun: number
  readonly ended: number
  /** Without its body if `isCut`. */
  readonly exchange?: Exchange
  /** Whether the body was let go, because the run's bodies together had become too large to be kept. */
  readonly isCut?: boolean
  /** Why there is no exchange: the provider gave no HTTP answer. */
  readonly silence?: string
  /** Whether the specification leaves the answer open: a cancel may have come too late, a header may be too long. */
  readonly isLeftOpen: () => boolean
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
  readonly #tolerance = new CancelTolerance()
  #events = 0
  #keptLength = 0

  /** Notes that a request goes out; its entry is added when the answer has come, or failed to. */
  begin(request: AddressedRequest) {
    const begun = ++this.#events
    const called = findOperation(request)
    const isCancel = called?.operation.operationId === 'cancelOrder' && called.id !== undefined
    const cancel = isCancel ? this.#tolerance.begin(called.id) : undefined
    return {
      answered: (exchange: Exchange) => this.#end({ request, begun, exchange }, cancel),
      /** Nothing was carried out, and the request is sent again later. */
      refused: () => {
        if (cancel !== undefined) this.#tolerance.end(cancel, 429)
      },
      unanswered: (silence: string) => this.#end({ request, begun, silence }, cancel),
    }
  }

  /** The same states, with every state that is reached in the log. */
  watch(states: ProviderStates): ProviderStates {
    return {
      ...states,
      setUp: async (name, params) => {
        const result = await states.setUp(name, params)
        if (result.kind === 'ready') this.#stateReached(name, params, result.values)
        return result
      },
    }
  }

  #end(entry: Omit<LoggedRequest, 'isLeftOpen' | 'ended'>, cancel: Cancel | undefined): void {
    const status = entry.exchange?.response.status
    if (cancel !== undefined) this.#tolerance.end(cancel, status)
    const isLeftOpen = () =>
      mayBeRefusedUnread(entry.request, status) ||
      (cancel !== undefined && status !== undefined && this.#tolerance.covers(cancel, status))
    const logged = { ...entry, ...this.#cut(entry.exchange), ended: ++this.#events, isLeftOpen }
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

  #stateReached(name: string, params: StateParams | undefined, values: LoggedState['values']): void {
    this.states.push({ name, params, values, at: ++this.#events })
    const orderId = toInt64(values['orderId'])
    if (orderId !== undefined) this.#tolerance.stateReached(name, orderId)
  }
}

// A server may refuse such headers before it looks for a key.
const LONG_HEADER = 4_000

function mayBeRefusedUnread({ headers }: AddressedRequest, status: number | undefined): boolean {
  if (status !== 400 && status !== 431) return false
  return Object.values(headers).some((value) => value.length > LONG_HEADER || /[^\t -~]/.test(value))
}
