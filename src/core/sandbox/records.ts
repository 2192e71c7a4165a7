import type { ClockState } from './clock.js'
import type { Order } from './order.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'

// Plain data from which a sandbox can be made again as it was, to keep outside of the mock. The journal is no part of it.

/** What a seed is made of: the same document read at the same instant always gives the same orders. */
export interface SeedRecord {
  readonly document: ScenarioDocument
  /** What `now` means in the document unless it says so itself, in milliseconds since the Unix epoch. */
  readonly baseMs: number
}

/** A world: what it started from, and what differs from that. */
export interface WorldRecord {
  readonly seed: SeedRecord
  readonly seededAtMs: number
  readonly clock: ClockState
  readonly sunsetMs?: number
  /** With what has been drawn and fired so far. */
  readonly faults: readonly Fault[]
  /** The orders that are not in the seed, or not like this, in the order in which they came. */
  readonly changed: readonly Order[]
  /** Ids of orders of the seed that are gone. */
  readonly removed: readonly string[]
  /** The highest id that was ever given to a changed order: the next free one lies above it. */
  readonly highestId: number
}

/** A sandbox. */
export interface SandboxRecord {
  readonly name: string
  readonly scenario: string
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  readonly start?: SeedRecord
  /** When a request last came for it: real time, in milliseconds since the Unix epoch. */
  readonly lastUsedMs: number
  readonly world: WorldRecord
}

/** A change of one sandbox, complete enough to be made again: records and changes together give the same worlds. */
export type KeptChange =
  | { readonly kind: 'sandbox'; readonly record: SandboxRecord }
  | { readonly kind: 'order'; readonly sandbox: string; readonly order: Order }
  | { readonly kind: 'removal'; readonly sandbox: string; readonly orderId: string }
  | { readonly kind: 'faults'; readonly sandbox: string; readonly faults: readonly Fault[] }
  | { readonly kind: 'clock'; readonly sandbox: string; readonly clock: ClockState }
  | { readonly kind: 'end'; readonly sandbox: string }

/** Keeps a change before it is made; if it throws {@link PersistError}, the change is not made. */
export type Keeper = (change: KeptChange) => void

/** A change could not be kept, so it was not made. */
export class PersistError extends Error {
  override readonly name = 'PersistError'
}
