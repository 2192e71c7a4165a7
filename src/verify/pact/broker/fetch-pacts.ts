import { type Json, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, member, objectsIn, text } from '../../json-members.js'
import type { BrokerOptions } from './broker-options.js'
import { BrokerError, type HalClient, linkOf } from './hal-client.js'

/** A pact that a Pact Broker wants to have verified. */
export type BrokerPact = Awaited<ReturnType<typeof fetchPact>>

const USUAL_SELECTORS: readonly Json[] = [{ mainBranch: true }, { deployedOrReleased: true }]

const MAX_PACTS = 1_000

/**
 * Asks a broker which pacts a provider must keep, and fetches them.
 *
 * @returns the pacts, or why there is none, where there may be none
 * @throws {BrokerError} exit code 3, if it has none, cannot be reached or refuses
 */
export async function fetchPacts(
  client: HalClient,
  provider: string,
  options: BrokerOptions,
): Promise<BrokerPact[] | string> {
  const found = await select(client, provider, options)
  if (typeof found === 'string') {
    if (options.ignoreNoPacts === true) return found
    throw new BrokerError(found)
  }
  if (found.length > MAX_PACTS) {
    const limit = `The Pact Broker names ${found.length} pacts, and a run verifies at most ${MAX_PACTS}.`
    throw new BrokerError(`${limit} Select fewer with --consumer-version-selectors.`)
  }
  const pacts: BrokerPact[] = []
  for (const one of found) pacts.push(await fetchPact(client, one))
  return pacts
}

/** @returns what the broker says of each pact that is to be verified, or why there is none */
async function select(client: HalClient, provider: string, options: BrokerOptions): Promise<JsonObject[] | string> {
  const { consumerVersionSelectors = [], consumerVersionTags = [], includeWipPactsSince, providerBranch } = options
  const href = linkOf(await client.send('GET', options.url ?? ''), 'pb:provider-pacts-for-verification', { provider })
  if (href === undefined) throw new BrokerError(`${options.url} does not answer as a Pact Broker of today does.`)
  const given = [...consumerVersionSelectors, ...consumerVersionTags.map((tag) => ({ tag, latest: true }))]
  const selectors = given.length === 0 ? [...USUAL_SELECTORS] : given
  const wanted = {
    consumerVersionSelectors: selectors,
    includePendingStatus: options.enablePending ?? false,
    ...(includeWipPactsSince !== undefined && { includeWipPactsSince }),
    ...(providerBranch !== undefined && { providerVersionBranch: providerBranch }),
  }
  const answer = await client.send('POST', href, wanted).catch((error: unknown) => {
    if (error instanceof BrokerError && error.status === 404) return undefined
    throw error
  })
  if (answer === undefined) return `The Pact Broker knows no provider "${provider}". Name another with --provider.`
  const pacts = objectsIn(member(answer['_embedded'], 'pacts'))
  if (pacts.length > 0) return pacts
  const way =
    'Change --provider or --consumer-version-selectors, publish one, or allow for none with --ignore-no-pacts.'
  return `The Pact Broker has no pact of "${provider}" for ${stringifyJson(selectors)}. ${way}`
}

async function fetchPact(client: HalClient, one: JsonObject) {
  const properties = one['verificationProperties']
  const notices = objectsIn(member(properties, 'notices'))
  return {
    client,
    resource: await client.send('GET', linkOf(one, 'self') ?? ''),
    /** A failure of it is no failure of the provider yet. */
    isPending: member(properties, 'pending') === true,
    /** What the broker has to say, and when: `before_verification`, or `after_verification:success_true_published_false`. */
    notices: notices.map((each) => ({ when: text(each['when']), text: text(each['text']) })),
  }
}
