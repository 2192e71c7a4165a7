import { setTimeout as pause } from 'node:timers/promises'
import {
  type Answer,
  fetchText,
  NoAnswerError,
  type ProviderResponse,
  speaksHttp2,
  UnreachableError,
} from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import type { Provider } from './provider.js'
import type { RunPlan } from './verify-options.js'

const { method, path } = operations.listOrders

/** Of a gateway whose provider is not there. */
const GATEWAY_STATUSES = new Set([502, 503, 504])
/** Below 500, what a gateway or a page says. What is said of a request, such as 406, a provider says itself. */
const GATEWAY_ANSWERS = new Set([301, 302, 303, 307, 308, 403, 404, 407])

/**
 * Finds out whether the provider answers at all, and tells what hints at a mistake of whoever started the run.
 *
 * @throws {ToolError} exit code 3, if nothing answers, or only what answers everything in one way: a gateway or a page
 */
export async function probeProvider(
  provider: Provider,
  plan: RunPlan,
  tellHint: (text: string) => void,
): Promise<void> {
  const { baseUrl, states } = provider
  await waitFor(plan)
  const key = { Authorization: `Bearer ${provider.apiKey}` }
  let answer = await list(provider, key)
  // A sandbox of the mock, and with it its key, comes into being with its first state.
  if (statusOf(answer) === 401 && states.available) {
    await states.setUp('an unknown order id')
    answer = await list(provider, key)
  }
  if (answer instanceof NoAnswerError) {
    if (statusOf(await list(provider, {})) !== undefined) return
    const isHttp2 = await speaksHttp2(baseUrl)
    throw new UnreachableError(baseUrl, isHttp2 ? 'it speaks HTTP/2 only, and HTTP/1.1 is needed' : answer.reason)
  }
  const { status } = answer.response
  const hint = hintIn(answer.response, baseUrl)
  if (hint !== undefined) tellHint(hint)
  // Pacts of one's own may ask for other things than the contract has.
  const isContract = plan.defaultPact || plan.checks.some((check) => check !== 'pact')
  const isOfGateway = isContract ? status >= 500 || GATEWAY_ANSWERS.has(status) : GATEWAY_STATUSES.has(status)
  if (!isOfGateway) return
  const others = [await list(provider, {}), await list(provider, {}, '/no-such-path')]
  if (others.some((other) => statusOf(other) !== status)) return
  throw new ToolError(
    `Cannot verify ${baseUrl}: every request is answered with ${status}, as a gateway does whose provider is not there. Is the provider running?`,
    3,
  )
}

/** Waits until the provider answers at all, and until no gateway answers in its place; whatever comes first counts for nothing. */
async function waitFor({ baseUrl, waitForMs, route }: RunPlan): Promise<void> {
  const endsAtMs = performance.now() + waitForMs
  while (performance.now() < endsAtMs) {
    const request = { method: 'GET', headers: {}, timeoutMs: endsAtMs - performance.now(), route }
    const asked = await fetchText(baseUrl + path, request).catch(() => undefined)
    if (asked !== undefined && !GATEWAY_STATUSES.has(asked.status)) return
    await pause(250)
  }
}

function list(provider: Provider, headers: Readonly<Record<string, string>>, at: string = path): Promise<Answer> {
  return provider.send({ method, path: at, headers })
}

function statusOf(answer: Answer): number | undefined {
  return answer instanceof NoAnswerError ? undefined : answer.response.status
}

function hintIn({ status, headers }: ProviderResponse, baseUrl: string): string | undefined {
  const asked = `${method} ${baseUrl}${path} is answered with ${status}`
  const { location } = headers
  if (status === 401) return 'The provider refused the key with 401. Is it valid? Give it with --key.'
  if (status >= 300 && location !== undefined)
    return `${asked} and Location: ${location}. Redirects are not followed: give its base URL.`
  if (status !== 404 && !/^text\/html\b/i.test(headers['content-type'] ?? '')) return undefined
  if (/\/v\d+$/.test(baseUrl)) return `${asked}. Is ${baseUrl} where the API is?`
  return `${asked}. The base URL has no /v1 at its end: is ${baseUrl}/v1 meant?`
}
