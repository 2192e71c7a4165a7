import type { ClockChange } from './clock.js'
import type { EventFeed, OrderChange, SandboxChange } from './events.js'
import type { FaultList, Injection } from './faults.js'
import { Journal, type JournalEntry } from './journal.js'
import type { JournalFilter } from './journal-filter.js'
import type { Order, OrderStatus } from './order.js'
import type { Transition } from './transitions.js'
import type { SandboxRecord } from './records.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Seed, StatusCounts } from '../scenario/seed.js'
import type { World } from './world.js'
import type { WorldSource } from './world-source.js'

/** All of a sandbox that is replaced at once. */
interface SandboxState {
  readonly scenario: string
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  readonly start: Seed | undefined
  readonly world: World
}

interface SandboxParts {
  readonly name: string
  readonly state: SandboxState
  readonly source: WorldSource
  readonly feed: EventFeed
  readonly nowMs: number
}

/**
 * One isolated world with its name, its journal and where it came from. Each change is first kept, if anybody keeps
 * changes, then made, then told.
 */
export class Sandbox {
  readonly name: string
  readonly journal = new Journal()
  /** When a request last came for it, real time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  #state: SandboxState
  readonly #source: WorldSource
  readonly #feed: EventFeed

  constructor({ name, state, source, feed, nowMs }: SandboxParts) {
    this.name = name
    this.#state = state
    this.#source = source
    this.#feed = feed
    this.lastUsedMs = nowMs
  }

  /** A sandbox as it was; its journal is empty. */
  static fromRecord(record: SandboxRecord, { source, feed }: Pick<SandboxParts, 'source' | 'feed'>): Sandbox {
    return new Sandbox({ name: record.name, state: revive(record, source), source, feed, nowMs: record.lastUsedMs })
  }

  get scenario(): string {
    return this.#state.scenario
  }

  get world(): World {
    return this.#state.world
  }

  get counts(): StatusCounts {
    return this.world.counts
  }

  /** Cancels or ships an order, in one step; `undefined` if there is no such order. */
  act(action: 'cancel' | 'ship', id: string): { order: Order; transition: Transition } | undefined {
    const result = this.world.act(action, id, (order) => this.#keepOrder(order))
    if (result !== undefined && 'to' in result.transition) {
      this.#tellOrder(action === 'cancel' ? 'cancelled' : 'shipped', id, result.transition.to)
    }
    return result
  }

  /** Adds the order, or replaces the one with its id. */
  put(order: Order): void {
    const { world } = this
    const change = world.order(order.id) === undefined ? 'added' : 'replaced'
    const pendingSinceMs = order.pendingSinceMs ?? world.clock.nowMs
    const after = order.shipAfterMs === undefined ? order : { ...order, pendingSinceMs }
    this.#keepOrder(after)
    world.put(after)
    this.#tellOrder(change, order.id, order.status)
  }

  remove(id: string): void {
    this.#feed.keep(() => ({ kind: 'removal', sandbox: this.name, orderId: id }))
    this.world.remove(id)
    this.#tellOrder('removed', id)
  }

  /** Back to what it started from, or to another scenario. The journal stays: it tells what happened. */
  reset(scenario?: string): void {
    const start = scenario === undefined ? this.#state.start : undefined
    const next = scenario ?? this.scenario
    const world = start === undefined ? this.#source.fromScenario(next, this.name) : this.#source.fromSeed(start)
    this.#replace({ scenario: next, start, world }, 'reset')
  }

  /** Replaces the whole world by that of a document; `reset` still leads back to the scenario. */
  restore(document: ScenarioDocument): void {
    const world = this.#source.fromSeed(this.#source.compile(document))
    this.#replace({ ...this.#state, world }, 'restored')
  }

  /** Becomes what a record of a sandbox says. */
  takeOver(record: SandboxRecord): void {
    this.#replace(revive(record, this.#source), 'restored')
    this.lastUsedMs = record.lastUsedMs
  }

  /** The sandbox as plain data, without its journal. */
  toRecord(): SandboxRecord {
    return this.#recordOf(this.#state)
  }

  setFaults(faults: readonly Fault[]): void {
    this.#changeFaults(this.world.faults.with(faults))
    this.#tell('faults')
  }

  changeClock(change: ClockChange): void {
    const { clock } = this.world
    const after = clock.after(change)
    this.#shipDue()
    this.#feed.keep(() => ({ kind: 'clock', sandbox: this.name, clock: after }))
    clock.move(after)
    this.#tell('clock')
    this.#shipDue()
  }

  /** What has shipped by the clock stays shipped when the clock is turned back: it cannot be reversed. */
  #shipDue(): void {
    for (const order of this.world.due()) {
      const shipped: Order = { ...order, status: 'shipped' }
      this.#keepOrder(shipped)
      this.world.store.put(shipped)
      this.#tellOrder('shipped', order.id, 'shipped')
    }
  }

  /** What the faults do to a request. */
  inject(operation: string, orderId: string | undefined): Injection | undefined {
    const { faults } = this.world
    if (faults.isEmpty) return undefined
    const { injection, after } = faults.inject(operation, orderId)
    if (after !== undefined) this.#changeFaults(faults.with(after))
    if (injection !== undefined) this.#tell('faults')
    return injection
  }

  record(entry: JournalEntry): void {
    this.journal.add(entry)
    if (this.#feed.hasListeners) this.#feed.emit({ type: 'request', sandbox: this.name, entry })
  }

  requests(filter?: JournalFilter): JournalEntry[] {
    return this.journal.entries(filter)
  }

  #replace(state: SandboxState, change: SandboxChange): void {
    this.#feed.keep(() => ({ kind: 'sandbox', record: this.#recordOf(state) }))
    this.#state = state
    this.#tell(change)
  }

  #changeFaults(faults: FaultList): void {
    this.#feed.keep(() => ({ kind: 'faults', sandbox: this.name, faults: faults.list() }))
    this.world.faults = faults
  }

  #keepOrder(order: Order): void {
    this.#feed.keep(() => ({ kind: 'order', sandbox: this.name, order }))
  }

  #recordOf({ scenario, start, world }: SandboxState): SandboxRecord {
    return {
      name: this.name,
      scenario,
      ...(start && { start: { document: start.document, baseMs: start.baseMs } }),
      lastUsedMs: this.lastUsedMs,
      world: world.toRecord(),
    }
  }

  #tell(change: SandboxChange): void {
    this.#feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  #tellOrder(change: OrderChange, orderId: string, status?: OrderStatus): void {
    this.#feed.emit({ type: 'order', sandbox: this.name, change, orderId, ...(status && { status }) })
  }
}

function revive({ scenario, start, world }: SandboxRecord, source: WorldSource): SandboxState {
  return { scenario, start: start && source.revive(start), world: source.fromRecord(world) }
}
