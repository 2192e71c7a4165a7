import type { ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import { type OrderChanges, OrderStore } from './order-store.js'
import type { World } from './world.js'

/**
 * A sandbox as one plain object: a scenario plus changes. Written as JSON it is exact and no larger than what differs from
 * the scenario. The journal and the history are no part of it. Instants are milliseconds since the Unix epoch.
 */
export interface SandboxState extends Omit<World, 'orders'> {
  readonly name: string
  /** When a request last came for it, real time. */
  readonly lastUsedMs: number
  /** What the orders started from, and when. */
  readonly seed: Scenario
  readonly seededAtMs: number
  readonly orders: OrderChanges
}

/** A state as JSON has it. */
export interface StoredSandboxState extends Omit<SandboxState, 'seed' | 'start' | 'sunsetMs'> {
  readonly seed: ScenarioDocument
  readonly start?: ScenarioDocument | undefined
  readonly sunsetMs?: number | undefined
}

/** What a sandbox with this state holds. */
export function worldOf({ scenario, start, clock, sunsetMs, faults, ...own }: SandboxState): World {
  const orders = new OrderStore(own.seed, own.seededAtMs, own.orders)
  return { scenario, start, clock, sunsetMs, faults, orders }
}

/** The state of a sandbox that holds this. */
export function stateOf(name: string, lastUsedMs: number, { orders, ...rest }: World): SandboxState {
  return { name, lastUsedMs, ...rest, seed: orders.seed, seededAtMs: orders.seededAtMs, orders: orders.toChanges() }
}
