import type { Scenario } from '../scenario/scenario.js'
import type { ChangeFeed } from './change-feed.js'
import type { SandboxState } from './sandbox-state.js'
import type { OrderCount } from './order-count.js'
import type { WorldContext } from './world.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext extends WorldContext {
  readonly feed: ChangeFeed
  /** The state that a reset leads to. */
  readonly startState: (sandbox: string, scenario: string, start?: Scenario) => SandboxState
  /** Told how many bytes the journal or the history of a sandbox grows by. */
  readonly growMemory: (bytes: number) => void
  readonly orderCount: OrderCount
  /** @throws {InvalidInputError} if the document is not a scenario */
  readonly parse: (document: unknown) => Scenario
}
