import {
  type AddressedRequest,
  type Answer,
  AnswerCounts,
  Habits,
  type Interval,
  NoAnswerError,
  type ParsedExchange,
  parseInPieces,
  type ProviderResponse,
  withoutBody,
} from '../contract/index.js'
import { inPieces } from '../node/index.js'
import { type Json, readJson } from '../spec/index.js'

/** The values that a provider returns for a state, to build requests from; or its parameters, such as `{ count: 9 }`. */
export type StateValues = Readonly<Record<string, unknown>>

export interface ReachedState {
  readonly kind: 'state'
  readonly name: string
  readonly params?: StateValues | undefined
  readonly values: StateValues
}

/** A request of the run, by `performance.now()`. */
export interface LoggedRequest extends Interval {
  /** In the log without its body, if that is large. */
  readonly answer: Answer
}

// Bodies are looked at as they come; those of many lists together are too large to keep.
const MAX_KEPT_LENGTH = 2 ** 12

/** All that happened between the verifier and the provider, in order. */
export class RunLog {
  readonly requests: LoggedRequest[] = []
  readonly states: (ReachedState & { readonly atMs: number })[] = []
  readonly counts = new AnswerCounts()
  readonly habits = new Habits()
  /** Called with each request once its response has come, and with that, if it is one of an operation. */
  onRequest?: (entry: LoggedRequest, parsed?: ParsedExchange) => Promise<void>
  #large: { readonly text: string; readonly json: Json } | undefined
  readonly #underWay = new Set<Promise<Answer>>()

  /** Sends a request and notes it as `request`, with its response or why there is none. A 429 is not noted. */
  noteExchange(request: AddressedRequest, send: () => Promise<ProviderResponse>): Promise<Answer> {
    const noted = this.#note(request, send)
    this.#underWay.add(noted)
    return noted.finally(() => this.#underWay.delete(noted))
  }

  /** Waits for the requests that are under way now to be noted; each has its timeout. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  async #note(request: AddressedRequest, send: () => Promise<ProviderResponse>): Promise<Answer> {
    const startMs = performance.now()
    const answer: Answer = await send().then(
      (response) => ({ request, response }),
      (error: unknown) => {
        if (error instanceof NoAnswerError) return new NoAnswerError(request, error.reason, error.hasBegun)
        throw error
      },
    )
    const entry = { startMs, endMs: performance.now(), answer }
    if (answer instanceof Error) {
      this.requests.push(entry)
      await this.onRequest?.(entry)
      return answer
    }
    const { response } = answer
    if (response.status === 429) return answer
    const parsed = await inPieces(parseInPieces(answer, this.readJson.bind(this)))
    if (parsed !== undefined) {
      this.counts.add(parsed)
      this.habits.take(parsed, entry)
    }
    const isLarge = response.body.length > MAX_KEPT_LENGTH
    this.requests.push(isLarge ? { ...entry, answer: withoutBody(answer) } : entry)
    await this.onRequest?.(entry, parsed)
    return answer
  }

  /** The requests since the latest one that got a response: a provider that has ended may have ended over one of them. */
  get lost(): LoggedRequest[] {
    const last = this.requests.filter(isAnswered).reduce((latest, { startMs }) => Math.max(latest, startMs), 0)
    const lost = this.requests.filter((entry) => !isAnswered(entry) && entry.endMs >= last)
    return lost.toSorted((one, other) => one.startMs - other.startMs)
  }

  /** Reads the JSON of a body in pieces. That of a large list, which comes again and again, is kept. */
  *readJson(text: string): Generator<undefined, Json> {
    if (text.length <= MAX_KEPT_LENGTH) return yield* readJson(text)
    if (this.#large?.text === text) return this.#large.json
    const json = yield* readJson(text)
    this.#large = { text, json }
    return json
  }

  noteState(state: ReachedState): ReachedState {
    this.states.push({ ...state, atMs: performance.now() })
    this.habits.startAnew(state.values)
    return state
  }
}

export function isAnswered({ answer }: LoggedRequest): boolean {
  return !(answer instanceof Error)
}
