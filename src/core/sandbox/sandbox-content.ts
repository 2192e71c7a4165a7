import type { Scenario } from '../scenario/scenario.js'
import type { Change, HistoryEntry, OrderChange, RewindTarget, SandboxChange, StatePatch, Step } from './change.js'
import { tellRequest } from './change-feed.js'
import { SandboxClock } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxFaults } from './faults.js'
import { SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import { type JournalRecord, rewindRecord } from './journal-entry.js'
import type { Order, OrderStatus } from './order.js'
import { OrderStore } from './order-store.js'
import { SandboxOrders } from './orders.js'
import type { SandboxContext } from './sandbox-context.js'
import type { SandboxState } from './sandbox-state.js'
import { movingClock, replacedBy, takeBack } from './take-back.js'

/** What a sandbox holds, for the engine; users see it through {@link Sandbox}. */
export class SandboxContent {
  readonly name: string
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  readonly clock: SandboxClock
  readonly requests: RequestJournal
  readonly history: SandboxHistory
  lastUsedMs: number
  readonly #context: SandboxContext
  /** What has not changed since it was loaded: all but orders, clock, faults and last use. */
  #state: SandboxState
  #store: OrderStore
  #isGone = false

  constructor(state: SandboxState, context: SandboxContext) {
    this.name = state.name
    this.lastUsedMs = state.lastUsedMs
    this.#context = context
    this.requests = new RequestJournal(context.growJournal)
    this.history = new SandboxHistory(context.growJournal)
    this.clock = new SandboxClock(context.time, (clock) => this.commit(movingClock(clock, this)))
    this.faults = new SandboxFaults(context.drawSeed, this)
    this.#state = state
    this.#store = this.#fill(state)
    this.orders = new SandboxOrders(this)
  }

  get scenario(): string {
    return this.#state.scenario
  }

  get seed(): Scenario {
    return this.#state.seed
  }

  get start(): Scenario | undefined {
    return this.#state.start
  }

  get store(): OrderStore {
    return this.#store
  }

  /** Overrides the sunset of the API description, in milliseconds since the Unix epoch. */
  get sunsetMs(): number | undefined {
    return this.#state.sunsetMs
  }

  toState(): SandboxState {
    return this.#stateAfter({})
  }

  stateAt(target: RewindTarget): SandboxState {
    return takeBack(this.toState(), this.history.since(target, this.requests.nextId))
  }

  startAgain(scenario: string | undefined): void {
    const start = scenario === undefined ? this.start : undefined
    const state = this.#context.startState(this.name, scenario ?? this.scenario, start)
    this.commit({ by: 'control', change: 'reset', patch: { state: { ...state, start } } })
  }

  /** Becomes what a scenario document says; `reset` still leads back to its own. */
  restore(document: object): void {
    const { scenario, start } = this
    const state = this.#context.startState(this.name, scenario, this.#context.parse(document))
    this.commit({ by: 'control', change: 'restored', patch: { state: { ...state, start } } })
  }

  /** Becomes what a stored sandbox was, and has no history. */
  load(state: SandboxState): void {
    this.persist({ state })
    this.history.clear()
    this.#fill(state)
    this.lastUsedMs = state.lastUsedMs
    this.tell('restored')
  }

  /** The one place where something changes: it is persisted, remembered, made and told, in this order. */
  commit(change: Change): void {
    const { patch, noticed = [], caused = [] } = change
    this.persist(patch)
    const entries = [...noticed.map(shippedByClock), this.#entryOf(change), ...caused.map(shippedByClock)]
    const nextRequestId = this.requests.nextId + (change.by === 'api' ? 1 : 0)
    this.history.add({ entries, before: replacedBy(patch, this) }, { atMs: this.#context.time(), nextRequestId })
    this.#apply(patch)
    for (const entry of entries) this.#tellEntry(entry, entry.by === 'clock' ? 'shipped' : change.status)
  }

  undo(change: number | undefined): HistoryEntry {
    const { step, entry } = this.history.newest(change)
    this.#takeBack([step], 'undone')
    return entry
  }

  rewind(target: RewindTarget): void {
    this.#takeBack(this.history.since(target, this.requests.nextId), 'rewound')
    this.record(rewindRecord(this, this.#context.time(), target))
  }

  persist(patch: StatePatch): void {
    if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
    this.#context.feed.persist(() => this.#stateAfter(patch))
  }

  tell(change: SandboxChange): void {
    this.#context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  record(record: JournalRecord): void {
    this.requests.add(record)
    const { feed } = this.#context
    if (feed.hasListeners) feed.emit(tellRequest(this.name, record))
  }

  /** It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.clear()
    this.history.clear()
  }

  forgetOldest(): boolean {
    return this.requests.evictOldest() || this.history.evictOldest()
  }

  #takeBack(steps: readonly Step[], change: 'undone' | 'rewound'): void {
    const state = takeBack(this.toState(), steps)
    this.persist({ state })
    this.history.drop(steps.length)
    this.#fill(state)
    this.tell(change)
  }

  #fill(state: SandboxState): OrderStore {
    this.#state = state
    this.clock.load(state.clock)
    this.faults.load(state.faults)
    const { seed, seededAtMs, orders } = state
    this.#store = new OrderStore({ seed, seededAtMs, clock: this.clock }, orders)
    return this.#store
  }

  #stateAfter({ put, removedId, state, ...patch }: StatePatch): SandboxState {
    if (state !== undefined) return state
    const { clock = this.clock.state, faults = this.faults.all() } = patch
    return { ...this.#state, lastUsedMs: this.lastUsedMs, clock, faults, orders: this.#store.changes(put, removedId) }
  }

  #apply({ put = [], removedId, clock, faults, state }: StatePatch): void {
    if (state !== undefined) this.#fill(state)
    for (const order of put) this.#store.put(order)
    if (removedId !== undefined) this.#store.remove(removedId)
    if (clock !== undefined) this.clock.load(clock)
    if (faults !== undefined) this.faults.load(faults)
  }

  #entryOf({ by, change, orderId }: Change): Step['entries'][number] {
    const maker = by === 'api' ? { by, requestId: this.requests.nextId } : { by }
    return orderId === undefined ? { ...maker, change } : { ...maker, change, orderId }
  }

  #tellEntry({ change, orderId }: Step['entries'][number], status: OrderStatus | undefined): void {
    if (orderId === undefined) return this.tell(change as SandboxChange)
    this.#context.feed.emit({
      type: 'order',
      sandbox: this.name,
      change: change as OrderChange,
      orderId,
      ...(status && { status }),
    })
  }
}

function shippedByClock({ id }: Order): Step['entries'][number] {
  return { by: 'clock', change: 'shipped', orderId: id }
}
