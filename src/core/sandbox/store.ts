import type { Scenario } from '../scenario/scenario.js'
import { type Change, orderChange, type Patch } from './change.js'
import { changeEvent, type ChangeFeed } from './change-feed.js'
import { nowOf, type TimeSource } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import type { JournalEntry, KeptMessages } from './journal-entry.js'
import type { OrderCount } from './order-count.js'
import { type SandboxState, stateOf } from './sandbox-state.js'
import type { World } from './world.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext {
  readonly time: TimeSource
  readonly feed: ChangeFeed
  /** The world that a reset leads to. */
  readonly startWorld: (sandbox: string, scenario: string, start?: Scenario) => World
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
  /** @internal */
  readonly changes: SandboxHistory
  /** @internal How many orders it was last counted to hold of its own. */
  ownOrders = 0
  /** @internal */
  readonly context: SandboxContext
  /** @internal What it holds, but for what is due to ship. */
  current: World
  #isGone = false

  /** @internal */
  constructor(name: string, world: World, context: SandboxContext) {
    this.name = name
    this.lastUsedMs = context.time()
    this.context = context
    this.current = world
    const onClear = () => context.feed.emit({ type: 'sandbox', sandbox: name, change: 'cleared' })
    this.requests = new RequestJournal(context.growMemory, onClear)
    this.changes = new SandboxHistory(context.time(), context.growMemory)
    context.orderCount.hold(this, world.orders)
  }

  /** @internal What it holds now. */
  get world(): World {
    this.settle()
    return this.current
  }

  /** @internal Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return nowOf(this.current.clock, this.context.time())
  }

  /**
   * Makes a change that has been decided, and what it makes the clock ship: persists it, remembers what takes it back, and
   * tells of it.
   *
   * @internal
   * @throws {PersistError} then nothing has changed
   */
  commit(change: Change): void {
    this.settle()
    const back = this.apply([change.patch])
    const caused = this.#dueChanges().map((shipped): Change => ({ ...shipped, isCaused: true }))
    const backs = [...back, ...this.apply(caused.map(({ patch }) => patch))]
    this.#persist(backs)
    this.#remember([change, ...caused], backs)
  }

  /**
   * Makes what the clock has shipped until now a change. It is not persisted: whoever restores the state finds it shipped as
   * well.
   *
   * @internal
   */
  settle(): void {
    const shipped = this.#dueChanges()
    if (shipped.length > 0) this.#remember(shipped, this.apply(shipped.map(({ patch }) => patch)))
  }

  /** @internal Takes the newest changes back. @param patches what does that */
  goBack(change: 'undone' | 'rewound', patches: readonly Patch[], count: number): void {
    this.#persist(this.apply(patches))
    this.changes.records.drop(count)
    this.context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  /** @internal Changes the world, by one patch after the other. @returns for each what takes it back */
  apply(patches: readonly Patch[]): readonly Patch[] {
    return patches.map((patch) => {
      const before = this.current
      if ('orderId' in patch) return before.orders.apply(patch)
      this.current = { ...before, ...patch }
      const members = Object.keys(patch) as (keyof World)[]
      return Object.fromEntries(members.map((member) => [member, before[member]]))
    })
  }

  /** @internal Notes a request in the journal. */
  record(entry: JournalEntry, messages?: KeptMessages): void {
    this.requests.add(entry, messages)
    this.context.feed.emit({ type: 'request', sandbox: this.name, entry })
  }

  /** @internal It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.forget()
    this.changes.records.drop()
    this.context.orderCount.release(this)
  }

  /** @internal The sandbox as one plain object, without its journal and history: for `restoreSandbox`. */
  toState(): SandboxState {
    return stateOf(this.name, this.lastUsedMs, this.current)
  }

  /** What the clock ships by now. */
  #dueChanges(): readonly Change[] {
    const due = this.current.orders.dueBy(this.nowMs)
    return due.map((order) => orderChange('shipped', 'clock', order.id, { ...order, status: 'shipped' }))
  }

  /** Persists what the world has become, or takes that back. */
  #persist(backs: readonly Patch[]): void {
    try {
      if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
      this.context.feed.persist(() => this.toState())
    } catch (error) {
      this.apply(backs.toReversed())
      throw error
    }
    this.context.orderCount.hold(this, this.current.orders)
  }

  #remember(changes: readonly Change[], backs: readonly Patch[]): void {
    const { feed, time } = this.context
    for (const [index, { kind, by, isCaused = false }] of changes.entries()) {
      const back = backs[index]
      if (kind === 'fired' || back === undefined) continue
      const { nextId: nextRequestId } = this.requests
      this.changes.add({ atMs: time(), by, kind, nextRequestId, isCaused, back, bytes: this.#bytesOf(back) })
    }
    for (const change of changes) feed.emit(changeEvent(this.name, change))
  }

  #bytesOf(back: Patch): number {
    if ('orderId' in back || back.orders === undefined) return CHANGE_BYTES
    return CHANGE_BYTES * (1 + this.context.orderCount.ownIn(back.orders))
  }
}
