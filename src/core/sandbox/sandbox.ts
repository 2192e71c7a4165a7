import type { ScenarioName } from '../scenario/built-in.js'
import type { ScenarioDocument, Schemas } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import { nowOf } from './clock.js'
import { ControlError } from './control-error.js'
import { SandboxFaults } from './faults.js'
import { SandboxFreedoms } from './freedoms.js'
import {
  type HistoryEntry,
  type HistoryRecord,
  type RewindTarget,
  type SandboxHistory,
  toHistoryEntry,
} from './history.js'
import type { RequestJournal } from './journal.js'
import { KeptRequest, REWIND } from './kept-request.js'
import type { StatusCounts } from '../scenario/order.js'
import { SandboxOrders } from './orders.js'
import { SandboxClock } from './sandbox-clock.js'
import type { Store } from './store.js'
import { documentOf } from './world.js'

/** The changes of a sandbox, newest last. */
export type History = Schemas['History']

/** An isolated store: a scenario plus changes, each of which can be undone. */
export class Sandbox {
  readonly name: string
  /** The requests to this sandbox: a bounded journal. */
  readonly requests: RequestJournal
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  /** What it does where the specification leaves it open. */
  readonly freedoms: SandboxFreedoms
  readonly clock: SandboxClock
  /** @internal When it was last used, counted in uses of any sandbox. */
  lastUse = 0
  /** @internal Whether keys name it by its scenario. */
  readonly isOfScenario: boolean

  /** @internal */
  constructor(
    /** @internal What it contains. */
    readonly store: Store,
    /** The API key that selects this sandbox. */
    readonly apiKey: string,
    { isOfScenario }: { readonly isOfScenario: boolean },
  ) {
    this.isOfScenario = isOfScenario
    this.name = store.name
    this.requests = store.requests
    this.orders = new SandboxOrders(store)
    this.faults = new SandboxFaults(store)
    this.freedoms = new SandboxFreedoms(store)
    this.clock = new SandboxClock(store)
  }

  /** The time of its latest request: system time, in milliseconds since the Unix epoch. */
  get lastUsedMs(): number {
    return this.store.lastUsedMs
  }

  /** The scenario to which `reset` returns. */
  get scenario(): string {
    return this.store.world.scenario
  }

  /** Numbers of orders by status. */
  get counts(): StatusCounts {
    return this.store.world.orders.counts
  }

  /**
   * Resets the sandbox to its scenario, or to another one. Clears the journal unless `keepRequests` is true.
   * @throws {ToolError} if there is no such scenario
   */
  reset(scenario?: ScenarioName, { keepRequests = false }: { readonly keepRequests?: boolean | undefined } = {}): void {
    const start = scenario === undefined ? this.store.world.start : undefined
    this.requests.endHeld()
    const world = this.store.context.startWorld(this.name, scenario ?? this.scenario, start)
    this.store.commit({ kind: 'reset', by: 'control', patches: [world] })
    if (!keepRequests) this.requests.forget()
  }

  /**
   * The whole sandbox as a scenario document, the format of scenario files and of {@link restore}.
   * @param options with `at` as it was after that change of its history; 0 is the start
   * @throws {ControlError} 404 if there was no such change, 409 if the history no longer reaches back to it
   */
  state({ at }: { readonly at?: number | undefined } = {}): ScenarioDocument {
    if (at === undefined) return documentOf(this.store.world, this.store.nowMs)
    const { records, realMs } = this.#since({ to: at })
    const forth = this.store.goBack(records, (clock) => nowOf(clock, realMs))
    const document = documentOf(this.store.current, this.store.nowMs)
    this.store.apply(forth)
    return document
  }

  /**
   * Replaces the state with that of a scenario document or another scenario. `reset` still returns to the former scenario.
   * @throws {InvalidInputError} naming each wrong field; then nothing changes
   */
  restore(document: ScenarioDocument | Scenario): void {
    const seed = this.store.context.parse(document)
    const { scenario, start } = this.store.world
    this.store.context.checkRoomFor(seed.orders.size - this.store.current.orders.ownCount)
    const world = { ...this.store.context.startWorld(this.name, scenario, seed), start }
    this.store.commit({ kind: 'restored', by: 'control', patches: [world] })
  }

  /** The changes that can be undone, newest last, and the number of dropped older changes. */
  history(): History {
    this.store.settle()
    const { entries, evicted } = this.store.changes
    return { changes: entries.map(toHistoryEntry), evicted }
  }

  /**
   * Undoes the latest change, including the shipments that it caused. Undoing a shipment caused by the passing of time
   * moves the clock back to just before it.
   * @param options with `change` to undo it only if it is the latest
   * @returns the change that was undone
   * @throws {ControlError} 409 if there is none, or another is the newest
   */
  undo({ change }: { readonly change?: number | undefined } = {}): HistoryEntry {
    this.store.settle()
    const records = this.store.changes.newest(change)
    const [newest, moved] = records
    const [back] = newest.by === 'clock' && moved === undefined ? newest.back : []
    const shippedInTime = back !== undefined && 'orderId' in back ? back.order : undefined
    const before = shippedInTime && this.store.current.orders.shipsAtMs(shippedInTime) - 1
    const forth = this.store.goBack(records, () => before)
    this.store.persist(() => this.store.apply(forth))
    for (const { taken = [] } of this.store.changes.drop(records.length)) this.store.changes.putBack(taken)
    this.#tell('undone')
    return toHistoryEntry(newest)
  }

  /**
   * Rewinds the sandbox to its state before a request or after a change (0 is the initial state). The journal is kept,
   * and the rewind is recorded in it. The rewind is a change, which can be undone: then the history is as before.
   * @throws {ControlError} 404 if there was no such request or change, 409 if the history no longer reaches back to it
   */
  rewind(target: RewindTarget): void {
    const { records, count, realMs } = this.#since(target)
    const back = this.store.goBack(records, (clock) => nowOf(clock, realMs))
    this.store.persist(() => this.store.apply(back))
    this.store.note('rewound', { by: 'control', back, taken: this.store.changes.drop(count) })
    this.#tell('rewound')
    const where = 'to' in target ? `after change ${target.to}` : `before request ${target.beforeRequest}`
    const rewound = {
      id: this.requests.nextId,
      atMs: this.store.context.time(),
      operation: REWIND,
      method: 'POST',
      path: `/__mock/sandboxes/${this.name}/rewind`,
      status: 200,
      reason: `the sandbox was rewound to its state ${where}`,
    }
    this.store.record(Object.assign(new KeptRequest(), rewound))
  }

  /** The changes after a point, newest first, and the system time at this point. */
  #since(target: RewindTarget): ReturnType<SandboxHistory['since']> & { readonly realMs: number } {
    this.store.settle()
    const since = this.store.changes.since(target)
    const realMs =
      'to' in target ? this.store.changes.madeAtMs(target.to) : this.#cameAtMs(target.beforeRequest, since.records)
    return { ...since, realMs }
  }

  #cameAtMs(request: number, since: readonly HistoryRecord[]): number {
    const kept = this.requests.entries.find(({ id }) => id === request)
    const atMs = kept?.atMs ?? since.at(-1)?.atMs
    if (atMs !== undefined && request < this.requests.nextId) return atMs
    throw new ControlError(404, 'request_not_found', `There is no request ${request} in the journal.`)
  }

  #tell(change: 'undone' | 'rewound'): void {
    this.store.context.feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }
}
