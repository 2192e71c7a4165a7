import type { Scenario } from '../scenario/scenario.js'
import type { ChangeFeed } from './change-feed.js'
import type { SandboxState } from './sandbox-state.js'
import type { WorldContext, WorldState } from './world.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext extends WorldContext {
  readonly feed: ChangeFeed
  /** The state that a reset leads to. */
  readonly startState: (sandbox: string, scenario: string, start?: Scenario) => SandboxState
  /** Told how many bytes the journal or the history of a sandbox grows by. */
  readonly growMemory: (bytes: number) => void
  /** How many orders of its own a world holds. */
  readonly countOwnOrders: (world: Pick<WorldState, 'orders' | 'start'>) => number
  /** @throws {ControlError} 409 if there is no room for so many more orders than others than this world hold */
  readonly checkRoomFor: (count: number, replaced?: WorldState) => void
  /** @throws {InvalidInputError} if the document is not a scenario */
  readonly parse: (document: unknown) => Scenario
}
