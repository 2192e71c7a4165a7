import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BrokerOptions, VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { serveDuringTest } from '../../providers/during-test.js'
import { verifySmall } from '../../verify-once.js'

// A Pact Broker, as far as a verifier needs one: https://docs.pact.io/pact_broker/api. It wants every pact that was
// published to be verified, whatever the selectors are.

export type SmallBroker = Awaited<ReturnType<typeof startSmallBroker>>

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface PublishedResult {
  readonly sha: string
  readonly success: boolean
  readonly testResults?: readonly object[]
  readonly verifiedBy?: object
}

export interface SmallBrokerOptions {
  readonly authorization?: string
  /** Answers some requests with an error; a `hang` never answers. */
  readonly fault?: (asked: Asked) => number | 'hang' | undefined
  /** The origin that stands in links, where that is not the broker's own. */
  readonly linkOrigin?: string
  readonly notices?: readonly object[]
  readonly context?: string
}

const PROVIDER = 'store-orders-service'
const LIST = { method: 'GET', path: '/v1/store/orders', headers: { Authorization: ['Bearer some-key'] } }

/** An interaction that the provider keeps, if it answers the list with this status. */
export function listing(description: string, status = 200, more: object = {}): object {
  return { type: 'Synchronous/HTTP', description, request: LIST, response: { status }, ...more }
}

/** Verifies the small provider against the pacts of a broker, or those that the options name. */
export function verifyPacts(broker: BrokerOptions, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  return verifySmall(() => ({}), { defaultPact: false, checks: ['pact'], broker, ...options })
}

/** Starts a broker with a pact of these interactions, if there are any, until the test has finished. */
export async function startSmallBroker(interactions: readonly object[] = [], options: SmallBrokerOptions = {}) {
  const { authorization, fault, linkOrigin, notices = [], context = '' } = options
  const asked: Asked[] = []
  // Those that verifiers published, each with the pact that it is of.
  const results: PublishedResult[] = []
  const selected: object[] = []
  const pacts = new Map<string, object>()
  const origin = await serveDuringTest(async (request, response) => {
    const one = await read(request, context)
    asked.push(one)
    const isLetIn = authorization === undefined || one.authorization === authorization
    const fail = fault?.(one)
    if (fail === 'hang') return
    const refusal = { error: { message: isLetIn ? `no ${one.method} today` : 'You are not authorised.' } }
    const [status, body] = fail === undefined && isLetIn ? answer(one) : [fail ?? 401, refusal]
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
  })
  const base = (linkOrigin ?? origin) + context
  const links = (named: Record<string, string>) => ({
    _links: Object.fromEntries(
      Object.entries(named).map(([name, path]) => [name, { name, href: base + path, templated: path.includes('{') }]),
    ),
  })
  const answer = ({ method, path, body }: Asked): [status: number, body: object] => {
    const found: Readonly<Record<string, object | undefined>> = {
      '/': links({ 'pb:provider-pacts-for-verification': '/pacts/provider/{provider}/for-verification' }),
      [`/pacticipants/${PROVIDER}`]: links({ 'pb:branch-version': `${path}/branches/{branch}/versions/{version}` }),
      [`/pacts/provider/${PROVIDER}/for-verification`]: { _embedded: { pacts: selected }, ...links({ self: path }) },
    }
    const content = found[path] ?? pacts.get(path)
    if (content !== undefined) return [200, content]
    const [, sha] = /pact-version\/(\w+)\/verification-results$/.exec(path) ?? []
    if (sha !== undefined) results.push({ ...(JSON.parse(body) as PublishedResult), sha })
    return [sha === undefined && method !== 'PUT' ? 404 : 201, { _links: {} }]
  }
  /** Puts a pact into the broker, as a consumer's build would, and tells its address. */
  const publish = (published: readonly object[], { consumer = 'shop', version = '1', isPending = false } = {}) => {
    const content = { consumer: { name: consumer }, provider: { name: PROVIDER }, interactions: published }
    const sha = createHash('sha1').update(JSON.stringify(content)).digest('hex')
    const path = `/pacts/provider/${PROVIDER}/consumer/${consumer}/pact-version/${sha}`
    const { _links } = links({
      self: path,
      'pb:provider': `/pacticipants/${PROVIDER}`,
      'pb:publish-verification-results': `${path}/verification-results`,
    })
    const href = `${base}/pacticipants/${consumer}/versions/${version}`
    pacts.set(path, {
      ...content,
      interactions: published.map((each, at) => ({ _id: `${sha}-${at}`, ...each })),
      metadata: { pactSpecification: { version: '4.0' } },
      _links: { ..._links, 'pb:consumer-version': { name: version, href } },
    })
    const verificationProperties = { notices, pending: isPending }
    selected.push({ shortDescription: 'latest', verificationProperties, ...links({ self: path }) })
    return origin + context + path
  }
  if (interactions.length > 0) publish(interactions)
  return { url: origin + context, asked, results, publish }
}

async function read(request: IncomingMessage, context: string): Promise<Asked> {
  const { method = 'GET', url = '/', headers } = request
  const path = url.startsWith(context) ? url.slice(context.length) || '/' : url
  return { method, path, authorization: headers.authorization, body: await text(request) }
}
