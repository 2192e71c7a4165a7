import { ToolError } from '../../input/index.js'

/** A control request cannot be carried out: something is missing (404), in conflict (409), late (408) or too much (503). */
export class ControlError extends ToolError {
  override readonly name = 'ControlError'

  constructor(
    readonly status: 404 | 408 | 409 | 503,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
