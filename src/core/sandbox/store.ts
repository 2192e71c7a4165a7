import { type Change, changeEvent, orderChange, type Patch, type RememberedChange } from './change-feed.js'
import { bytesOf } from './bounded-list.js'
import { type ClockState, nowOf } from './clock.js'
import { ControlError } from './control-error.js'
import { type HistoryRecord, SandboxHistory } from './history.js'
import { RequestJournal } from './journal.js'
import { journalEntry, type KeptRequest } from './kept-request.js'
import type { SandboxContext } from './sandbox-context.js'
import { type SandboxState, type World } from './world.js'

type MadeChange = Change & Pick<HistoryRecord, 'back' | 'isCaused'>

/** Roughly the size of a change in the history but for its patches, and of an order in it that nothing else has. */
const CHANGE_BYTES = 200
const ORDER_BYTES = 300
/** Roughly the size of a patch, whose order other patches have as well. */
const PATCH_BYTES = 100

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
    this.persist(() => made.toReversed().forEach(({ back }) => this.apply(back)))
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

  /**
   * Undoes changes, which are given newest first, and sets the clock.
   * @param nowMsOf what the clock is to show, by its setting at that time; `undefined`: nothing else
   * @returns what makes them again
   */
  goBack(records: readonly HistoryRecord[], nowMsOf: (clock: ClockState) => number | undefined): readonly Patch[] {
    const forth = this.apply(records.flatMap(({ back }) => back))
    const nowMs = nowMsOf(this.current.clock)
    if (nowMs === undefined) return forth
    const isFrozen = this.current.clock.frozenAtMs !== undefined
    const clock = { offsetMs: nowMs - this.context.time(), ...(isFrozen && { frozenAtMs: nowMs }) }
    return [...this.apply([{ clock }]), ...forth]
  }

  /** Adds a change to the history. */
  note(kind: RememberedChange, change: Pick<HistoryRecord, 'by' | 'back' | 'isCaused' | 'taken'>): void {
    const { by, back, isCaused, taken } = change
    const [{ nextId: id }, { nextId: nextRequestId, currentId }] = [this.changes, this.requests]
    const requestId = by === 'api' ? currentId : undefined
    let bytes = CHANGE_BYTES + PATCH_BYTES * back.length + bytesOf(taken ?? [])
    for (const patch of back) if ('orders' in patch) bytes += ORDER_BYTES * (patch.orders?.ownCount ?? 0)
    const atMs = this.context.time()
    this.changes.add({ id, atMs, requestId, nextRequestId, kind, by, back, isCaused, taken, bytes })
  }

  /** Changes the state, by one patch after the other. @returns what undoes that */
  apply(patches: readonly Patch[]): readonly Patch[] {
    return patches.map((patch) => this.#apply(patch)).toReversed()
  }

  /** Persists the state. @param restore called if that fails: restores the former state @throws {PersistError} */
  persist(restore: () => void): void {
    try {
      if (this.#isGone) throw this.#gone()
      this.context.feed.log?.write(this.toState())
    } catch (error) {
      restore()
      throw error
    }
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

  #make({ kind, by, patches }: Change): MadeChange {
    return { kind, by, patches, back: this.apply(patches) }
  }

  #apply(patch: Patch): Patch {
    const before = this.current
    if ('orderId' in patch) return before.orders.apply(patch)
    this.current = { ...before, ...patch }
    const members = Object.keys(patch) as (keyof World)[]
    return Object.fromEntries(members.map((member) => [member, before[member]]))
  }

  #remember(made: readonly MadeChange[]): void {
    const { feed } = this.context
    for (const change of made) if (change.kind !== 'fired') this.note(change.kind, change)
    if (!feed.hasListeners) return
    for (const change of made) feed.emit(changeEvent(this.name, change, this.current.orders, this.nowMs))
  }
}
