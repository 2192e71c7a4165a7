import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, findOperation, NoAnswerError, type OutgoingRequest, Slots } from '../../../contract/index.js'
import { operations, toInt64 } from '../../../spec/index.js'
import type { Provider } from '../../provider.js'
import type { OrderList } from '../oracle/order-list.js'
import { type AnsweredCall, hasRightKey } from '../oracle/violation.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { StateName } from '../sequences/states.js'
import type { SetUpStep } from '../sequences/step.js'
import { KnownKeys } from './known-keys.js'

/** What a state returned. */
export interface ReachedState {
  readonly values: Readonly<Record<string, unknown>>
  /** Of its order or pet. */
  readonly id: bigint | undefined
}

// A provider that answers one request after another must still be able to answer the last of them in time.
const MAX_UNDER_WAY = 24

// More orders than that are in the way of a fault that only shows among many.
const CROWD = 12

// Of so many cancels one goes out on a kept connection.
const KEPT_EACH = 3

/** The real provider, and what is worth remembering of it from one sequence to the next. */
export class RunContext {
  /** Why states are not available. */
  readonly unavailable = new Map<StateName, string>()
  /** Ids that orders of this run have or had. */
  readonly takenIds = new Set<bigint>()
  /** Orders that were refused as if they had shipped, and could be cancelled right after. */
  readonly notShipped = new WeakSet<object>()
  /** Ids of orders that this run has cancelled. */
  readonly cancelledIds = new Set<bigint>()
  /** Members of orders whose values were seen to change by themselves. */
  readonly unsteady = new Set<string>()
  readonly keys: KnownKeys
  /** What there is to know and no fault, by what it is about. */
  readonly notes = new Map<string, string>()
  /** Whether the store is not to be emptied now. */
  isKept = false
  /** After how long an order is known to ship by itself. */
  shipsAfterMs = Infinity
  /** How many refusals were held against orders that were cancelled at once. */
  refusals = 0
  /** The time that a state took for each of the orders it was to make, at best. */
  readonly #costMs = new Map<StateName, number>()
  readonly #slots = new Slots(MAX_UNDER_WAY)
  /** States are set up one at a time: handlers are written for that. */
  readonly #stateTurn = new Slots(1)
  #shortestAnswerMs = Infinity
  #orders = 0
  #cancels = 0
  #maxOrders = CROWD
  #isJustEmptied = false
  #offset = 0n

  constructor(
    readonly real: Provider,
    readonly maxWaitMs = 1_000,
  ) {
    this.keys = new KnownKeys(real.apiKey)
  }

  /** Whether the provider may be a live system: without states nothing is known about it. */
  get isLive(): boolean {
    return !this.real.states.available
  }

  /** How long the fastest answer took. */
  get shortestAnswerMs(): number {
    return this.#shortestAnswerMs
  }

  /**
   * @returns `undefined` if the provider does not offer the state
   * @throws {ToolError} exit code 3, if the state could not be set up
   */
  async setUp({ state, params }: Pick<SetUpStep, 'state' | 'params'>): Promise<ReachedState | undefined> {
    if (this.isLive || this.unavailable.has(state)) return undefined
    return this.#stateTurn.use(1, async () => {
      const startedMs = performance.now()
      const result = await this.real.states.setUp(state, params)
      const costMs = (performance.now() - startedMs) / countOf(params)
      this.#costMs.set(state, Math.min(costMs, this.#costMs.get(state) ?? costMs))
      if (result.kind === 'skipped') {
        this.unavailable.set(state, result.reason)
        return undefined
      }
      const { orderId, petId }: { orderId?: unknown; petId?: unknown } = result.values
      const id = toInt64(orderId ?? petId)
      if (orderId !== undefined && id !== undefined) this.takenIds.add(id)
      return { values: result.values, id }
    })
  }

  async tearDown({ state, params }: Pick<SetUpStep, 'state' | 'params'>): Promise<void> {
    await this.#stateTurn.use(1, () => this.real.states.tearDown(state, params))
  }

  /** Whether a set-up is likely to take no longer than it is worth. */
  isWorthwhile({ state, params, worthMs }: SetUpStep): boolean {
    const costMs = this.#costMs.get(state) ?? Math.max(0, ...this.#costMs.values()) / countOf(params)
    return worthMs === undefined || costMs * countOf(params) <= worthMs
  }

  /** @returns how long it was */
  async wait(ms: number): Promise<number> {
    const waitedMs = Math.round(Math.min(ms, this.maxWaitMs))
    await pause(waitedMs)
    return waitedMs
  }

  /** Notes how many orders a list showed. */
  sawList(list: OrderList | undefined): void {
    const { length: count = 0 } = list ?? {}
    this.#orders = count
    // Orders that are still there after the store was emptied are not for this run to remove.
    if (this.#isJustEmptied) this.#maxOrders = count + CROWD
    this.#isJustEmptied = false
  }

  /** Empties the store if it is so crowded that its lists take long. */
  async emptyIfCrowded(): Promise<void> {
    if (!this.isKept && this.#orders > this.#maxOrders) await this.empty()
  }

  /** Another number each time. */
  nextOffset(): bigint {
    this.#offset += 1n
    return this.#offset
  }

  async empty(): Promise<void> {
    this.#isJustEmptied = true
    await this.setUp({ state: 'no orders' })
  }

  /** Sends calls concurrently, each so much later than the one before. */
  async send(calls: readonly ResolvedCall[], staggerMs = 0): Promise<AnsweredCall[]> {
    const isRace = staggerMs === 0 && calls.filter(hasRightKey).length > 1
    const send = () =>
      Promise.allSettled(
        calls.map(async (call, index) => {
          if (staggerMs > 0 && index > 0) await pause(index * staggerMs)
          return this.#sendOne(call, isRace)
        }),
      )
    const settled = await this.#slots.use(calls.length, send)
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  }

  /** Sends a request that belongs to no sequence. */
  async sendAlone(request: OutgoingRequest): Promise<Exchange | NoAnswerError> {
    try {
      return await this.#slots.use(1, () => this.real.send(request))
    } catch (error) {
      if (error instanceof NoAnswerError) return error
      throw error
    }
  }

  async #sendOne(call: ResolvedCall, isRace: boolean): Promise<AnsweredCall> {
    try {
      const isRefused = !hasRightKey(call) || (call.target !== undefined && call.target.kind !== 'order')
      // What a connection remembers shows on kept ones; on its own the bytes after a 204 are seen.
      const isKept = call.target !== undefined && ++this.#cancels % KEPT_EACH === 0
      const exchange = await this.real.send(call.request, { isRefused: isRefused || isKept, isRace })
      this.#shortestAnswerMs = Math.min(exchange.durationMs, this.#shortestAnswerMs)
      this.keys.noteAnswer(call, exchange)
      return { ...call, status: exchange.response.status, outcome: withoutUnreadBody(exchange) }
    } catch (error) {
      if (error instanceof NoAnswerError) return { ...call, status: undefined, outcome: error }
      throw error
    }
  }
}

// Of all bodies only lists are read here, and what a sequence saw is kept for long.
function withoutUnreadBody(exchange: Exchange): Exchange {
  const { request, response } = exchange
  const isList = response.status === 200 && findOperation(request)?.operation === operations.listOrders
  return isList ? exchange : { ...exchange, response: { ...response, body: '' } }
}

const countOf = (params: SetUpStep['params']) => Number(params?.['count'] ?? 1)
