import type { Scenario } from '../scenario/scenario.js'
import type { ChangeFeed } from './change-feed.js'
import type { TimeSource } from './clock.js'
import type { SandboxState } from './sandbox-state.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext {
  readonly time: TimeSource
  readonly feed: ChangeFeed
  /** Seeds a fault that needs chance and has no seed of its own. */
  readonly drawSeed: () => number
  /** The state that a reset leads to. */
  readonly startState: (sandbox: string, scenario: string, start?: Scenario) => SandboxState
  /** Told how many bytes the journal of a sandbox grows by. */
  readonly growJournal: (bytes: number) => void
  /** @throws {InvalidInputError} if the document is not a scenario */
  readonly parse: (document: unknown) => Scenario
}
