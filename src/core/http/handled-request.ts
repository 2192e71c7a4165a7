import type { Operation, PathMatch } from '../../spec/index.js'
import type { Injection } from '../sandbox/faults.js'
import type { ApiRequest, ExtraOperation } from './messages.js'
import type { Result } from '../operations/result.js'

/** A request with what is known of it, its result, and the fault that contributed to that. */
export interface HandledRequest {
  readonly request: ApiRequest
  readonly match: PathMatch | undefined
  readonly operation?: Operation | ExtraOperation | undefined
  /** The key that was sent, shortened. */
  readonly key?: string | undefined
  readonly result: Result
  readonly injection?: Injection | undefined
}
