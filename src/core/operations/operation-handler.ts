import type { ProviderStateName } from '../../spec/index.js'
import type { Result } from './result.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'

/** What the mock knows of one operation; its route, statuses and deprecation are those of the API description. */
export interface OperationHandler {
  /** Carries it out. @param parameter the id in the path, as it came; empty if the path has none */
  readonly run: (store: Store, parameter: string) => Result
  /** The provider state in which every provider gives this response; `undefined` if there is none. The store is as the request left it. */
  readonly stateOf: (entry: JournalEntry, store: Store) => ProviderStateName | undefined
  /** What a request asks for from this state, as a pact describes it: "a request to …". */
  readonly describe: (state: ProviderStateName | undefined) => string
  /** What a pact demands of the body of a success, if it has one. */
  readonly bodyOf?: (state: ProviderStateName | undefined) => PactBody
}

/** An example of a body, and the matching rules of its places (Pact, version 4). */
export interface PactBody {
  readonly content: unknown
  readonly rules: object | undefined
}

export function rule(matcher: object): object {
  return { combine: 'AND', matchers: [matcher] }
}
