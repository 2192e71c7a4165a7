import { ToolError } from '../../input/index.js'
import { type Json, readDateTime } from '../../spec/index.js'

/** The Pact Broker (or PactFlow) that has the consumers' pacts and receives the results. */
export interface BrokerOptions {
  /** Where it is. Without it, only pacts whose URLs are given are fetched, and their results published. */
  readonly url?: string | undefined
  /** Bearer token (PactFlow). */
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  /** Which pacts to verify; by default those of main branches, and of what is deployed or released. */
  readonly consumerVersionSelectors?: readonly Json[] | undefined
  /** Also those of the latest version with each of these tags. */
  readonly consumerVersionTags?: readonly string[] | undefined
  /** False skips what selectors would select, as for a webhook, which names a single pact. */
  readonly selectPacts?: boolean | undefined
  /** A broker without such a pact ends nothing. */
  readonly ignoreNoPacts?: boolean | undefined
  /** A failure of a pact that no version of the provider's branch has ever passed does not fail the run. */
  readonly enablePending?: boolean | undefined
  /** Also verifies pacts of branches that no selector names, published since this date (`2026-11-01`). */
  readonly includeWipPactsSince?: string | undefined
  /** The version of the provider that is verified. */
  readonly providerVersion?: string | undefined
  readonly providerBranch?: string | undefined
  /** Publishes the result of each pact. */
  readonly publish?: boolean | undefined
  /** Where the build that publishes can be looked at. */
  readonly buildUrl?: string | undefined
}

/** Checks what does not need the broker itself. @throws {ToolError} exit code 2 */
export function checkBrokerOptions(broker: BrokerOptions, pacts: readonly string[], descriptions: readonly string[]) {
  const { url, publish, providerVersion = '', includeWipPactsSince: since } = broker
  if (url !== undefined && !isHttpUrl(url)) throw new ToolError('The address of a Pact Broker begins with http(s)://.')
  if (since !== undefined && readDateTime(since) === undefined)
    throw new ToolError(`"${since}" is not a date. Use a date such as 2026-11-01.`)
  if (publish !== true) return
  if (providerVersion === '')
    throw new ToolError('--publish requires the version of the provider: set --provider-version <version>.')
  if (url === undefined && !pacts.some(isHttpUrl))
    throw new ToolError('--publish requires a Pact Broker: set --broker, or --pact to the URL of a pact on a broker.')
  if (descriptions.length > 0)
    throw new ToolError('Only the result of a whole pact is published: omit --filter-description or --publish.')
}

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
