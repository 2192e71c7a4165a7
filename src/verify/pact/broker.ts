import { unescape } from 'node:querystring'
import { setTimeout as pause } from 'node:timers/promises'
import { fetchText, type ProviderResponse, shortened } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { isObject, type Json, type JsonObject, segmentOf, stringifyJson } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { jsonIn, member, objectsIn, text } from '../json-members.js'
import type { RunPlan } from '../verify-options.js'
import type { BrokerOptions } from './broker-options.js'

/** Sends a request to one Pact Broker, and follows links there, whatever their host. Resources are HAL: JSON with `_links`. */
type AskBroker = ReturnType<typeof connectBroker>

export type BrokerPact = Awaited<ReturnType<typeof readPact>>

/** The broker itself says that there is no such resource. A 404 of a gateway in front of it says nothing. */
class NotFoundError extends ToolError {}

const HAL = /^\s*application\/hal\+json\s*(?:;|$)/i
// A broker that starts, or is busy, is asked again.
const PAUSES_MS = [300, 1_000]
const MAX_PACTS = 1_000

/** Asks a broker which pacts a provider must keep, and fetches them. @throws {ToolError} exit code 3, if that fails */
export async function fetchPacts(address: string, plan: RunPlan): Promise<BrokerPact[]> {
  const ask = connectBroker(address, plan)
  const selected = await select(ask, address, plan)
  if (selected.length > MAX_PACTS) {
    const limit = `The Pact Broker names ${selected.length} pacts, and a run verifies at most ${MAX_PACTS}.`
    throw new ToolError(`${limit} Select fewer with --consumer-version-selectors.`, 3)
  }
  const pacts: BrokerPact[] = []
  for (const one of selected) pacts.push(await readPact(ask, linkOf(one, 'self'), one['verificationProperties']))
  return pacts
}

/** @returns what the broker says of each pact that is to be verified */
async function select(ask: AskBroker, address: string, plan: RunPlan): Promise<JsonObject[]> {
  const { provider, broker } = plan
  const { consumerVersionSelectors = [], consumerVersionTags = [], ignoreNoPacts = false } = broker
  const href = linkOf(await ask('GET', address), 'pb:provider-pacts-for-verification', { provider })
  const given = [...consumerVersionSelectors, ...consumerVersionTags.map((tag) => ({ tag, latest: true }))]
  const selectors = given.length === 0 ? [{ mainBranch: true }, { deployedOrReleased: true }] : given
  const selection = {
    consumerVersionSelectors: selectors,
    includePendingStatus: broker.enablePending ?? false,
    includeWipPactsSince: broker.includeWipPactsSince,
    providerVersionBranch: broker.providerBranch,
  }
  const answer = await ask('POST', href, selection).catch((error: unknown): JsonObject => {
    if (error instanceof NotFoundError) return { _embedded: { pacts: [] } }
    throw error
  })
  const list = member(answer['_embedded'], 'pacts')
  if (!Array.isArray(list)) throw new ToolError('The response has no "_embedded.pacts". Is it of a Pact Broker?', 3)
  const selected = objectsIn(list)
  if (selected.length > 0) return selected
  const message = `The Pact Broker has no pact of "${provider}" for ${stringifyJson(selectors)}.`
  const wayOut = 'Change --provider or --consumer-version-selectors, publish a pact, or pass'
  if (!ignoreNoPacts) throw new ToolError(`${message} ${wayOut} --ignore-no-pacts.`, 3)
  const result = brokerResult('no-pacts', 'pacts from the Pact Broker', 'note', message)
  plan.onProgress({ kind: 'result', result })
  return []
}

/** Fetches the pact at a URL. @throws {ToolError} exit code 3, if it cannot be reached or rejects the request */
export function fetchPact(address: string, plan: RunPlan): Promise<BrokerPact> {
  return readPact(connectBroker(address, plan), address)
}

async function readPact(ask: AskBroker, href: string, properties?: Json) {
  return {
    ask,
    resource: await ask('GET', href),
    /** Its address, without what may be a secret. */
    source: href.replaceAll(/(?<=\/\/)[^/?#]*@|[?#].*/gs, ''),
    /** Its failure is not yet a failure of the provider. */
    isPending: member(properties, 'pending') === true,
    /** What the broker has to say, and when: `before_verification`, or `after_verification:success_true_published_false`. */
    notices: objectsIn(member(properties, 'notices')),
  }
}

/**
 * The way to a Pact Broker, or to another server that has a pact. A broker behind a gateway often names itself wrongly in its
 * links, without the path below which the gateway has it, too; and credentials go nowhere else.
 */
function connectBroker(address: string, { broker, timeoutMs, route }: RunPlan) {
  const { origin } = new URL(address)
  const isBroker = broker.url !== undefined && new URL(broker.url).origin === origin
  const folder = isBroker ? new URL(broker.url).pathname.replace(/\/+$/, '') : ''
  const authorization = authorizationFor(new URL(address), broker)
  const usual = { accept: 'application/hal+json, application/json', ...(authorization && { authorization }) }
  /** @throws {ToolError} exit code 3, if it cannot be reached or rejects the request */
  return async (method: 'GET' | 'POST' | 'PUT', href: string, json?: object): Promise<JsonObject> => {
    if (!URL.canParse(href, origin)) throw new ToolError(`A link of ${origin} is not an address: ${href}.`, 3)
    const { pathname: path, search } = new URL(href, origin)
    const pathname = `${path}/`.startsWith(`${folder}/`) ? path : folder + path
    const headers = { ...usual, ...(json && { 'content-type': 'application/json' }) }
    const request = { method, headers, timeoutMs, route, ...(json && { content: stringifyJson(json) }) }
    const send = () =>
      fetchText(origin + pathname + search, request).catch((error: Error) => {
        throw new ToolError(`Cannot reach ${origin}, where pacts should be: ${error.message}.`, 3)
      })
    let answer = await send()
    for (const pauseMs of PAUSES_MS) {
      if (answer.status !== 429 && answer.status < 500) break
      await pause(pauseMs)
      answer = await send()
    }
    const what = `${method} ${origin}${pathname}`
    if (answer.status < 200 || answer.status > 299) throw refusal(what, answer)
    const resource = answer.status === 204 ? {} : jsonIn(answer.body)
    if (isObject(resource)) return resource
    throw new ToolError(`${what} did not return a JSON object. Check that it is the URL of a pact or a Pact Broker.`, 3)
  }
}

/** Credentials in an address take precedence. The broker's go to the broker alone; with no broker named, they are for whatever URL is given. */
function authorizationFor(address: URL, { url, token, username, password = '' }: BrokerOptions): string | undefined {
  if (address.username !== '') return basic(unescape(address.username), unescape(address.password))
  if (url !== undefined && new URL(url).origin !== address.origin) return undefined
  if (token) return `Bearer ${token}`
  return username && basic(username, password)
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

// A broker explains itself in {"error": …}, {"errors": …} or {"detail": …} (RFC 9457). Other pages, and a query, may repeat a secret of the request.
function refusal(what: string, { status, headers, body }: ProviderResponse): ToolError {
  const { location, 'content-type': type = '' } = headers
  const place = location === undefined ? '' : `, which leads to ${location.replace(/\?.*/s, '')}`
  const json = jsonIn(body)
  const reason = member(json, 'error') ?? member(json, 'errors') ?? member(json, 'detail')
  const said = reason === undefined ? '' : ` (${shortened(stringifyJson(reason), 300)})`
  const wayOut = status === 401 ? ' Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.' : ''
  const message = `${what} returned ${status}${place}${said}.${wayOut}`
  return status === 404 && HAL.test(type) ? new NotFoundError(message, 3) : new ToolError(message, 3)
}

/** The address of a link, with its placeholders filled in. @throws {ToolError} if there is no such link (exit code 3), or a value cannot be a part of it */
export function linkOf(resource: JsonObject, name: string, values: Readonly<Record<string, string>> = {}): string {
  const href = text(member(member(resource['_links'], name), 'href'))
  if (href === '') throw new ToolError(`The link "${name}" is missing. Check that the URL is that of a Pact Broker.`, 3)
  try {
    return href.replaceAll(/\{(\w+)\}/g, (whole, key: string) => segmentOf(values[key] ?? whole))
  } catch (error) {
    throw new ToolError(`Cannot fill in the link "${name}" of the Pact Broker: ${(error as RangeError).message}`)
  }
}

/** A line of the report that is about a broker, not about the provider. */
export function brokerResult(rule: string, name: string, result: CheckResult['result'], message: string): CheckResult {
  return { id: `pact.${rule}`, kind: 'pact', name, clause: 'Pact Broker', result, message, durationMs: 0 }
}
