/** One request to the API and why it was answered as it was. */
export interface JournalEntry {
  /** Counts the requests of the sandbox, from 1. */
  readonly id: number
  /** When the request came, real time, RFC 3339. */
  readonly at: string
  /**
   * The `operationId`: `listOrders`, `cancelOrder` or `getPet`, or one of a further description, where an operation
   * without an id goes by its method and path. Absent where the request named no operation.
   */
  readonly operation?: string
  readonly method: string
  /** Path below the base address. */
  readonly path: string
  readonly status: number
  /** The code of the Error object that was sent. */
  readonly code?: string
  /** Milliseconds from the request to its answer, injected delays included. */
  readonly durationMs: number
  /** The id in the path, as it came. */
  readonly orderId?: string
  /** The key that was sent, shortened so that it is of no use to anybody. */
  readonly key?: string
  /** One sentence. */
  readonly reason: string
  /** The kind of fault that was injected. */
  readonly fault?: string
  /** Where the answer broke the API description, if it was checked. */
  readonly violations?: readonly string[]
}
