import { Slots } from '../../../contract/index.js'
import { type Json, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, member, objectsIn, text } from '../../json-members.js'
import type { BrokerOptions } from './broker-options.js'
import { BrokerError, type HalClient, linkOf } from './hal-client.js'

/** A pact that the broker wants to have verified. */
export interface PactForVerification {
  readonly resource: JsonObject
  /** A failure of it is no failure of the provider yet. */
  readonly isPending: boolean
  readonly notices: readonly Notice[]
}

/** What a broker has to say of a pact to whoever verifies it. */
export interface Notice {
  /** Such as `before_verification`, or `after_verification:success_true_published_false`. */
  readonly when: string
  readonly text: string
}

/** A broker that has no pact to verify. */
export class NoPactsError extends BrokerError {
  override readonly name = 'NoPactsError'
}

const USUAL_SELECTORS: readonly Json[] = [{ mainBranch: true }, { deployedOrReleased: true }]

const LINKS = ['pb:provider-pacts-for-verification', 'beta:provider-pacts-for-verification']

const MAX_PACTS = 1_000
const AT_A_TIME = 4

/**
 * Asks a broker which pacts a provider must keep, and fetches them.
 *
 * @throws {NoPactsError} exit code 3, if it has none
 * @throws {BrokerError} exit code 3, if it cannot be reached or refuses
 */
export async function fetchPactsForVerification(
  client: HalClient,
  provider: string,
  options: BrokerOptions,
): Promise<PactForVerification[]> {
  const root = await client.send('GET', client.baseUrl.href)
  const href = LINKS.map((name) => linkOf(root, name, { provider })).find((each) => each !== undefined)
  if (href === undefined)
    throw new BrokerError(`${client.baseUrl.href} does not answer as a Pact Broker of today does.`)
  const found = await select(client, href, provider, options)
  if (found.length > MAX_PACTS) {
    const way = 'Select fewer with --consumer-version-selectors.'
    throw new BrokerError(
      `The Pact Broker names ${found.length} pacts, and a run verifies at most ${MAX_PACTS}. ${way}`,
    )
  }
  const slots = new Slots(AT_A_TIME)
  return Promise.all(found.map((one) => slots.use(1, () => fetchPact(client, one))))
}

async function fetchPact(client: HalClient, one: JsonObject): Promise<PactForVerification> {
  const self = linkOf(one, 'self')
  if (self === undefined) throw new BrokerError(`${client.baseUrl.href} names a pact without saying where it is.`)
  const properties = one['verificationProperties']
  const notices = objectsIn(member(properties, 'notices')).map((each) => ({
    when: text(each['when']),
    text: text(each['text']),
  }))
  return { resource: await client.send('GET', self), isPending: member(properties, 'pending') === true, notices }
}

async function select(
  client: HalClient,
  href: string,
  provider: string,
  { consumerVersionSelectors = [], consumerVersionTags = [], ...options }: BrokerOptions,
): Promise<JsonObject[]> {
  const { enablePending = false, includeWipPactsSince, providerBranch } = options
  const given = [...consumerVersionSelectors, ...consumerVersionTags.map((tag) => ({ tag, latest: true }))]
  const selectors = given.length === 0 ? [...USUAL_SELECTORS] : given
  const wanted = {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    ...(includeWipPactsSince === undefined ? {} : { includeWipPactsSince }),
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
  }
  const answer = await client.send('POST', href, wanted).catch((error: unknown) => {
    if (!(error instanceof BrokerError) || error.status !== 404) throw error
    throw new NoPactsError(`The Pact Broker knows no provider "${provider}". Name another with --provider.`)
  })
  const pacts = objectsIn(member(answer['_embedded'], 'pacts'))
  if (pacts.length > 0) return pacts
  throw new NoPactsError(
    `The Pact Broker has no pact of "${provider}" for ${stringifyJson(selectors)}. ` +
      'Change --provider or --consumer-version-selectors, publish one, or allow for none with --ignore-no-pacts.',
  )
}

/** The consumer's version that a pact was published with, where the broker says so. */
export function consumerVersionOf(resource: Json): string {
  return text(member(member(member(resource, '_links'), 'pb:consumer-version'), 'name'))
}
