/** What the control API refused, or why there was no answer. */
export class ControlClientError extends Error {
  override readonly name = 'ControlClientError'

  constructor(
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** The code of the Error object, such as `order_not_found`; `no_answer` if there was none. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
