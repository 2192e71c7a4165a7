import { formatInstant } from '../instant.js'
import type { Settings } from '../options.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import type { ClockState } from './clock.js'
import { OrderStore } from './order-store.js'

/** What a sandbox holds at one moment, apart from its journal and history. */
export interface World {
  /** The scenario that `reset` leads back to. */
  readonly scenario: string
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  readonly start: Scenario | undefined
  readonly clock: ClockState
  /** Overrides the sunset of the API description. */
  readonly sunsetMs: number | undefined
  /** With what has been drawn and injected so far. */
  readonly faults: readonly Fault[]
  readonly orders: OrderStore
}

/**
 * The world of a sandbox that starts from a scenario. What was said at the start rules `main`, the sandbox of the scenario
 * named at the start; in every other one the scenario's own `now` and `sunset` take precedence, so that `sunset-passed` is
 * past its sunset anywhere.
 */
export function startWorld(
  names: Pick<World, 'scenario' | 'start'>,
  seed: Scenario,
  isMain: boolean,
  { nowMs, sunsetMs, time }: Settings,
): World {
  const realMs = time()
  const seededAtMs = (isMain ? (nowMs ?? seed.startMs) : (seed.startMs ?? nowMs)) ?? realMs
  return {
    ...names,
    clock: { offsetMs: seededAtMs - realMs, ...(seed.frame.frozen === true && { frozenAtMs: seededAtMs }) },
    sunsetMs: isMain ? (sunsetMs ?? seed.sunsetMs) : (seed.sunsetMs ?? sunsetMs),
    faults: seed.frame.faults ?? [],
    orders: new OrderStore(seed, seededAtMs, { changed: [], removed: [] }),
  }
}

/** A world as a scenario document. */
export function documentOf({ orders, clock, sunsetMs, faults }: World, nowMs: number): ScenarioDocument {
  return {
    ...orders.seed.frame,
    now: formatInstant(nowMs),
    frozen: clock.frozenAtMs !== undefined,
    orders: orders.viewAll(nowMs),
    ...(sunsetMs !== undefined && { sunset: formatInstant(sunsetMs) }),
    faults,
  }
}
