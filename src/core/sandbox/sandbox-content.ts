import type { ScenarioName } from '../scenario/built-in.js'
import type { ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import { SandboxClock } from './sandbox-clock.js'
import { SandboxFaults } from './sandbox-faults.js'
import { rewind, undo, worldAt } from './go-back.js'
import type { HistoryEntry, RewindTarget } from './history.js'
import type { StatusCounts } from './order.js'
import { SandboxOrders } from './orders.js'
import type { SandboxContext } from './sandbox-context.js'
import type { SandboxState } from './sandbox-state.js'
import { Store } from './store.js'
import { World } from './world.js'

/** The changes of a sandbox. */
export interface History {
  /** Newest last. */
  readonly changes: readonly HistoryEntry[]
  /** How many older ones it has let go. */
  readonly evicted: number
}

/** One isolated store: a scenario plus changes, each of which can be taken back. */
export type Sandbox = Readonly<
  Omit<SandboxContent, Exclude<keyof Store, 'name' | 'requests' | 'lastUsedMs' | 'toState'> | 'load'>
>

/** A sandbox as the engine sees it; users see the {@link Sandbox} in it. */
export class SandboxContent extends Store {
  /** The API key that leads here. */
  readonly apiKey: string
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  readonly clock: SandboxClock

  constructor(state: SandboxState, apiKey: string, context: SandboxContext) {
    super(state, context)
    this.apiKey = apiKey
    this.clock = new SandboxClock(this)
    this.faults = new SandboxFaults(this)
    this.orders = new SandboxOrders(this)
  }

  /** The scenario that `reset` leads back to. */
  get scenario(): string {
    return this.world.scenario
  }

  /** Numbers of orders by status. */
  get counts(): StatusCounts {
    return this.world.counts
  }

  /**
   * Back to its scenario, or to another one, at the same cost whatever happened before; the journal is emptied, or kept.
   *
   * @throws {ToolError} if there is no such scenario
   */
  reset(scenario?: ScenarioName, { keepRequests = false }: { readonly keepRequests?: boolean | undefined } = {}): void {
    const start = scenario === undefined ? this.world.start : undefined
    const state = this.context.startState(this.name, scenario ?? this.scenario, start)
    this.#replace('reset', { ...state, start })
    if (!keepRequests) this.requests.clear()
  }

  /**
   * The whole sandbox as a scenario document: what a scenario file holds, and what {@link restore} takes.
   *
   * @param options with `at` as it was after that change of its history; 0 is the start
   * @throws {ControlError} 404 if there was no such change, 409 if the history no longer reaches back to it
   */
  state({ at }: { readonly at?: number | undefined } = {}): ScenarioDocument {
    return (at === undefined ? this.world : worldAt(this, { to: at }).world).toDocument()
  }

  /**
   * Becomes what a scenario document, or another scenario, says; `reset` still leads back to its own.
   *
   * @throws {InvalidInputError} naming each member that is wrong, in which case nothing changes
   */
  restore(document: ScenarioDocument | Scenario): void {
    const seed = this.context.parse(document)
    const { scenario, start } = this.world
    this.context.orderCount.checkRoomFor(seed.orders.size + (start?.orders.size ?? 0), this)
    this.#replace('restored', { ...this.context.startState(this.name, scenario, seed), start })
  }

  /** Becomes what a stored sandbox was. */
  load(state: SandboxState): void {
    this.#replace('restored', state)
    this.lastUsedMs = state.lastUsedMs
  }

  /** The changes that can be taken back, newest last, and how many older ones it has let go. */
  history(): History {
    this.settle()
    return { changes: this.changes.all(), evicted: this.changes.evicted }
  }

  /**
   * Takes the newest change back, with what it made the clock ship. An order that shipped as time passed takes the clock
   * back to the moment before.
   *
   * @param options with `change` only if that is the newest
   * @returns the change that was taken back
   * @throws {ControlError} 409 if there is none, or another is the newest
   */
  undo({ change }: { readonly change?: number | undefined } = {}): HistoryEntry {
    return undo(this, change)
  }

  /**
   * Becomes what it was before a request, or after a change; 0 is the start. The journal stays, with an entry about it.
   *
   * @throws {ControlError} 404 if there was no such request or change, 409 if the history no longer reaches back to it
   */
  rewind(target: RewindTarget): void {
    rewind(this, target)
  }

  #replace(kind: 'reset' | 'restored', state: SandboxState): void {
    this.commit({ kind, by: 'control', patch: new World(state, this.context) })
  }
}
