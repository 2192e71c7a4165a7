import { type Change, changeEvent, orderChange, type Patch } from './change-feed.js'
import { nowOf } from './clock.js'
import { ControlError } from './control-error.js'
import { type HistoryRecord, SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import { journalEntry, type KeptRequest } from './kept-request.js'
import type { SandboxContext } from './sandbox-context.js'
import { type SandboxState, type World } from './world.js'

type MadeChange = { readonly change: Change } & Pick<HistoryRecord, 'back' | 'isCaused'>

/** Roughly the size of a change in the history, and of an order in it. */
const CHANGE_BYTES = 300

/** The contents of a sandbox, and the one place that changes them. */
export class Store {
  readonly name: string
  /** The time of its latest request: system time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  /** The requests to this sandbox: a bounded journal. */
  readonly requests: RequestJournal
  readonly changes: SandboxHistory
  readonly context: SandboxContext
  /** Its contents, before the orders that are due are shipped. */
  current: World
  #isGone = false

  constructor(name: string, world: World, context: SandboxContext) {
    this.name = name
    this.lastUsedMs = context.time()
    this.context = context
    this.current = world
    const onClear = () => context.feed.emit({ type: 'sandbox', sandbox: name, change: 'cleared' })
    this.requests = new RequestJournal(context, onClear)
    this.changes = new SandboxHistory(context.time(), context.growMemory)
  }

  /** Its present contents. */
  get world(): World {
    this.settle()
    return this.current
  }

  /** Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return nowOf(this.current.clock, this.context.time())
  }

  /**
   * Makes a change that has been decided, with the shipments that it causes: persists it, notes what undoes
   * it, and reports it to listeners.
   * @throws {PersistError} then nothing has changed
   */
  commit(change: Change): void {
    this.settle()
    const made = [this.#make(change)]
    // One by one: a call cannot take a hundred thousand arguments.
    for (const shipped of this.#dueChanges()) made.push({ ...this.#make(shipped), isCaused: true })
    this.#persist(made.map(({ back }) => back))
    this.#remember(made)
  }

  /**
   * Turns what the clock has shipped until now into a change. It is not persisted: whoever restores the state
   * finds it shipped as well.
   */
  settle(): void {
    const due = this.#dueChanges()
    if (due.length > 0) this.#remember(due.map((shipped) => this.#make(shipped)))
  }

  /** Undoes the newest changes. @param patches what does that @returns what makes them again */
  goBack(patches: readonly Patch[], count: number): { forth: Patch; taken: readonly HistoryRecord[] } {
    const undone = this.apply(patches)
    this.#persist(undone)
    return { forth: { sequence: undone.toReversed() }, taken: this.changes.drop(count) }
  }

  /** Adds a change to the history. @param bytes roughly what it takes beyond a change of one order */
  note(change: Omit<HistoryRecord, 'id' | 'atMs' | 'requestId' | 'nextRequestId' | 'bytes'>, bytes = 0): void {
    const { kind, by, back, isCaused, count, taken } = change
    const [{ nextId: id }, { nextId: nextRequestId, currentId }] = [this.changes, this.requests]
    const made = { id, atMs: this.context.time(), requestId: by === 'api' ? currentId : undefined, nextRequestId }
    const record = { ...made, kind, by, back, isCaused, count, taken, bytes: 0 }
    this.changes.add(record, CHANGE_BYTES + bytes)
  }

  /** Changes the state, by one patch after the other. @returns for each what undoes it */
  apply(patches: readonly Patch[]): readonly Patch[] {
    return patches.map((patch) => this.#apply(patch))
  }

  /** Notes a request in the journal. */
  record(request: KeptRequest): void {
    this.requests.add(request)
    this.report(request)
  }

  /** Reports a request of the journal, also once more when the response to a held request is known. */
  report(request: KeptRequest): void {
    const { feed } = this.context
    if (feed.hasListeners) feed.emit({ type: 'request', sandbox: this.name, entry: journalEntry(request) })
  }

  /** It was deleted or evicted: from now on it cannot be changed. */
  end(): void {
    this.requests.end(this.#gone())
    this.#isGone = true
    this.requests.forget()
    this.changes.forget()
  }

  /** The sandbox as one plain object, without its journal and history: for `restoreSandbox`. */
  toState(): SandboxState {
    const { name, lastUsedMs } = this
    const { orders, start, ...rest } = this.current
    const { seed, seededAtMs } = orders
    return { name, lastUsedMs, ...rest, start: start?.json, seed: seed.json, seededAtMs, orders: orders.toChanges() }
  }

  #gone(): ControlError {
    return new ControlError(404, 'sandbox_not_found', `The sandbox "${this.name}" is gone.`)
  }

  #dueChanges(): readonly Change[] {
    const { orders } = this.current
    // If no order waits, the clock need not be read.
    if (!orders.hasTimedOrders) return []
    return orders
      .dueBy(this.nowMs)
      .map((order) => orderChange('shipped', 'clock', order.id, { ...order, status: 'shipped' }))
  }

  #persist(backs: readonly Patch[]): void {
    try {
      if (this.#isGone) throw this.#gone()
      this.context.feed.log?.write(this.toState())
    } catch (error) {
      this.apply(backs.toReversed())
      throw error
    }
  }

  #make(change: Change): MadeChange {
    return { change, back: this.#apply(change.patch) }
  }

  #apply(patch: Patch): Patch {
    const before = this.current
    if ('sequence' in patch) return { sequence: this.apply(patch.sequence).toReversed() }
    if ('orderId' in patch) return before.orders.apply(patch)
    this.current = { ...before, ...patch }
    const members = Object.keys(patch) as (keyof World)[]
    return Object.fromEntries(members.map((member) => [member, before[member]]))
  }

  #remember(made: readonly MadeChange[]): void {
    const { feed } = this.context
    for (const { change, back, isCaused } of made) {
      const { kind, by, count } = change
      if (kind === 'fired') continue
      const kept = 'orders' in back ? (back.orders?.ownCount ?? 0) : 0
      this.note({ kind, by, back, isCaused, count }, CHANGE_BYTES * kept)
    }
    if (!feed.hasListeners) return
    for (const { change } of made) feed.emit(changeEvent(this.name, change, this.current.orders, this.nowMs))
  }
}
