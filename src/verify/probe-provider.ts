import { setTimeout as pause } from 'node:timers/promises'
import {
  type Exchange,
  fetchText,
  NoAnswerError,
  type ProviderResponse,
  speaksHttp2,
  speaksTls,
  UnreachableError,
} from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import type { Provider } from './provider.js'
import type { RunPlan } from './verify-options.js'

const { method, path } = operations.listOrders

const WAIT_MS = 250

/** Of a gateway whose provider is not there. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

/**
 * Finds out whether the provider answers at all, and tells what hints at a mistake of whoever started the run.
 *
 * @throws {ToolError} exit code 3, if nothing or only a gateway answers
 */
export async function probeProvider(
  provider: Provider,
  plan: Pick<RunPlan, 'states' | 'waitForMs' | 'route' | 'checks' | 'defaultPact'>,
  tellHint: (text: string) => void,
): Promise<void> {
  const { states, checks, defaultPact } = plan
  const key = { Authorization: `Bearer ${provider.apiKey}` }
  await waitFor(provider, plan)
  const first = await list(provider, key)
  const answer = isRefused(first) && (await reachAnyState(provider)) ? await list(provider, key) : first
  if (!(answer instanceof NoAnswerError)) for (const hint of await hintsIn(answer.response, provider)) tellHint(hint)
  const hint = sandboxHint(provider.apiKey, states)
  if (hint !== undefined) tellHint(hint)
  if (answer instanceof NoAnswerError) await checkReachable(provider, answer)
  // Pacts of one's own may ask for other things than the contract has.
  else if (isOfGateway(answer) || defaultPact || checks.some((check) => check !== 'pact')) {
    await checkProvider(provider, answer)
  }
}

/** Waits until the provider answers at all, and until no gateway answers in its place; whatever comes first counts for nothing. */
async function waitFor(
  { baseUrl }: Provider,
  { waitForMs, route }: Pick<RunPlan, 'waitForMs' | 'route'>,
): Promise<void> {
  const endsAtMs = performance.now() + waitForMs
  while (performance.now() < endsAtMs) {
    const asked = fetchText(baseUrl + path, {
      method: 'GET',
      headers: {},
      timeoutMs: endsAtMs - performance.now(),
      route,
    })
    const status = await asked.then((response) => response.status).catch(() => 503)
    if (!GATEWAY_STATUSES.has(status)) return
    await pause(WAIT_MS)
  }
}

function isRefused(answer: Exchange | NoAnswerError): boolean {
  return !(answer instanceof NoAnswerError) && answer.response.status === 401
}

/** The mock's sandboxes, for one, come into being with their first state, and so does the key of such a sandbox. */
async function reachAnyState({ states }: Provider): Promise<boolean> {
  if (states.available) await states.setUp('an unknown order id')
  return states.available
}

/** @throws {UnreachableError} if there is no answer without a key either */
async function checkReachable(provider: Provider, { reason }: NoAnswerError): Promise<void> {
  const { baseUrl } = provider
  if (!((await list(provider, {})) instanceof NoAnswerError)) return
  if (await expectsTls(baseUrl)) throw new UnreachableError(baseUrl, reason, 'It speaks TLS: is https:// meant?')
  if (await speaksHttp2(baseUrl)) throw new UnreachableError(baseUrl, 'it speaks HTTP/2 only, and HTTP/1.1 is needed')
  throw new UnreachableError(baseUrl, reason)
}

/**
 * What answers in one way to whatever it is asked, and not as the API would, is a gateway or a page.
 *
 * @throws {ToolError}
 */
async function checkProvider(provider: Provider, withKey: Exchange): Promise<void> {
  const { status } = withKey.response
  // What is said of a request, such as 406, a provider says itself.
  if (status < 500 && ![403, 404, 407].includes(status) && !(status >= 300 && status <= 399)) return
  const others = [await list(provider, {}), await list(provider, {}, '/no-such-path')]
  if (others.some((other) => other instanceof NoAnswerError || other.response.status !== status)) return
  throw new ToolError(
    `Cannot verify ${provider.baseUrl}: every request is answered with ${status}, as a gateway does whose provider is not there. Is the provider running?`,
    3,
  )
}

async function list(
  provider: Provider,
  headers: Readonly<Record<string, string>>,
  at: string = path,
): Promise<Exchange | NoAnswerError> {
  try {
    return await provider.send({ method, path: at, headers })
  } catch (error) {
    if (error instanceof NoAnswerError) return error
    throw error
  }
}

function isOfGateway({ response: { status } }: Exchange): boolean {
  return GATEWAY_STATUSES.has(status)
}

/** Whether plain HTTP was sent to a port for TLS: some servers close the connection, some answer with 400. */
async function expectsTls(baseUrl: string): Promise<boolean> {
  return baseUrl.startsWith('http:') && (await speaksTls(baseUrl))
}

async function hintsIn({ status, headers }: ProviderResponse, { baseUrl }: Provider): Promise<string[]> {
  const asked = `${method} ${baseUrl}${path}`
  if (status === 401) return ['The provider refused the key with 401. Is it valid? Give it with --key.']
  if (status === 407) return ['The proxy asks for credentials: HTTPS_PROXY=http://user:password@host:port.']
  const { location } = headers
  if (status >= 300 && status <= 399 && location !== undefined) {
    const base = URL.canParse(location, baseUrl) ? new URL(location, baseUrl).href : location
    const isElsewhere = base.endsWith(path) && base !== baseUrl + path
    const wayOut = isElsewhere ? ` Give ${base.slice(0, -path.length)} as the base URL.` : ''
    return [`${asked} is answered with ${status} and Location: ${location}. Redirects are not followed.${wayOut}`]
  }
  if (status === 400 && (await expectsTls(baseUrl)))
    return [`${asked} is answered with 400, and the provider speaks TLS: is https:// meant?`]
  const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '')
  if (status !== 404 && !isPage) return []
  const found = `${asked} is answered with ${status}${isPage ? ' and a page (text/html)' : ''}.`
  const [, upToVersion] = /^(.+\/v\d+)\/./.exec(baseUrl) ?? []
  if (upToVersion !== undefined) return [`${found} The base URL goes on after its version: is ${upToVersion} meant?`]
  if (/\/v\d+$/.test(baseUrl)) return [`${found} Is ${baseUrl} where the API is?`]
  return [`${found} The base URL has no /v1 at its end: is ${baseUrl}/v1 meant?`]
}

/** A key of the mock that names a sandbox, and its states that act on another one. */
function sandboxHint(apiKey: string, statesAt = ''): string | undefined {
  const [, sandbox] = /^[^~]+~{1,2}([\w.-]+(?:~[\w.-]+)?)$/.exec(apiKey) ?? []
  const url = URL.canParse(statesAt) ? new URL(statesAt) : undefined
  if (sandbox === undefined || url?.pathname !== '/__mock/provider-states' || url.searchParams.has('sandbox'))
    return undefined
  return `The key names the sandbox "${sandbox}", but the states act on "main". Give --states '${statesAt}?sandbox=${sandbox}'.`
}
