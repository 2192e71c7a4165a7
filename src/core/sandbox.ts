import type { OperationId } from '../spec/index.js'
import type { ClockChange } from './clock.js'
import type { EventFeed, SandboxChange } from './events.js'
import { Journal, type JournalEntry, type JournalFilter } from './journal.js'
import type { Order, OrderStatus } from './model/order.js'
import type { Transition } from './model/transitions.js'
import type { Fault, ScenarioDocument } from './scenario/document.js'
import type { StatusCounts } from './scenario/seed.js'
import type { World } from './world.js'

/** Makes a world, for the sandbox of that name. */
export type WorldMaker = (sandbox: string) => World

/** How sandboxes get a new world: from a scenario by name, or from a document. */
export interface WorldSource {
  /** @throws {ToolError} if there is no such scenario, or it cannot be used */
  fromScenario(scenario: string, sandbox: string): World
  /** @throws {InvalidInput} if the document is no scenario */
  compile(document: ScenarioDocument): WorldMaker
}

interface SandboxParts {
  readonly name: string
  readonly scenario: string
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  readonly startAgain?: WorldMaker | undefined
  readonly source: WorldSource
  readonly feed: EventFeed
  readonly nowMs: number
}

/** One isolated world with its name, its journal and where it came from; tells the feed what changes in it. */
export class Sandbox {
  readonly name: string
  readonly journal = new Journal()
  /** When a request last came for it, real time, in milliseconds since the Unix epoch. */
  lastUsedMs: number
  #scenario: string
  #world: World
  #startAgain: WorldMaker
  readonly #source: WorldSource
  readonly #feed: EventFeed

  constructor({ name, scenario, startAgain, source, feed, nowMs }: SandboxParts) {
    this.name = name
    this.#scenario = scenario
    this.#source = source
    this.#feed = feed
    this.#startAgain = startAgain ?? ((sandbox) => source.fromScenario(this.#scenario, sandbox))
    this.#world = this.#startAgain(name)
    this.lastUsedMs = nowMs
  }

  get scenario(): string {
    return this.#scenario
  }

  get world(): World {
    return this.#world
  }

  get counts(): StatusCounts {
    return this.#world.counts
  }

  /** Cancels or ships an order, in one step; `undefined` if there is no such order. */
  act(action: 'cancel' | 'ship', id: string): { order: Order; transition: Transition } | undefined {
    const result = this.#world.act(action, id)
    if (result !== undefined && 'to' in result.transition) {
      this.#tellOrder(action === 'cancel' ? 'cancelled' : 'shipped', id, result.transition.to)
    }
    return result
  }

  /** Adds the order, or replaces the one with its id. */
  put(order: Order): void {
    const change = this.#world.order(order.id) === undefined ? 'added' : 'replaced'
    const pendingSinceMs = order.pendingSinceMs ?? this.#world.clock.nowMs
    this.#world.put(order.shipAfterMs === undefined ? order : { ...order, pendingSinceMs })
    this.#tellOrder(change, order.id, order.status)
  }

  remove(id: string): void {
    this.#world.remove(id)
    this.#tellOrder('removed', id)
  }

  /** Back to what it started from, or to another scenario. The journal stays: it tells what happened. */
  reset(scenario?: string): void {
    if (scenario === undefined) {
      this.#world = this.#startAgain(this.name)
    } else {
      this.#world = this.#source.fromScenario(scenario, this.name)
      this.#scenario = scenario
      this.#startAgain = (sandbox) => this.#source.fromScenario(scenario, sandbox)
    }
    this.#tell('reset')
  }

  /** Replaces the whole world by that of a document; `reset` still leads back to the scenario. */
  restore(document: ScenarioDocument): void {
    this.#world = this.#source.compile(document)(this.name)
    this.#tell('restored')
  }

  setFaults(faults: readonly Fault[]): void {
    this.#world.faults.set(faults)
    this.#tell('faults')
  }

  changeClock(change: ClockChange): void {
    this.#world.clock.change(change)
    this.#tell('clock')
  }

  /** What the faults do to a request. */
  inject(operation: OperationId, orderId: string | undefined): ReturnType<World['faults']['inject']> {
    if (this.#world.faults.isEmpty) return undefined
    const injection = this.#world.faults.inject(operation, orderId)
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

  #tell(change: SandboxChange): void {
    this.#feed.emit({ type: 'sandbox', sandbox: this.name, change })
  }

  #tellOrder(
    change: 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed',
    orderId: string,
    status?: OrderStatus,
  ): void {
    this.#feed.emit({ type: 'order', sandbox: this.name, change, orderId, ...(status && { status }) })
  }
}
