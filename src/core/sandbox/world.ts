import { formatInstant, parseOptionalInstant } from '../instant.js'
import type { Settings } from '../options.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import { type Freedoms, readFreedoms } from '../scenario/read-freedoms.js'
import type { Scenario } from '../scenario/scenario.js'
import type { ClockState } from './clock.js'
import { type OrderChanges, OrderStore } from './order-store.js'

/** The state of a sandbox at one point in time, without its journal and history. */
export interface World {
  /** The scenario to which `reset` returns. */
  readonly scenario: string
  /** What `reset` restores, if that is not the scenario as it is now. */
  readonly start: Scenario | undefined
  readonly clock: ClockState
  /** Overrides the sunset of the API description. */
  readonly sunsetMs: number | undefined
  /** With what has been drawn and injected so far. */
  readonly faults: readonly Fault[]
  /** `undefined`: the default choices. */
  readonly freedoms: Freedoms | undefined
  readonly orders: OrderStore
}

/**
 * The state of a sandbox that starts from a scenario. The options of the mock apply to `main`, the sandbox of the scenario
 * named in them; in every other sandbox the scenario's own `now`, `sunset` and `freedoms` take precedence, so that `sunset-passed` is
 * past its sunset anywhere.
 */
export function startWorld(
  { isMain, ...names }: Pick<World, 'scenario' | 'start'> & { readonly isMain: boolean },
  seed: Scenario,
  { nowMs, sunsetMs, freedoms, time }: Settings,
): World {
  const { now, sunset, frozen, faults = [] } = seed.frame
  const own = { nowMs: parseOptionalInstant(now), sunsetMs: parseOptionalInstant(sunset) }
  const ownFreedoms = seed.frame.freedoms === undefined ? undefined : readFreedoms(seed.frame.freedoms)
  const realMs = time()
  const seededAtMs = (isMain ? (nowMs ?? own.nowMs) : (own.nowMs ?? nowMs)) ?? realMs
  return {
    ...names,
    clock: { offsetMs: seededAtMs - realMs, ...(frozen === true && { frozenAtMs: seededAtMs }) },
    sunsetMs: isMain ? (sunsetMs ?? own.sunsetMs) : (own.sunsetMs ?? sunsetMs),
    faults,
    freedoms: isMain ? (freedoms ?? ownFreedoms) : (ownFreedoms ?? freedoms),
    orders: new OrderStore(seed, seededAtMs, { changed: [], removed: [] }),
  }
}

export function documentOf({ orders, clock, sunsetMs, faults, freedoms }: World, nowMs: number): ScenarioDocument {
  return {
    ...orders.seed.frame,
    now: formatInstant(nowMs),
    frozen: clock.frozenAtMs !== undefined,
    orders: orders.viewAll(nowMs),
    ...(sunsetMs !== undefined && { sunset: formatInstant(sunsetMs) }),
    faults,
    ...(freedoms !== undefined && { freedoms }),
  }
}

/**
 * A sandbox as one plain object: a scenario plus changes, which is no larger than what differs from the scenario. The
 * journal and the history are not part of it. Instants are milliseconds since the Unix epoch.
 */
export interface SandboxState extends Omit<World, 'orders' | 'start' | 'sunsetMs' | 'freedoms'> {
  readonly name: string
  /** When a request last came for it, system time. */
  readonly lastUsedMs: number
  /** What the orders started from, as JSON, and when. */
  readonly seed: string
  readonly seededAtMs: number
  /** What `reset` restores, as JSON, if that is not the scenario as it is now. */
  readonly start?: string | undefined
  readonly sunsetMs?: number | undefined
  readonly freedoms?: Freedoms | undefined
  readonly orders: OrderChanges
}
