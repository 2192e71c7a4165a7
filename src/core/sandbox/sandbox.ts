import type { ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import type { SandboxClock } from './clock.js'
import type { SandboxFaults } from './faults.js'
import type { HistoryEntry, RewindTarget } from './history.js'
import type { RequestJournal } from './journal.js'
import type { StatusCounts } from './order.js'
import type { SandboxOrders } from './orders.js'
import type { SandboxState } from './sandbox-state.js'

/** The changes of a sandbox. */
export interface History {
  /** Newest last. */
  readonly changes: readonly HistoryEntry[]
  /** How many older ones it has let go. */
  readonly evicted: number
}

/** One isolated store: a scenario plus changes, each of which can be taken back. */
export interface Sandbox {
  readonly name: string
  /** The API key that leads here. */
  readonly apiKey: string
  readonly orders: SandboxOrders
  readonly faults: SandboxFaults
  readonly clock: SandboxClock
  /** The requests that came here: a bounded journal. */
  readonly requests: RequestJournal
  /** The scenario that `reset` leads back to. */
  readonly scenario: string
  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  readonly lastUsedMs: number
  /** Numbers of orders by status. */
  readonly counts: StatusCounts

  /**
   * Back to its scenario, or to another one, at the same cost whatever happened before; the journal is emptied, or kept.
   *
   * @throws {ToolError} if there is no such scenario
   */
  reset(scenario?: string, options?: { readonly keepRequests?: boolean | undefined }): void

  /**
   * The whole sandbox as a scenario document: what a scenario file holds, and what {@link restore} takes.
   *
   * @param options with `at` as it was after that change of its history; 0 is the start
   * @throws {ControlError} 404 if there was no such change, 409 if the history no longer reaches back to it
   */
  state(options?: { readonly at?: number | undefined }): ScenarioDocument

  /**
   * Becomes what a scenario document, or another scenario, says; `reset` still leads back to its own.
   *
   * @throws {InvalidInputError} naming each member that is wrong, in which case nothing changes
   */
  restore(document: ScenarioDocument | Scenario): void

  /** The sandbox as one plain object, without its journal and history: for `restoreSandbox`. */
  toState(): SandboxState

  /** The changes that can be taken back, newest last, and how many older ones it has let go. */
  history(): History

  /**
   * Takes the newest change back, with what it made the clock ship. An order that shipped as time passed takes the clock
   * back to the moment before.
   *
   * @param options with `change` only if that is the newest
   * @returns the change that was taken back
   * @throws {ControlError} 409 if there is none, or another is the newest
   */
  undo(options?: { readonly change?: number | undefined }): HistoryEntry

  /**
   * Becomes what it was before a request, or after a change; 0 is the start. The journal stays, with an entry about it.
   *
   * @throws {ControlError} 404 if there was no such request or change, 409 if the history no longer reaches back to it
   */
  rewind(target: RewindTarget): void
}
