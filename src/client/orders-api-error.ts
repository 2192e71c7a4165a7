import type { components, OperationId } from '../spec/index.js'

/** The Error object of the API: `code`, `message` and `status`. */
export type ErrorObject = components['schemas']['Error']

/** The service answered with something other than success. */
export class OrdersApiError extends Error {
  override readonly name = 'OrdersApiError'
  readonly operation: OperationId
  /** The HTTP status. */
  readonly status: number
  /** The Error object, if the answer carried one; a 409 need not. */
  readonly error: ErrorObject | undefined
  /** The body as it came. */
  readonly body: string

  constructor(answer: { operation: OperationId; status: number; error: ErrorObject | undefined; body: string }) {
    const { operation, status, error, body } = answer
    super(`${operation}: ${status}${error === undefined ? '' : ` ${error.code}: ${error.message}`}`)
    this.operation = operation
    this.status = status
    this.error = error
    this.body = body
  }
}
