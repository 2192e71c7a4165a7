import { ToolError } from '../../input/index.js'

/** A control request cannot be carried out: something is missing (404) or in conflict (409). */
export class ControlError extends ToolError {
  override readonly name = 'ControlError'

  constructor(
    readonly status: 404 | 409,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
