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
  /** In how many milliseconds the service asks to be tried again (`Retry-After`, RFC 9110), if it does. */
  readonly retryAfterMs: number | undefined

  constructor(answer: {
    operation: OperationId
    status: number
    error: ErrorObject | undefined
    body: string
    retryAfterMs?: number | undefined
  }) {
    const { operation, status, error, body, retryAfterMs } = answer
    super(`${operation}: ${status}${whatCame(status, error)}`)
    this.operation = operation
    this.status = status
    this.error = error
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

function whatCame(status: number, error: ErrorObject | undefined): string {
  if (error !== undefined) return ` ${error.code}: ${error.message}`
  return status < 300 ? ' with a body that the API description does not allow' : ''
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
export function readRetryAfter(headers: { get(name: string): string | null }): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(0, Date.parse(text) - Date.now())
  return Number.isNaN(ms) ? undefined : ms
}
