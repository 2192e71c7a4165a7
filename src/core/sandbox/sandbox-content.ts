import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import { type Change, shippedByClock } from './change.js'
import { changeEvent } from './change-feed.js'
import { type ClockState, nowOf, SandboxClock, type TimeSource } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxFaults } from './faults.js'
import { rewind, undo, worldAt } from './go-back.js'
import { type HistoryEntry, type RewindTarget, SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import type { JournalEntry, KeptMessages } from './journal-entry.js'
import type { StatusCounts } from './order.js'
import { checkRoomIn } from './order-count.js'
import { SandboxOrders } from './orders.js'
import type { History, Sandbox } from './sandbox.js'
import type { SandboxContext } from './sandbox-context.js'
import type { SandboxState } from './sandbox-state.js'
import { type Patch, World } from './world.js'

/** Roughly what the history needs for a change, and for an order that it keeps. */
const CHANGE_BYTES = 300

/** A sandbox as the engine sees it; users see the {@link Sandbox} in it. */
export class SandboxContent implements Sandbox {
  readonly name: string
  readonly apiKey: string
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  readonly clock: SandboxClock
  readonly requests: RequestJournal
  /** What it holds now. */
  readonly world: World
  lastUsedMs: number
  readonly time: TimeSource
  readonly drawSeed: () => number
  readonly changes: SandboxHistory
  readonly #context: SandboxContext
  #isGone = false

  constructor(state: SandboxState, apiKey: string, context: SandboxContext) {
    this.name = state.name
    this.apiKey = apiKey
    this.lastUsedMs = state.lastUsedMs
    this.time = context.time
    this.drawSeed = context.drawSeed
    this.#context = context
    this.world = new World(state, context)
    this.requests = new RequestJournal(context.growMemory)
    this.changes = new SandboxHistory(context.time(), context.growMemory)
    this.clock = new SandboxClock(this)
    this.faults = new SandboxFaults(this)
    this.orders = new SandboxOrders(this)
  }

  get scenario(): string {
    return this.world.scenario
  }

  get counts(): StatusCounts {
    return this.world.counts
  }

  /**
   * Makes changes that have been decided, in one step: persists them, makes them, remembers what takes them back, and
   * tells of them. What the clock has shipped until now goes before.
   *
   * @throws {PersistError} then nothing has changed
   */
  commit(...decided: readonly Change[]): void {
    const shipped = shippedByClock(this.world, this.world.nowMs)
    const changes = shipped.length === 0 ? decided : [...shipped, ...decided]
    this.#persist((after) => {
      for (const { patch } of changes) after.apply(patch)
    })
    for (const change of changes) this.#make(change)
  }

  reset(scenario?: string, { keepRequests = false }: { readonly keepRequests?: boolean | undefined } = {}): void {
    const start = scenario === undefined ? this.world.start : undefined
    const state = this.#context.startState(this.name, scenario ?? this.scenario, start)
    this.#replace('reset', { ...state, start })
    if (!keepRequests) this.requests.clear()
  }

  state({ at }: { readonly at?: number | undefined } = {}): ScenarioDocument {
    return (at === undefined ? this.world : worldAt(this, { to: at }).world).toDocument()
  }

  restore(document: ScenarioDocument | Scenario): void {
    const seed = this.#context.parse(document)
    const { scenario, start } = this.world
    this.#context.checkRoomFor(seed.orders.size + (start?.orders.size ?? 0), this.world)
    this.#replace('restored', { ...this.#context.startState(this.name, scenario, seed), start })
  }

  toState(): SandboxState {
    return this.#stateOf(this.world)
  }

  /** Becomes what a stored sandbox was. */
  load(state: SandboxState): void {
    this.#replace('restored', state)
    this.lastUsedMs = state.lastUsedMs
  }

  /** What can let its oldest part go when memory runs short. */
  get memories(): readonly Pick<RequestJournal, 'evictOldest'>[] {
    return [this.changes, this.requests]
  }

  /** It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.clear()
    this.changes.clear()
  }

  history(): History {
    this.settle()
    return { changes: this.changes.all(), evicted: this.changes.evicted }
  }

  undo({ change }: { readonly change?: number | undefined } = {}): HistoryEntry {
    return undo(this, change)
  }

  rewind(target: RewindTarget): void {
    rewind(this, target)
  }

  /** Sets the clock, and ships what ships by then: it stays shipped if the clock is turned back. */
  moveClock(clock: ClockState): void {
    const { nowMs } = this.world
    const shipped = shippedByClock(this.world, nowOf(clock, this.time()), nowMs)
    const caused = shipped.map((change): Change => ({ ...change, isCaused: true }))
    this.commit({ kind: 'clock', by: 'control', patch: { clock } }, ...caused)
  }

  setFaults(faults: readonly Fault[]): void {
    this.commit({ kind: 'faults', by: 'control', patch: { faults } })
  }

  /** @throws {ControlError} 409 if there is no room for one more order */
  checkRoom(): void {
    checkRoomIn(this.world.orders)
    this.#context.checkRoomFor(1)
  }

  /** Notes a request in the journal. */
  record(entry: JournalEntry, messages?: KeptMessages): void {
    this.requests.add(entry, messages)
    this.#context.feed.emit({ type: 'request', sandbox: this.name, entry })
  }

  /** What the clock has shipped becomes a change when somebody looks at the changes. */
  settle(): void {
    if (shippedByClock(this.world, this.world.nowMs).length > 0) this.commit()
  }

  /** Becomes what it was, with the newest changes taken back. */
  goBack(change: 'undone' | 'rewound', world: World, count: number): void {
    this.#persist((after) => after.apply({ world }))
    this.world.apply({ world })
    this.changes.drop(count)
    this.#context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  #replace(kind: 'reset' | 'restored', state: SandboxState): void {
    this.commit({ kind, by: 'control', patch: { world: new World(state, this.#context) } })
  }

  #make(change: Change): void {
    const { kind, by, patch } = change
    const back = this.world.apply(patch)
    const { feed, time } = this.#context
    if (kind !== 'fired') {
      const { nextId: nextRequestId } = this.requests
      const { isCaused = false } = change
      this.changes.add({ atMs: time(), by, kind, nextRequestId, isCaused, back, bytes: this.#bytesOf(back) })
    }
    if (feed.hasListeners) feed.emit(changeEvent(this.name, change))
  }

  #bytesOf(back: Patch): number {
    return CHANGE_BYTES * ('world' in back ? 1 + this.#context.countOwnOrders(back.world) : 1)
  }

  #persist(make: (after: World) => void): void {
    if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
    this.#context.feed.persist(() => {
      const after = this.world.copy()
      make(after)
      return this.#stateOf(after)
    })
  }

  #stateOf(world: World): SandboxState {
    return { name: this.name, lastUsedMs: this.lastUsedMs, ...world.toState() }
  }
}
