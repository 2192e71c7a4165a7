import type { Operation } from '../../spec/index.js'
import type { ChangeFeed } from '../sandbox/change-feed.js'
import type { TimeSource } from '../sandbox/clock.js'
import type { Injection } from '../sandbox/faults.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'
import type { Access } from './access.js'
import type { ExtraOperation } from './extra-operations.js'
import type { ApiRequest, ResponseInspector } from './messages.js'
import type { Result } from './result.js'
import type { RouteMatch, Router } from './routing.js'

/** What the handling of a request needs. */
export interface HandlerContext {
  readonly router: Router
  readonly authenticate: (authorization: string | undefined) => Access
  /** The sandbox that keeps the journal of requests without a good key, and rules their headers. */
  readonly main: SandboxContent
  readonly feed: ChangeFeed
  readonly time: TimeSource
  readonly stopwatch: TimeSource
  /** Milliseconds by which every response is delayed. */
  readonly latencyMs: number
  readonly inspect: ResponseInspector | undefined
}

/** A request with all that was found out about it. */
export interface Call {
  readonly request: ApiRequest
  readonly match: RouteMatch | undefined
  readonly operation: Operation | ExtraOperation | undefined
  readonly access: Access
}

/** What came of a call, and the fault that had a part in it. */
export interface CallResult {
  readonly result: Result
  readonly injection?: Injection | undefined
}
