import { OrderStore, type OrderChanges } from './order-store.js'
import type { Scenario } from '../scenario/scenario.js'
import type { World } from './world.js'

/**
 * A sandbox as one plain object: a scenario plus changes, which is no larger than what differs from the scenario. The
 * journal and the history are no part of it. Instants are milliseconds since the Unix epoch.
 */
export interface SandboxState extends Omit<World, 'orders' | 'start' | 'sunsetMs'> {
  readonly name: string
  /** When a request last came for it, real time. */
  readonly lastUsedMs: number
  /** What the orders started from, as JSON, and when. */
  readonly seed: string
  readonly seededAtMs: number
  /** What `reset` leads back to, as JSON, if that is not the scenario as it stands. */
  readonly start?: string | undefined
  readonly sunsetMs?: number | undefined
  readonly orders: OrderChanges
}

/** What a sandbox with this state holds. @param read reads the JSON of a scenario */
export function worldOf(state: SandboxState, read: (json: string) => Scenario): World {
  const { scenario, start, clock, sunsetMs, faults, seed, seededAtMs, orders } = state
  return {
    scenario,
    start: start === undefined ? undefined : read(start),
    clock,
    sunsetMs,
    faults,
    orders: new OrderStore(read(seed), seededAtMs, orders),
  }
}

/** The state of a sandbox that holds this. */
export function stateOf(name: string, lastUsedMs: number, { orders, start, ...rest }: World): SandboxState {
  const { seed, seededAtMs } = orders
  return { name, lastUsedMs, ...rest, start: start?.json, seed: seed.json, seededAtMs, orders: orders.toChanges() }
}
