import { NoAnswerError } from '../../../contract/index.js'
import { setTimeout as pause } from 'node:timers/promises'
import { toInt64 } from '../../../spec/index.js'
import type { Provider } from '../../provider.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { SetUpStep, StateName, WaitStep } from '../sequences/step.js'
import type { AnsweredCall } from '../oracle/violation.js'

/** What a state gave. */
export interface ReachedState {
  readonly values: Readonly<Record<string, unknown>>
  /** Of the order or the pet that it is about. */
  readonly id: bigint | undefined
}

const CROWD = 200

interface Values {
  readonly orderId?: unknown
  readonly petId?: unknown
}

/** One provider, and what is worth remembering of it from one sequence to the next. */
export class Session {
  /** Why states cannot be had. */
  readonly unavailable = new Map<StateName, string>()
  /** Ids that orders of this run had or have. */
  readonly takenIds = new Set<bigint>()
  /** Ids of orders that this run has cancelled. */
  readonly cancelledIds = new Set<bigint>()
  /** Members of orders whose values change by themselves, and those seen to hold still. */
  readonly unsteady = new Set<string>()
  readonly steady = new Set<string>()
  /** Whether setting up a state again makes it true again. */
  readonly renewals = new Map<StateName, boolean>()
  /** How long a state took at best, for each of the orders that it was to make. */
  readonly #costMs = new Map<StateName, number>()
  #orders = 0
  #tooManyOrders = CROWD
  #isJustCleared = false

  /** @param longestWaitMs the longest that a sequence may wait for nothing */
  constructor(
    readonly provider: Provider,
    readonly longestWaitMs = 1_000,
  ) {}

  /** Whether the provider may be a live one: without states nothing is known of it. */
  get isLive(): boolean {
    return !this.provider.states.available
  }

  /**
   * @returns `undefined` if the provider does not offer the state
   * @throws {ToolError} exit code 3, if the state could not be set up
   */
  async setUp({ state, params }: Pick<SetUpStep, 'state' | 'params'>): Promise<ReachedState | undefined> {
    if (this.isLive || this.unavailable.has(state)) return undefined
    const startedMs = performance.now()
    const result = await this.provider.states.setUp(state, params)
    const costMs = (performance.now() - startedMs) / countOf(params)
    this.#costMs.set(state, Math.min(costMs, this.#costMs.get(state) ?? costMs))
    if (result.kind === 'skipped') {
      this.unavailable.set(state, result.reason)
      return undefined
    }
    const { orderId, petId }: Values = result.values
    const id = toInt64(orderId ?? petId)
    if (orderId !== undefined && id !== undefined) this.takenIds.add(id)
    return { values: result.values, id }
  }

  /** Whether a set-up that need not be is likely to take no longer than it is worth. */
  isWorthWhile({ state, params, worthMs }: SetUpStep): boolean {
    if (worthMs === undefined) return true
    return (this.#costMs.get(state) ?? 0) * countOf(params) <= worthMs
  }

  /** @returns how long it was */
  async wait({ ms }: WaitStep): Promise<number> {
    const waitedMs = Math.round(Math.min(ms, this.longestWaitMs))
    await pause(waitedMs)
    return waitedMs
  }

  /** Takes note of how many orders a list showed. */
  sawOrders(count: number): void {
    this.#orders = count
    // What is there in spite of clearing up is not for the run to remove.
    if (this.#isJustCleared) this.#tooManyOrders = count + CROWD
    this.#isJustCleared = false
  }

  /** Empties a store that has become so crowded that its lists take long. */
  async clearUp(): Promise<void> {
    if (this.#orders <= this.#tooManyOrders) return
    this.#isJustCleared = true
    await this.setUp({ state: 'no orders' })
  }

  /** Sends calls all at once. */
  async send(calls: readonly ResolvedCall[]): Promise<AnsweredCall[]> {
    const settled = await Promise.allSettled(calls.map((call) => this.#sendOne(call)))
    return settled.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  }

  async #sendOne(call: ResolvedCall): Promise<AnsweredCall> {
    try {
      const exchange = await this.provider.send(call.request)
      return { ...call, status: exchange.response.status, outcome: exchange }
    } catch (error) {
      if (error instanceof NoAnswerError) return { ...call, status: undefined, outcome: error }
      throw error
    }
  }
}

function countOf(params: SetUpStep['params']): number {
  return Number(params?.['count'] ?? 1)
}
