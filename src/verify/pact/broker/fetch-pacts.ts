import { ToolError } from '../../../input/index.js'
import { type Json, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, member, objectsIn } from '../../json-members.js'
import type { RunPlan } from '../../verify-options.js'
import { type AskBroker, connectBroker, linkOf, NotFoundError } from './connect-broker.js'

/** A pact that a Pact Broker wants to have verified. */
export type BrokerPact = Awaited<ReturnType<typeof fetchPact>>

const MAX_PACTS = 1_000

/**
 * Asks a broker which pacts a provider must keep, and fetches them.
 *
 * @returns the pacts, or why there is none, where there may be none
 * @throws {ToolError} exit code 3, if it has none, cannot be reached or refuses
 */
export async function fetchPacts(address: string, plan: RunPlan): Promise<BrokerPact[] | string> {
  const ask = connectBroker(address, plan)
  const found = await select(ask, address, plan)
  if (typeof found === 'string' && plan.broker.ignoreNoPacts === true) return found
  if (typeof found === 'string') throw new ToolError(found, 3)
  if (found.length > MAX_PACTS) {
    const limit = `The Pact Broker names ${found.length} pacts, and a run verifies at most ${MAX_PACTS}.`
    throw new ToolError(`${limit} Select fewer with --consumer-version-selectors.`, 3)
  }
  const pacts: BrokerPact[] = []
  for (const one of found) pacts.push(await fetchPact(ask, linkOf(one, 'self'), one['verificationProperties']))
  return pacts
}

/** @param properties what a broker says of the pact */
export async function fetchPact(ask: AskBroker, href: string, properties?: Json) {
  return {
    ask,
    resource: await ask('GET', href),
    /** A failure of it is no failure of the provider yet. */
    isPending: member(properties, 'pending') === true,
    /** What the broker has to say, and when: `before_verification`, or `after_verification:success_true_published_false`. */
    notices: objectsIn(member(properties, 'notices')),
  }
}

/** @returns what the broker says of each pact that is to be verified, or why there is none */
async function select(ask: AskBroker, address: string, plan: RunPlan): Promise<JsonObject[] | string> {
  const { provider, broker } = plan
  const { consumerVersionSelectors = [], consumerVersionTags = [], enablePending = false } = broker
  const href = linkOf(await ask('GET', address), 'pb:provider-pacts-for-verification', { provider })
  if (href === '') throw new ToolError(`${new URL(address).origin} does not answer as a Pact Broker of today does.`, 3)
  const given = [...consumerVersionSelectors, ...consumerVersionTags.map((tag) => ({ tag, latest: true }))]
  const selectors = given.length === 0 ? [{ mainBranch: true }, { deployedOrReleased: true }] : given
  const wanted = {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    includeWipPactsSince: broker.includeWipPactsSince,
    providerVersionBranch: broker.providerBranch,
  }
  const answer = await ask('POST', href, wanted).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })
  if (answer === undefined) return `The Pact Broker knows no provider "${provider}". Name another with --provider.`
  const pacts = objectsIn(member(answer['_embedded'], 'pacts'))
  if (pacts.length > 0) return pacts
  const none = `The Pact Broker has no pact of "${provider}" for ${stringifyJson(selectors)}.`
  return `${none} Change --provider or --consumer-version-selectors, publish one, or allow for none with --ignore-no-pacts.`
}
