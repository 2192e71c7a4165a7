import type { Operation } from '../../spec/index.js'
import type { Result } from './result.js'

/**
 * An operation that the engine does not know: whoever hands in a request for it brings along how it is run. Keys,
 * faults, deprecation, CORS and the journal are the engine's, as they are for its own operations.
 */
export interface ExtraOperation extends Pick<Operation, 'deprecated'> {
  /** Its `operationId`, or else method and path template; never that of an operation of the API. */
  readonly operationId: string
  /** Path of the description that it comes from, on the server. */
  readonly describedAt: string
  /** Gives its result at once; it does not throw. Only called for a request that may have it. */
  readonly run: () => Result
  /** How long the request has waited for it, in milliseconds: a part of its duration in the journal. */
  readonly waitedMs: number
}

/** What there is on the path of a request beside the API's own operations, which go first. */
export interface ExtraRoute {
  /** The methods that a client may use there, `HEAD` and `OPTIONS` included. */
  readonly allowed: readonly string[]
  /** The operation that the request's method names, if there is one. */
  readonly operation?: ExtraOperation | undefined
}
