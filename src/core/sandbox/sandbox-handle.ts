import { readAt } from '../../input/index.js'
import type { ClockChange } from './clock.js'
import type { JournalEntry } from './journal.js'
import type { JournalFilter } from './journal-filter.js'
import type { Sandbox } from './sandbox.js'
import { SandboxOrders } from './sandbox-orders.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import { checkFaults, checkScenario, type StatusCounts } from '../scenario/seed.js'

/** The requests that came to one sandbox: a bounded journal. */
class SandboxRequests {
  readonly #sandbox: () => Sandbox

  constructor(sandbox: () => Sandbox) {
    this.#sandbox = sandbox
  }

  /**
   * The last requests, newest last.
   *
   * @throws {InvalidInputError} if `since` is neither an instant nor an entry's id
   */
  all(filter?: JournalFilter): JournalEntry[] {
    return readAt(['since'], () => this.#sandbox().requests(filter))
  }

  /** How many of the requests that are still in the journal the filter lets pass. */
  count(filter?: JournalFilter): number {
    return this.all(filter).length
  }

  /** How many requests there were since the journal was last cleared. */
  get total(): number {
    return this.#sandbox().journal.total
  }

  /** How many requests there were that the journal has let go since. */
  get evicted(): number {
    return this.#sandbox().journal.evicted
  }

  clear(): void {
    this.#sandbox().journal.clear()
  }
}

/** The failures that are injected into one sandbox. */
class SandboxFaults {
  readonly #sandbox: () => Sandbox

  constructor(sandbox: () => Sandbox) {
    this.#sandbox = sandbox
  }

  all(): Fault[] {
    return this.#sandbox().world.faults.list()
  }

  /**
   * Replaces the faults.
   *
   * @throws {InvalidInputError} if a member is wrong
   */
  set(faults: readonly Fault[]): void {
    checkFaults(faults)
    this.#sandbox().setFaults(faults)
  }

  clear(): void {
    this.#sandbox().setFaults([])
  }
}

/** The clock of one sandbox. */
class SandboxClock {
  readonly #sandbox: () => Sandbox

  constructor(sandbox: () => Sandbox) {
    this.#sandbox = sandbox
  }

  /** The instant, RFC 3339. */
  get now(): string {
    return this.#sandbox().world.clock.read().now
  }

  get frozen(): boolean {
    return this.#sandbox().world.clock.frozen
  }

  /** The instant (RFC 3339), and whether the clock stands still. */
  read(): { now: string; frozen: boolean } {
    return this.#sandbox().world.clock.read()
  }

  /**
   * Sets, freezes and moves the clock in one step.
   *
   * @throws {InvalidInputError} if `now` is no instant or `advance` no duration
   */
  change(change: ClockChange): void {
    readAt([change.advance === undefined ? 'now' : 'advance'], () => this.#sandbox().changeClock(change))
  }

  /** @param now an instant (RFC 3339) or a date */
  set(now: string): void {
    this.change({ now })
  }

  freeze(): void {
    this.change({ frozen: true })
  }

  resume(): void {
    this.change({ frozen: false })
  }

  /** @param duration ISO 8601, such as `P1D`; `-P1D` goes back */
  advance(duration: string): void {
    this.change({ advance: duration })
  }
}

/** One isolated world of a mock: its orders, clock, faults and journal. */
export class SandboxHandle {
  readonly name: string
  /** The API key that leads here. */
  readonly apiKey: string
  readonly orders: SandboxOrders
  readonly requests: SandboxRequests
  readonly faults: SandboxFaults
  readonly clock: SandboxClock
  readonly #sandbox: () => Sandbox

  /** @param sandbox finds the sandbox each time, because it may have made room for others meanwhile */
  constructor(name: string, apiKey: string, sandbox: () => Sandbox) {
    this.name = name
    this.apiKey = apiKey
    this.#sandbox = sandbox
    this.orders = new SandboxOrders(sandbox)
    this.requests = new SandboxRequests(sandbox)
    this.faults = new SandboxFaults(sandbox)
    this.clock = new SandboxClock(sandbox)
  }

  /** The scenario that `reset` leads back to. */
  get scenario(): string {
    return this.#sandbox().scenario
  }

  /** Numbers of orders by status. */
  get counts(): StatusCounts {
    return this.#sandbox().counts
  }

  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  get lastUsedMs(): number {
    return this.#sandbox().lastUsedMs
  }

  /**
   * Back to its scenario, or to another one, at the same cost whatever happened before. The journal stays.
   *
   * @throws {ToolError} if there is no such scenario
   */
  reset(scenario?: string): void {
    this.#sandbox().reset(scenario)
  }

  /** The whole world as a scenario document: what a scenario file holds, and what {@link restore} takes. */
  state(): ScenarioDocument {
    return this.#sandbox().world.toDocument()
  }

  /**
   * Replaces the whole world by that of a scenario document.
   *
   * @throws {InvalidInputError} naming each member that is wrong, in which case nothing changes
   */
  restore(document: ScenarioDocument): void {
    checkScenario(document)
    this.#sandbox().restore(document)
  }
}
