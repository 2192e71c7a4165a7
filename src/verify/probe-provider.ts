import { setTimeout as pause } from 'node:timers/promises'
import {
  fetchText,
  NoAnswerError,
  type ProviderResponse,
  shortened,
  speaksHttp2,
  statusOf,
  UnreachableError,
} from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import { NO_CLIENT, PAGING_CLIENT, requestFor } from './clients.js'
import { UNKNOWN } from './model/sequences/calls.js'
import type { Provider } from './provider.js'
import type { RunPlan } from './verify-options.js'

const { method, path } = operations.listOrders

const INVALID_KEY = 'The provider rejected the API key with 401. Pass a valid key with --key.'

/** Of a gateway whose provider is not there. */
const GATEWAY_STATUSES = new Set([502, 503, 504])
/** Statuses below 500 of a gateway or a page. Those that speak of the request, such as 406, come from a provider itself. */
const GATEWAY_ANSWERS = new Set([301, 302, 303, 307, 308, 403, 404, 407])

/**
 * Checks whether the provider responds, and reports hints about likely mistakes in the options.
 * @throws {ToolError} exit code 3, if nothing responds, or only something with the same response for all: a gateway or a page
 */
export async function probeProvider(provider: Provider, plan: RunPlan): Promise<void> {
  const { baseUrl, states } = provider
  await waitFor(plan)
  const list = (headers = {}) => provider.send(requestFor('listOrders', headers))
  let answer = await list(provider.withKey)
  // A sandbox of the mock, and with it its key, comes into being with its first state.
  if (statusOf(answer) === 401 && states.available) {
    await states.setUp('an unknown order id')
    answer = await list(provider.withKey)
  }
  if (answer instanceof NoAnswerError) {
    if (answer.hasBegun || statusOf(await list()) !== undefined) return
    const isHttp2 = await speaksHttp2(baseUrl)
    const reason = isHttp2 ? 'it supports only HTTP/2, but HTTP/1.1 is required' : answer.reason
    if (isHttp2 || reason.includes('not HTTP/1.1')) throw new ToolError(`Cannot verify ${baseUrl}: ${reason}.`, 3)
    throw new UnreachableError(baseUrl, reason)
  }
  const { status } = answer.response
  // A consumer's pacts may ask for more than the contract.
  const isContract = plan.defaultPact || plan.checks.some((check) => check !== 'pact')
  const isRefused = status === 401 && (!isContract || (await isKeyInvalid(provider)))
  const hint = isRefused ? INVALID_KEY : hintIn(answer.response, baseUrl)
  if (hint !== undefined) plan.onProgress({ kind: 'hint', text: hint })
  const isPage = status >= 500 || GATEWAY_ANSWERS.has(status) || isHtml(answer.response)
  if (status === 200 && !isPage) return noteRejected(provider, plan)
  if (isContract && isRefused)
    throw new ToolError(`Cannot verify ${baseUrl}: every operation rejects the API key with 401.`, 3)
  if (!(isContract ? isPage : GATEWAY_STATUSES.has(status))) return
  const others = [await list(), await provider.send({ ...requestFor('listOrders', {}), path: '/no-such-path' })]
  if (others.some((other) => statusOf(other) !== status)) return
  const ofBrowser = { ...requestFor('listOrders', provider.withKey), client: 'a browser' } as const
  if (status !== 200 && statusOf(await provider.send(ofBrowser)) === 200) {
    const reason = `requests of curl are rejected with ${status}, those of a browser are not`
    throw new ToolError(`Cannot verify ${baseUrl}: ${reason}. Allow requests of curl, which the verifier sends.`, 3)
  }
  const what = `every request returns ${status}, which suggests that a gateway or a web page is responding instead`
  throw new ToolError(`Cannot verify ${baseUrl}: ${what}. Is the provider running?`, 3)
}

/**
 * Whether the other operations reject the API key as well, with an id that no order and no pet is likely to have, and so does
 * the list if the name of the header is in lower case.
 */
async function isKeyInvalid({ send, withKey }: Provider): Promise<boolean> {
  const inLowerCase = Object.fromEntries(Object.entries(withKey).map(([name, value]) => [name.toLowerCase(), value]))
  const requests = [
    requestFor('cancelOrder', withKey, UNKNOWN.id),
    requestFor('getPet', withKey, UNKNOWN.id),
    requestFor('listOrders', inLowerCase),
  ]
  return (await Promise.all(requests.map((each) => send(each)))).every((answer) => statusOf(answer) === 401)
}

/** Requests that a server may reject, as the specification does not speak of them: some servers know no range unit but bytes. */
const UNUSUAL = [
  {
    client: NO_CLIENT,
    id: 'openapi.user-agent',
    clause: 'Authentication',
    what: 'Requests without User-Agent',
    isRejected: (status: number) => status === 403,
  },
  {
    client: PAGING_CLIENT,
    id: 'openapi.range',
    clause: 'List orders',
    what: 'Requests with "Range: items=0-0"',
    isRejected: (status: number) => status >= 400,
  },
] as const

/** Notes which unusual requests the provider rejects; no more of them are sent. */
async function noteRejected({ send, withKey, rejectedClients }: Provider, { onProgress }: RunPlan): Promise<void> {
  for (const { client, id, clause, what, isRejected } of UNUSUAL) {
    const answer = await send({ ...requestFor('listOrders', withKey), client })
    if (answer instanceof NoAnswerError || !isRejected(answer.response.status)) continue
    rejectedClients.add(client)
    const message = `${what} are rejected with ${answer.response.status}: ${shortened(answer.response.body)}`
    const head = { id, name: 'what the specification leaves open', clause }
    onProgress({ kind: 'result', result: { ...head, kind: 'openapi', result: 'note', message, durationMs: 0 } })
  }
}

/** Waits until the provider responds, and until no gateway responds in its place; earlier responses are ignored. */
export async function waitFor({
  baseUrl,
  waitForMs,
  route,
}: Pick<RunPlan, 'baseUrl' | 'waitForMs' | 'route'>): Promise<void> {
  const endsAtMs = performance.now() + waitForMs
  while (performance.now() < endsAtMs) {
    const request = { method, headers: {}, timeoutMs: endsAtMs - performance.now(), route }
    const asked = await fetchText(baseUrl + path, request).catch(() => undefined)
    if (asked !== undefined && !GATEWAY_STATUSES.has(asked.status)) return
    await pause(250)
  }
}

function isHtml({ headers }: Pick<ProviderResponse, 'headers'>): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '')
}

function hintIn({ status, headers }: ProviderResponse, baseUrl: string): string | undefined {
  const asked = `${method} ${baseUrl}${path} returns ${status}`
  const { location } = headers
  if (status >= 300 && location !== undefined)
    return `${asked} and Location: ${location}. Redirects are not followed; use the base URL that it redirects to.`
  if (status !== 404 && !isHtml({ headers })) return undefined
  if (/\/v\d+$/.test(baseUrl)) return `${asked}. Check that ${baseUrl} is the base URL of the API.`
  return `${asked}. The base URL does not end with /v1. Did you mean ${baseUrl}/v1?`
}
