import { ToolError } from '../../input/index.js'

/** Something is not as a request to the mock's control needs it: it is not there (404), or it is in the way (409). */
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
