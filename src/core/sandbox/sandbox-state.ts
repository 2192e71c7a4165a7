import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import type { ClockState, TimeSource } from './clock.js'
import type { Order } from './order.js'

/**
 * A sandbox as one plain object: a scenario plus changes. Creating, resetting and restoring all load one; a snapshot and
 * the change log take one. Written as JSON it is exact and no larger than what differs from the scenario. The journal
 * is no part of it. Instants are milliseconds since the Unix epoch.
 */
export interface SandboxState {
  readonly name: string
  /** The scenario that `reset` leads back to. */
  readonly scenario: string
  /** What the orders started from. */
  readonly seed: Scenario
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  readonly start?: Scenario | undefined
  readonly seededAtMs: number
  /** When a request last came for it, real time. */
  readonly lastUsedMs: number
  readonly clock: ClockState
  /** Overrides the sunset of the API description. */
  readonly sunsetMs?: number | undefined
  /** With what has been drawn and injected so far. */
  readonly faults: readonly Fault[]
  readonly orders: OrderChanges
}

/** How the orders of a sandbox differ from those of its scenario. */
export interface OrderChanges {
  /** The orders that the scenario does not have, or not like this, in the order in which they came. */
  readonly changed: readonly Order[]
  /** Ids of orders of the scenario that are gone. */
  readonly removed: readonly string[]
  /** The highest id up to 2^53-1 that a changed order ever had: the next free one lies above it. */
  readonly highestId: number
}

/** A state as JSON has it. */
export interface StoredSandboxState extends Omit<SandboxState, 'seed' | 'start'> {
  readonly seed: ScenarioDocument
  readonly start?: ScenarioDocument | undefined
}

/** What a sandbox starts with beside its scenario: the real time, and what the person who started the mock said. */
export interface StartOptions {
  readonly time: TimeSource
  readonly nowMs: number | undefined
  readonly sunsetMs: number | undefined
}

/**
 * The clock, sunset, faults and orders of a sandbox that starts from a scenario. What was said at the start rules
 * `main`, the sandbox of the scenario named at the start; in every other one the scenario's own `now` and `sunset` go
 * first, so that `sunset-passed` is past its sunset anywhere.
 */
export function startFrom(
  seed: Scenario,
  isMain: boolean,
  { nowMs, sunsetMs, time }: StartOptions,
): Pick<SandboxState, 'seed' | 'seededAtMs' | 'clock' | 'sunsetMs' | 'faults' | 'orders'> {
  const realMs = time()
  const seededAtMs = (isMain ? (nowMs ?? seed.startMs) : (seed.startMs ?? nowMs)) ?? realMs
  return {
    seed,
    seededAtMs,
    clock: { offsetMs: seededAtMs - realMs, ...(seed.frame.frozen === true && { frozenAtMs: seededAtMs }) },
    sunsetMs: isMain ? (sunsetMs ?? seed.sunsetMs) : (seed.sunsetMs ?? sunsetMs),
    faults: seed.faults,
    orders: { changed: [], removed: [], highestId: 0 },
  }
}
