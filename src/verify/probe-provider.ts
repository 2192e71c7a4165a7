import { setTimeout as pause } from 'node:timers/promises'
import {
  type Answer,
  type Exchange,
  fetchText,
  NoAnswerError,
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
  plan: Pick<RunPlan, 'waitForMs' | 'route' | 'checks' | 'defaultPact'>,
  tellHint: (text: string) => void,
): Promise<void> {
  await waitFor(provider, plan)
  const key = { Authorization: `Bearer ${provider.apiKey}` }
  let answer = await list(provider, key)
  // A sandbox of the mock, and with it its key, comes into being with its first state.
  if (statusOf(answer) === 401 && provider.states.available) {
    await provider.states.setUp('an unknown order id')
    answer = await list(provider, key)
  }
  if (answer instanceof NoAnswerError) return checkReachable(provider, answer)
  const hint = await hintIn(answer, provider.baseUrl)
  if (hint !== undefined) tellHint(hint)
  // Pacts of one's own may ask for other things than the contract has.
  const isContract = plan.defaultPact || plan.checks.some((check) => check !== 'pact')
  if (isContract || GATEWAY_STATUSES.has(answer.response.status)) await checkProvider(provider, answer)
}

/** Waits until the provider answers at all, and until no gateway answers in its place; whatever comes first counts for nothing. */
async function waitFor(
  { baseUrl }: Provider,
  { waitForMs, route }: Pick<RunPlan, 'waitForMs' | 'route'>,
): Promise<void> {
  const endsAtMs = performance.now() + waitForMs
  while (performance.now() < endsAtMs) {
    const request = { method: 'GET', headers: {}, timeoutMs: endsAtMs - performance.now(), route } as const
    const asked = await fetchText(baseUrl + path, request).catch(() => undefined)
    if (asked !== undefined && !GATEWAY_STATUSES.has(asked.status)) return
    await pause(WAIT_MS)
  }
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
async function checkProvider(provider: Provider, { response: { status } }: Exchange): Promise<void> {
  // What is said of a request, such as 406, a provider says itself.
  if (status < 500 && ![403, 404, 407].includes(status) && !isRedirect(status)) return
  const others = [await list(provider, {}), await list(provider, {}, '/no-such-path')]
  if (others.some((other) => statusOf(other) !== status)) return
  throw new ToolError(
    `Cannot verify ${provider.baseUrl}: every request is answered with ${status}, as a gateway does whose provider is not there. Is the provider running?`,
    3,
  )
}

function list(provider: Provider, headers: Readonly<Record<string, string>>, at: string = path): Promise<Answer> {
  return provider.send({ method, path: at, headers })
}

function statusOf(answer: Answer): number | undefined {
  return answer instanceof NoAnswerError ? undefined : answer.response.status
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399
}

/** Whether plain HTTP was sent to a port for TLS: some servers close the connection, some answer with 400. */
async function expectsTls(baseUrl: string): Promise<boolean> {
  return baseUrl.startsWith('http:') && (await speaksTls(baseUrl))
}

async function hintIn({ response: { status, headers } }: Exchange, baseUrl: string): Promise<string | undefined> {
  const asked = `${method} ${baseUrl}${path} is answered with ${status}`
  const { location } = headers
  if (status === 401) return 'The provider refused the key with 401. Is it valid? Give it with --key.'
  if (status === 407) return 'The proxy asks for credentials: HTTPS_PROXY=http://user:password@host:port.'
  if (isRedirect(status) && location !== undefined) {
    const base = URL.canParse(location, baseUrl) ? new URL(location, baseUrl).href : location
    const isElsewhere = base.endsWith(path) && base !== baseUrl + path
    const wayOut = isElsewhere ? ` Give ${base.slice(0, -path.length)} as the base URL.` : ''
    return `${asked} and Location: ${location}. Redirects are not followed.${wayOut}`
  }
  if (status === 400 && (await expectsTls(baseUrl))) return `${asked}, and the provider speaks TLS: is https:// meant?`
  const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '')
  if (status !== 404 && !isPage) return undefined
  const found = `${asked}${isPage ? ' and a page (text/html)' : ''}.`
  const [, upToVersion] = /^(.+\/v\d+)\/./.exec(baseUrl) ?? []
  if (upToVersion !== undefined) return `${found} The base URL goes on after its version: is ${upToVersion} meant?`
  if (/\/v\d+$/.test(baseUrl)) return `${found} Is ${baseUrl} where the API is?`
  return `${found} The base URL has no /v1 at its end: is ${baseUrl}/v1 meant?`
}
