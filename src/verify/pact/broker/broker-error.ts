import { ToolError } from '../../../input/index.js'

/** A Pact Broker that cannot be reached, or refuses. */
export class BrokerError extends ToolError {
  override readonly name = 'BrokerError'

  /** @param status of the broker's answer, if there was one */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message, 3)
  }
}
