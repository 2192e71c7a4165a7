import type { components, OperationId } from '../spec/index.js'

/** The Error object of the API: `code`, `message` and `status`. */
export type ErrorObject = components['schemas']['Error']

/** The service returned something other than success. */
export class OrdersApiError extends Error {
  override readonly name = 'OrdersApiError'

  constructor(
    readonly operation: OperationId,
    /** The HTTP status. */
    readonly status: number,
    /** The body as it came. */
    readonly body: string,
    /** The Error object, if the response carried one; a 409 need not. */
    readonly error: ErrorObject | undefined,
  ) {
    super(`${operation}: ${status}${whatCame(status, error)}`)
  }
}

function whatCame(status: number, error: ErrorObject | undefined): string {
  if (error !== undefined) return ` ${error.code}: ${error.message}`
  return status < 300 ? ' with a body that the API description does not allow' : ''
}
