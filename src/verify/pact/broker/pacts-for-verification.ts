import { type Json, stringifyJson } from '../../../spec/index.js'
import { member, objectsIn, text } from '../json-members.js'
import { BrokerError } from './broker-error.js'
import type { BrokerOptions } from './broker-options.js'
import { type HalClient, linkOf, type Resource } from './hal-client.js'

/** A pact that the broker wants to have verified. */
export interface PactForVerification {
  readonly resource: Resource
  /** A failure of it is no failure of the provider yet. */
  readonly isPending: boolean
}

const USUAL_SELECTORS: readonly Json[] = [{ mainBranch: true }, { deployedOrReleased: true }]

const LINKS = ['pb:provider-pacts-for-verification', 'beta:provider-pacts-for-verification']

/**
 * Asks a broker which pacts a provider must keep, and fetches them.
 *
 * @throws {BrokerError} exit code 3, if it cannot be reached, refuses, or has no such pact
 */
export async function fetchPactsForVerification(
  client: HalClient,
  provider: string,
  options: BrokerOptions,
): Promise<PactForVerification[]> {
  const root = await client.get(client.url)
  const href = LINKS.map((name) => linkOf(root, name, { provider })).find((each) => each !== undefined)
  if (href === undefined) throw new BrokerError(`${client.url} does not answer as a Pact Broker of today does.`)
  const selectors = [...(options.consumerVersionSelectors ?? USUAL_SELECTORS)]
  const found = await selected(client, href, provider, { ...options, consumerVersionSelectors: selectors })
  if (found.length === 0) {
    throw new BrokerError(
      `The Pact Broker has no pact of "${provider}" for ${stringifyJson(selectors)}. ` +
        'Change --provider or --consumer-version-selectors, or publish one.',
    )
  }
  return Promise.all(
    found.map(async (one) => {
      const self = linkOf(one, 'self')
      if (self === undefined) throw new BrokerError(`${client.url} names a pact without saying where it is.`)
      const isPending = member(one['verificationProperties'], 'pending') === true
      return { resource: await client.get(self), isPending }
    }),
  )
}

async function selected(
  client: HalClient,
  href: string,
  provider: string,
  { consumerVersionSelectors = [], enablePending, includeWipPactsSince, providerBranch }: BrokerOptions,
): Promise<Resource[]> {
  const wanted = {
    consumerVersionSelectors: [...consumerVersionSelectors],
    includePendingStatus: enablePending ?? false,
    ...(includeWipPactsSince === undefined ? {} : { includeWipPactsSince }),
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
  }
  try {
    return objectsIn(member((await client.post(href, wanted))['_embedded'], 'pacts'))
  } catch (error) {
    if (!(error instanceof BrokerError) || error.status !== 404) throw error
    throw new BrokerError(`The Pact Broker knows no provider "${provider}". Name another with --provider.`, 404)
  }
}

/** The consumer's version that a pact was published with, where the broker says so. */
export function consumerVersionOf(resource: Resource): string {
  return text(member(member(resource['_links'], 'pb:consumer-version'), 'name'))
}
