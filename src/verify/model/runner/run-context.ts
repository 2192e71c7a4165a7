import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, findOperation, NoAnswerError, Slots } from '../../../contract/index.js'
import { operations, toInt64 } from '../../../spec/index.js'
import type { Provider } from '../../provider.js'
import { hasRightKey, type AnsweredCall } from '../oracle/violation.js'
import type { OrderList } from '../oracle/order-list.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { StateName } from '../sequences/states.js'
import type { SetUpStep } from '../sequences/step.js'

/** What a state returned. */
export interface ReachedState {
  readonly values: Readonly<Record<string, unknown>>
  /** The id of its order or pet. */
  readonly id: bigint | undefined
}

// A provider that answers one request after another must still be able to answer the last of them in time.
const MAX_UNDER_WAY = 24

// More orders beyond those that were there anyway are in the way: of a fault that only shows among many, nobody could tell
// from the sequence that met it what it takes.
const CROWD = 12

// So many orders take longer to send and to read than a request takes otherwise.
const LONG_LIST = 10_000
const LONG_TEXT = 2 ** 20

interface Ids {
  readonly orderId?: unknown
  readonly petId?: unknown
}

/** The real provider, and what is worth remembering of it from one sequence to the next. */
export class RunContext {
  /** Why states are not available. */
  readonly unavailable = new Map<StateName, string>()
  /** Ids that orders of this run have or had. */
  readonly takenIds = new Set<bigint>()
  /** Ids of orders that this run has cancelled. */
  readonly cancelledIds = new Set<bigint>()
  /** Members of orders whose values change by themselves, and those observed not to. */
  readonly unsteady = new Set<string>()
  readonly steady = new Set<string>()
  /** Whether setting up a state again makes it true again. */
  readonly renewals = new Map<StateName, boolean>()
  /** When an order was last made by a state, by `performance.now()`. */
  readonly reachedAtMs = new Map<bigint, number>()
  /** For how long an order is known to stay pending if it is left alone, and after how long it is known not to be. */
  readonly pendingSpan = { heldForMs: 0, goneAfterMs: Infinity }
  /** The shortest time that a state took for each of the orders it was to make. */
  readonly #costMs = new Map<StateName, number>()
  readonly #slots = new Slots(MAX_UNDER_WAY)
  #shortestAnswerMs: number | undefined
  #orders = 0
  #longestList = { count: 0, textLength: 0 }
  #maxOrders = CROWD
  #isJustEmptied = false
  #offset = 0n

  constructor(
    readonly real: Provider,
    readonly maxWaitMs = 1_000,
  ) {}

  /** Whether the provider may be a live system: without states nothing is known about it. */
  get isLive(): boolean {
    return !this.real.states.available
  }

  /** How long the fastest answer took; `undefined` before the first. */
  get shortestAnswerMs(): number | undefined {
    return this.#shortestAnswerMs
  }

  /** How many orders the longest list has shown, and in how many characters. */
  get longestList(): { readonly count: number; readonly textLength: number } {
    return this.#longestList
  }

  get hasLongLists(): boolean {
    const { count, textLength } = this.#longestList
    return count >= LONG_LIST || textLength >= LONG_TEXT
  }

  /**
   * @returns `undefined` if the provider does not offer the state
   * @throws {ToolError} exit code 3, if the state could not be set up
   */
  async setUp({ state, params }: Pick<SetUpStep, 'state' | 'params'>): Promise<ReachedState | undefined> {
    if (this.isLive || this.unavailable.has(state)) return undefined
    let startedMs = performance.now()
    const result = await this.#slots.use(1, () => {
      startedMs = performance.now()
      return this.real.states.setUp(state, params)
    })
    const costMs = (performance.now() - startedMs) / countOf(params)
    this.#costMs.set(state, Math.min(costMs, this.#costMs.get(state) ?? costMs))
    if (result.kind === 'skipped') {
      this.unavailable.set(state, result.reason)
      return undefined
    }
    const { orderId, petId }: Ids = result.values
    const id = toInt64(orderId ?? petId)
    if (orderId !== undefined && id !== undefined) {
      this.takenIds.add(id)
      this.reachedAtMs.set(id, startedMs)
    }
    return { values: result.values, id }
  }

  /** How long ago a state made this order; 0 if none did. */
  ageMsOf(id: bigint): number {
    const now = performance.now()
    return now - (this.reachedAtMs.get(id) ?? now)
  }

  async tearDown({ state, params }: Pick<SetUpStep, 'state' | 'params'>): Promise<void> {
    await this.#slots.use(1, () => this.real.states.tearDown(state, params))
  }

  /** Whether a set-up is likely to take no longer than it is worth. */
  isWorthwhile({ state, params, worthMs }: SetUpStep): boolean {
    return worthMs === undefined || (this.#costMs.get(state) ?? 0) * countOf(params) <= worthMs
  }

  /** @returns how long it was */
  async wait(ms: number): Promise<number> {
    const waitedMs = Math.round(Math.min(ms, this.maxWaitMs))
    await pause(waitedMs)
    return waitedMs
  }

  /** Notes how many orders a list showed. */
  sawList(list: OrderList | undefined): void {
    const { length: count = 0, textLength = 0 } = list ?? {}
    this.#orders = count
    if (textLength > this.#longestList.textLength) this.#longestList = { count, textLength }
    // Orders that are still there after the store was emptied are not for this run to remove.
    if (this.#isJustEmptied) this.#maxOrders = count + CROWD
    this.#isJustEmptied = false
  }

  /** Empties the store if it is so crowded that its lists take long. */
  async emptyIfCrowded(): Promise<void> {
    if (this.#orders > this.#maxOrders) await this.empty()
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

  /** Sends calls concurrently. */
  async send(calls: readonly ResolvedCall[]): Promise<AnsweredCall[]> {
    const isRace = calls.filter(hasRightKey).length > 1
    const send = () => Promise.allSettled(calls.map((call) => this.#sendOne(call, isRace)))
    const settled = await this.#slots.use(calls.length, send)
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  }

  async #sendOne(call: ResolvedCall, isRace: boolean): Promise<AnsweredCall> {
    try {
      const isRefused = !hasRightKey(call) || (call.target !== undefined && call.target.kind !== 'known')
      const exchange = await this.real.send(call.request, { isRefused, isRace })
      this.#shortestAnswerMs = Math.min(exchange.durationMs, this.#shortestAnswerMs ?? Infinity)
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

function countOf(params: SetUpStep['params']): number {
  return Number(params?.['count'] ?? 1)
}
