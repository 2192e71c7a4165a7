import type { Exchange, OutgoingRequest } from './exchange.js'
import type { ProviderStates } from './states/provider-states.js'

/** The provider under verification. */
export interface Provider {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly states: ProviderStates
  /**
   * Sends a request and keeps the exchange for the look by the OpenAPI description.
   *
   * @throws {ToolError} exit code 3, if the provider cannot be reached
   * @throws {NoAnswerError} if it took the request and then gave no HTTP answer to it: a finding against the provider
   */
  send(request: OutgoingRequest): Promise<Exchange>
}

/** The provider took the connection, but closed it, fell silent or sent something that is not HTTP. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(
    readonly request: OutgoingRequest & { readonly url: string },
    readonly reason: string,
  ) {
    super(`No answer to ${request.method} ${request.path}: ${reason}`)
  }
}
