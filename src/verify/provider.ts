import type { Exchange, OutgoingRequest } from '../contract/index.js'
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
