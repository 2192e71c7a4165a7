import type { Scenario } from '../scenario/scenario.js'
import type { ChangeFeed } from './change-feed.js'
import type { TimeSource } from './clock.js'
import type { World } from './world.js'

/** What a sandbox needs of the mock that it belongs to. */
export interface SandboxContext {
  readonly time: TimeSource
  readonly feed: ChangeFeed
  /** The names of all operations, additional ones included. */
  readonly operations: string[]
  /** How many requests all sandboxes together hold. */
  held: number
  /** The state that a reset restores. */
  startWorld(sandbox: string, scenario: string, start?: Scenario): World
  /** Called with the growth of the journal or the history of a sandbox, in bytes. */
  readonly growMemory: (bytes: number) => void
  /** @throws {ControlError} 409 if all sandboxes together cannot take so many more orders */
  checkRoomFor(count: number): void
  parse(document: unknown): Scenario
}
