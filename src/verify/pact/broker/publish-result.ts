import type { Json } from '../../../spec/index.js'
import { BrokerError } from './broker-error.js'
import type { BrokerOptions } from './broker-options.js'
import { type HalClient, linkOf, type Resource } from './hal-client.js'

/** What is told of one interaction, in the words of the Pact Broker. */
export interface InteractionResult {
  readonly interactionId: string
  readonly interactionDescription: string
  readonly success: boolean
  readonly mismatches?: readonly PublishedMismatch[]
  readonly exceptions?: readonly { readonly message: string }[]
}

export interface PublishedMismatch {
  readonly attribute: string
  readonly identifier?: string
  readonly description: string
}

/**
 * Publishes the result of one pact, the provider's branch first, as Pact's own verifier does.
 *
 * @param pact the resource that the broker gave, with its links
 * @throws {BrokerError} exit code 3, if it could not be published
 */
export async function publishResult(
  client: HalClient,
  pact: Resource,
  results: readonly InteractionResult[],
  { version, options }: { version: string; options: BrokerOptions },
): Promise<void> {
  const { providerVersion = '', providerBranch, buildUrl } = options
  const href = linkOf(pact, 'pb:publish-verification-results')
  if (href === undefined) throw new BrokerError('the broker offers no link "pb:publish-verification-results" for it')
  if (providerBranch !== undefined) await publishBranch(client, pact, providerVersion, providerBranch)
  await client.post(href, {
    success: results.every(({ success }) => success),
    providerApplicationVersion: providerVersion,
    ...(buildUrl === undefined ? {} : { buildUrl }),
    verifiedBy: { implementation: 'orders-mock', version },
    testResults: results as unknown as Json,
  })
}

async function publishBranch(client: HalClient, pact: Resource, version: string, branch: string): Promise<void> {
  const provider = linkOf(pact, 'pb:provider')
  const href = provider && linkOf(await client.get(provider), 'pb:branch-version', { branch, version })
  if (href === undefined || href === '') throw new BrokerError('the broker offers no link "pb:branch-version"')
  await client.put(href, {})
}
