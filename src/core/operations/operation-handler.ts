import type { ProviderStateName } from '../../spec/index.js'
import type { Result } from '../http/result.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** What the mock knows of one operation; its route, statuses and deprecation are those of the API description. */
export interface OperationHandler {
  /** Carries it out. @param parameter the id in the path, as it came; empty where the path has none */
  readonly run: (sandbox: Sandbox, parameter: string) => Result
  /** The provider state from which any provider answers so; `undefined` if none leads there. The sandbox is as the request left it. */
  readonly stateOf: (entry: JournalEntry, sandbox: Sandbox) => ProviderStateName | undefined
}
