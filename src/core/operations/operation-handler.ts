import type { Json, ProviderStateName } from '../../spec/index.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { OrderStore } from '../sandbox/order-store.js'
import type { Store } from '../sandbox/store.js'

/** What an operation did, without HTTP; `reason` explains it in one sentence, for the journal. */
export type Outcome = { readonly reason: string } & (
  | { readonly kind: 'listed'; readonly orders: OrderStore }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'read'; readonly pet: Json }
  /** The message says what to do. */
  | { readonly kind: 'rejected'; readonly code: RejectionCode; readonly message: string }
)

type RejectionCode = 'order_not_found' | 'order_already_shipped' | 'order_already_cancelled' | 'pet_not_found'

/** What the mock knows of one operation; its route, statuses and deprecation are those of the API description. */
export interface OperationHandler {
  /** Carries it out. @param parameter the id in the path, as it came; empty if the path has none */
  readonly run: (store: Store, parameter: string) => Outcome
  /** The provider state in which every provider gives this response; `undefined` if there is none. The sandbox is as the request left it. */
  readonly stateOf: (entry: JournalEntry, orders: OrderStore) => ProviderStateName | undefined
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
