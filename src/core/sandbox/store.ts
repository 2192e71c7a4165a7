import type { Scenario } from '../scenario/scenario.js'
import { type Change, shippedByClock } from './change.js'
import { changeEvent, type ChangeFeed } from './change-feed.js'
import type { TimeSource } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import type { JournalEntry, KeptMessages } from './journal-entry.js'
import type { OrderCount } from './order-count.js'
import type { SandboxState } from './sandbox-state.js'
import { type Patch, World } from './world.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext {
  readonly time: TimeSource
  readonly feed: ChangeFeed
  /** The state that a reset leads to. */
  readonly startState: (sandbox: string, scenario: string, start?: Scenario) => SandboxState
  /** Told how many bytes the journal or the history of a sandbox grows by. */
  readonly growMemory: (bytes: number) => void
  readonly orderCount: OrderCount
  /** @throws {InvalidInputError} if the document is not a scenario */
  readonly parse: (document: unknown) => Scenario
}

/** Roughly what the history needs for a change, and for an order that it keeps. */
const CHANGE_BYTES = 300

/** What a sandbox holds, and the one place where that changes. */
export class Store {
  readonly name: string
  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  /** The requests that came here: a bounded journal. */
  readonly requests: RequestJournal
  /** @internal What it holds now. */
  readonly world: World
  /** @internal */
  readonly changes: SandboxHistory
  /** @internal How many orders it was last counted to hold of its own. */
  ownOrders = 0
  protected readonly context: SandboxContext
  #isGone = false

  constructor(state: SandboxState, context: SandboxContext) {
    this.name = state.name
    this.lastUsedMs = state.lastUsedMs
    this.context = context
    this.world = new World(state, context.time)
    this.requests = new RequestJournal(context.growMemory)
    this.changes = new SandboxHistory(context.time(), context.growMemory)
    context.orderCount.hold(this)
  }

  /**
   * Makes changes that have been decided, in one step: persists them, makes them, remembers what takes them back, and
   * tells of them. What the clock has shipped until now goes before.
   *
   * @internal
   * @throws {PersistError} then nothing has changed
   */
  commit(...decided: readonly Change[]): void {
    const { feed, time } = this.context
    const shipped = shippedByClock(this.world, this.world.nowMs)
    const changes = shipped.length === 0 ? decided : [...shipped, ...decided]
    const backs = this.#apply(changes.map(({ patch }) => patch))
    for (const [index, { kind, by, isCaused = false }] of changes.entries()) {
      const back = backs[index]
      if (kind === 'fired' || back === undefined) continue
      const { nextId: nextRequestId } = this.requests
      this.changes.add({ atMs: time(), by, kind, nextRequestId, isCaused, back, bytes: this.#bytesOf(back) })
    }
    if (feed.hasListeners) for (const change of changes) feed.emit(changeEvent(this.name, change))
  }

  /** Takes the newest changes back. @param patches what does that */
  protected goBack(change: 'undone' | 'rewound', patches: readonly Patch[], count: number): void {
    this.#apply(patches)
    this.changes.drop(count)
    this.context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  /** What the clock has shipped becomes a change when somebody looks at the changes. */
  protected settle(): void {
    if (shippedByClock(this.world, this.world.nowMs).length > 0) this.commit()
  }

  /** @internal Notes a request in the journal. */
  record(entry: JournalEntry, messages?: KeptMessages): void {
    this.requests.add(entry, messages)
    this.context.feed.emit({ type: 'request', sandbox: this.name, entry })
  }

  /** @internal It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.clear()
    this.changes.drop()
    this.context.orderCount.release(this)
  }

  /** @internal The sandbox as one plain object, without its journal and history: for `restoreSandbox`. */
  toState(): SandboxState {
    const { scenario, start, sunsetMs, clock, faults, orders } = this.world
    const { seed, seededAtMs } = orders
    return {
      name: this.name,
      lastUsedMs: this.lastUsedMs,
      scenario,
      seed,
      start,
      seededAtMs,
      sunsetMs,
      clock,
      faults,
      orders: orders.toChanges(),
    }
  }

  /** Changes what it holds, if that can be persisted. @returns for each patch what takes it back */
  #apply(patches: readonly Patch[]): readonly Patch[] {
    if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
    const backs = this.world.apply(patches)
    try {
      this.context.feed.persist(() => this.toState())
    } catch (error) {
      this.world.apply(backs.toReversed())
      throw error
    }
    this.context.orderCount.hold(this)
    return backs
  }

  #bytesOf(back: Patch): number {
    if ('orderId' in back || back.orders === undefined) return CHANGE_BYTES
    return CHANGE_BYTES * (1 + this.context.orderCount.ownIn({ orders: back.orders, start: back.start }))
  }
}
