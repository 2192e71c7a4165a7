import type { Operation } from '../../spec/index.js'
import type { Injection } from '../sandbox/faults.js'
import type { ExtraOperation } from './extra-operations.js'
import type { ApiRequest } from './messages.js'
import type { Result } from './result.js'
import type { RouteMatch } from './routing.js'

/** A request with what was found out about it, what came of it, and the fault that had a part in that. */
export interface Call {
  readonly request: ApiRequest
  readonly match: RouteMatch | undefined
  readonly operation?: Operation | ExtraOperation | undefined
  /** The key that was sent, shortened. */
  readonly key?: string | undefined
  readonly result: Result
  readonly injection?: Injection | undefined
}
