import type { ProviderStateName } from '../../spec/index.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'
import type { Result } from '../http/result.js'

/** What the mock knows of one operation; its route, statuses and deprecation are those of the API description. */
export interface OperationHandler {
  /** Carries it out. @param parameter the id in the path, as it came; empty where the path has none */
  readonly run: (sandbox: SandboxContent, parameter: string) => Result
  /** The provider state from which any provider answers so; `undefined` if none leads there. */
  readonly stateOf: (entry: JournalEntry, store: Store) => ProviderStateName | undefined
}

/** What there is in a sandbox. */
export interface Store {
  readonly sandbox: Sandbox
  /** Whether the list shows an order with all five members. */
  listsFullOrder(this: void): boolean
}
