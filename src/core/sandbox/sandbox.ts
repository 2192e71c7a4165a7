import type { ScenarioDocument } from '../scenario/document.js'
import { formatInstant } from '../instant.js'
import type { Scenario } from '../scenario/scenario.js'
import { type OrderChange, type SandboxChange, tellRequest } from './change-feed.js'
import { type ClockState, nowOf, SandboxClock } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxFaults } from './faults.js'
import { RequestJournal } from './journal.js'
import type { JournalRecord } from './journal-entry.js'
import type { OrderStatus, StatusCounts } from './order.js'
import { OrderStore } from './order-store.js'
import { SandboxOrders } from './orders.js'
import type { SandboxContext } from './sandbox-context.js'
import type { SandboxState, StatePatch } from './sandbox-state.js'

/** One isolated store: a scenario plus changes. Every change is decided, persisted, made and told, in this order. */
export class Sandbox {
  readonly name: string
  /** The API key that leads here. */
  readonly apiKey: string
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  readonly clock: SandboxClock
  /** The requests that came here: a bounded journal. */
  readonly requests: RequestJournal
  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  readonly #context: SandboxContext
  #state: SandboxState
  #store: OrderStore
  #isGone = false

  constructor(state: SandboxState, apiKey: string, context: SandboxContext) {
    this.name = state.name
    this.apiKey = apiKey
    this.lastUsedMs = state.lastUsedMs
    this.#context = context
    this.#state = state
    this.requests = new RequestJournal(context.growJournal)
    const owner = {
      name: state.name,
      persist: (patch: StatePatch) => this.#persist(() => this.#stateAfter(patch)),
      tell: (change: SandboxChange) => this.#tell(change),
      tellOrder: (...told: [OrderChange, string, OrderStatus?]) => this.#tellOrder(...told),
    }
    this.clock = new SandboxClock(context.time, (after, move) => this.#moveClock(after, move))
    this.faults = new SandboxFaults(context.drawSeed, owner)
    this.#store = this.#load(state)
    this.orders = new SandboxOrders(() => this.#store, this.clock, owner)
  }

  /** The scenario that `reset` leads back to. */
  get scenario(): string {
    return this.#state.scenario
  }

  /** The orders that it keeps: scenarios, which others may share, and how many it has added or replaced. */
  get holdings(): Pick<SandboxState, 'seed' | 'start'> & { readonly ownOrders: number } {
    return { seed: this.#state.seed, start: this.#state.start, ownOrders: this.#store.ownCount }
  }

  /** Numbers of orders by status. */
  get counts(): StatusCounts {
    return this.#store.counts
  }

  /**
   * Back to its scenario, or to another one, at the same cost whatever happened before; the journal is emptied, or kept.
   *
   * @throws {ToolError} if there is no such scenario
   */
  reset(scenario?: string, { keepRequests = false }: { readonly keepRequests?: boolean | undefined } = {}): void {
    const start = scenario === undefined ? this.#state.start : undefined
    const state = this.#context.startState(this.name, scenario ?? this.scenario, start)
    this.#replace({ ...state, start }, 'reset', keepRequests ? undefined : this.requests)
  }

  /** The whole sandbox as a scenario document: what a scenario file holds, and what {@link restore} takes. */
  state(): ScenarioDocument {
    return { ...this.stateButOrders(), orders: this.orders.all() as NonNullable<ScenarioDocument['orders']> }
  }

  /** The same with no orders in it; those may be many. */
  stateButOrders(): ScenarioDocument {
    const { sunsetMs } = this.#state
    return {
      ...this.#state.seed.frame,
      ...this.clock.read(),
      orders: [],
      ...(sunsetMs !== undefined && { sunset: formatInstant(sunsetMs) }),
      faults: this.faults.all(),
    }
  }

  /**
   * Becomes what a scenario document, or another scenario, says; `reset` still leads back to its own.
   *
   * @throws {InvalidInputError} naming each member that is wrong, in which case nothing changes
   */
  restore(document: ScenarioDocument | Scenario): void {
    const seed = this.#context.parse(document)
    const { scenario, start } = this.#state
    this.#replace({ ...this.#context.startState(this.name, scenario, seed), start }, 'restored')
  }

  /** The sandbox as one plain object, without its journal. */
  toState(): SandboxState {
    return this.#stateAfter({})
  }

  /** Becomes what a stored sandbox was. */
  load(state: SandboxState): void {
    this.#replace(state, 'restored')
    this.lastUsedMs = state.lastUsedMs
  }

  /** It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.clear()
  }

  /** The body of the list of orders; the same bytes until an order that they show has changed. */
  get listBody(): Uint8Array<ArrayBuffer> {
    return this.#store.listBody
  }

  /** JSON text of a pet of the scenario. */
  pet(id: string): string | undefined {
    return this.#state.seed.pet(id)
  }

  /** Whether an order names the pet. */
  namesPet(id: string): boolean {
    return this.#store.namesPet(id)
  }

  /** Overrides the sunset of the API description, in milliseconds since the Unix epoch. */
  get sunsetMs(): number | undefined {
    return this.#state.sunsetMs
  }

  get afterSunset(): 'serve' | 'gone' {
    return this.#state.seed.afterSunset
  }

  /** Notes a request in the journal. */
  record(record: JournalRecord): void {
    this.requests.add(record)
    const { feed } = this.#context
    if (feed.hasListeners) feed.emit(tellRequest(this.name, record))
  }

  #replace(state: SandboxState, change: SandboxChange, journalToClear?: RequestJournal): void {
    this.#persist(() => state)
    this.#store = this.#load(state)
    journalToClear?.clear()
    this.#tell(change)
  }

  #persist(stateAfter: () => SandboxState): void {
    if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
    this.#context.feed.persist(stateAfter)
  }

  #load(state: SandboxState): OrderStore {
    this.#state = state
    this.clock.load(state.clock)
    this.faults.load(state.faults)
    const { seed, seededAtMs, orders } = state
    return new OrderStore({ seed, seededAtMs, clock: this.clock }, orders)
  }

  #stateAfter({ put, removedId, clock = this.clock.state, faults = this.faults.all() }: StatePatch): SandboxState {
    return { ...this.#state, lastUsedMs: this.lastUsedMs, clock, faults, orders: this.#store.changes(put, removedId) }
  }

  /** What has shipped by the clock stays shipped when the clock is turned back: it cannot be reversed. */
  #moveClock(after: ClockState, move: () => void): void {
    const before = this.#store.shippedBy(this.clock.nowMs)
    const known = new Set(before.map(({ id }) => id))
    const then = this.#store.shippedBy(nowOf(after, this.#context.time)).filter(({ id }) => !known.has(id))
    const put = [...before, ...then]
    this.#persist(() => this.#stateAfter({ clock: after, put }))
    for (const order of put) this.#store.put(order)
    for (const { id, status } of before) this.#tellOrder('shipped', id, status)
    move()
    this.#tell('clock')
    for (const { id, status } of then) this.#tellOrder('shipped', id, status)
  }

  #tell(change: SandboxChange): void {
    this.#context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  #tellOrder(change: OrderChange, orderId: string, status?: OrderStatus): void {
    const { feed } = this.#context
    if (feed.hasListeners) feed.emit({ type: 'order', sandbox: this.name, change, orderId, ...(status && { status }) })
  }
}
