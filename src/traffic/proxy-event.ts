import type { OperationId } from '../spec/index.js'
import type { Violation } from '../contract/index.js'

/** One request that came to the proxy, and what became of it. */
export interface ProxyEvent {
  readonly method: string
  /** As the client sent it. */
  readonly path: string
  /** What the client got; absent if it hung up before. */
  readonly status?: number
  readonly durationMs: number
  /** The operation of the description, if the request calls one. */
  readonly operation?: OperationId
  readonly violations: readonly Violation[]
  /** Why there is nothing to say about the provider, or why it gave no answer. */
  readonly remark?: string
  /** Whether the provider could be reached; absent where nothing was sent to it. */
  readonly isReached?: boolean
  /** Whether the answer came from the provider, not from the proxy on its behalf; absent where nothing was sent to it. */
  readonly isAnswered?: boolean
}
