import { type Change, shippedByClock } from './change.js'
import { changeEvent } from './change-feed.js'
import { ControlError } from './control-error.js'
import { SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import type { JournalEntry, KeptMessages } from './journal-entry.js'
import { checkRoomIn } from './order-count.js'
import type { SandboxContext } from './sandbox-context.js'
import type { SandboxState } from './sandbox-state.js'
import { type Patch, World } from './world.js'

/** Roughly what the history needs for a change, and for an order that it keeps. */
const CHANGE_BYTES = 300

/** What a sandbox holds, and the one place where that changes. */
export class Store {
  readonly name: string
  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  /** The requests that came here: a bounded journal. */
  readonly requests: RequestJournal
  /** What it holds now. */
  readonly world: World
  readonly changes: SandboxHistory
  readonly context: SandboxContext
  #isGone = false

  constructor(state: SandboxState, context: SandboxContext) {
    this.name = state.name
    this.lastUsedMs = state.lastUsedMs
    this.context = context
    this.world = new World(state, context)
    this.requests = new RequestJournal(context.growMemory)
    this.changes = new SandboxHistory(context.time(), context.growMemory)
    context.orderCount.hold(this)
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
    this.context.orderCount.hold(this)
  }

  /** What the clock has shipped becomes a change when somebody looks at the changes. */
  settle(): void {
    if (shippedByClock(this.world, this.world.nowMs).length > 0) this.commit()
  }

  /** Becomes what it was, with the newest changes taken back. */
  goBack(change: 'undone' | 'rewound', world: World, count: number): void {
    this.#persist((after) => after.apply(world))
    this.world.apply(world)
    this.changes.drop(count)
    this.context.orderCount.hold(this)
    this.context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  /** Notes a request in the journal. */
  record(entry: JournalEntry, messages?: KeptMessages): void {
    this.requests.add(entry, messages)
    this.context.feed.emit({ type: 'request', sandbox: this.name, entry })
  }

  /** @throws {ControlError} 409 if there is no room for one more order */
  checkRoom(): void {
    checkRoomIn(this.world.orders)
    this.context.orderCount.checkRoomFor(1)
  }

  /** It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.#isGone = true
    this.requests.clear()
    this.changes.clear()
    this.context.orderCount.release(this)
  }

  /** The sandbox as one plain object, without its journal and history: for `restoreSandbox`. */
  toState(): SandboxState {
    return this.#stateOf(this.world)
  }

  #make(change: Change): void {
    const { kind, by, patch } = change
    const back = this.world.apply(patch)
    const { feed, time } = this.context
    if (kind !== 'fired') {
      const { nextId: nextRequestId } = this.requests
      const { isCaused = false } = change
      this.changes.add({ atMs: time(), by, kind, nextRequestId, isCaused, back, bytes: this.#bytesOf(back) })
    }
    if (feed.hasListeners) feed.emit(changeEvent(this.name, change))
  }

  #bytesOf(back: Patch): number {
    if ('orderId' in back || back.orders === undefined) return CHANGE_BYTES
    return CHANGE_BYTES * (1 + this.context.orderCount.ownIn({ orders: back.orders, start: back.start }))
  }

  #persist(make: (after: World) => void): void {
    if (this.#isGone) throw new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
    this.context.feed.persist(() => {
      const after = this.world.copy()
      make(after)
      return this.#stateOf(after)
    })
  }

  #stateOf(world: World): SandboxState {
    return { name: this.name, lastUsedMs: this.lastUsedMs, ...world.toState() }
  }
}
