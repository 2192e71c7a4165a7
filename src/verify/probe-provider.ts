import { type Exchange, NoAnswerError, type ProviderResponse, speaksTls, UnreachableError } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import type { Provider } from './provider.js'

const { method, path } = operations.listOrders

/**
 * Finds out whether the provider answers at all, and tells what hints at a mistake of whoever started the run.
 *
 * @param statesAt how its states are reached
 * @throws {ToolError} exit code 3, if nothing or only a gateway answers
 */
export async function probeProvider(
  provider: Provider,
  statesAt: string | undefined,
  tellHint: (text: string) => void,
): Promise<void> {
  const key = { Authorization: `Bearer ${provider.apiKey}` }
  const first = await list(provider, key)
  const answer = isRefused(first) && (await reachAnyState(provider)) ? await list(provider, key) : first
  if (answer instanceof NoAnswerError || isOfGateway(answer)) await checkReachable(provider, answer)
  if (!(answer instanceof NoAnswerError)) for (const hint of await hintsIn(answer.response, provider)) tellHint(hint)
  const hint = sandboxHint(provider.apiKey, statesAt)
  if (hint !== undefined) tellHint(hint)
}

function isRefused(answer: Exchange | NoAnswerError): boolean {
  return !(answer instanceof NoAnswerError) && answer.response.status === 401
}

/** The mock's sandboxes, for one, come into being with their first state, and so does the key of such a sandbox. */
async function reachAnyState({ states }: Provider): Promise<boolean> {
  if (states.available) await states.setUp('an unknown order id')
  return states.available
}

/** @throws {ToolError} if it is no better without a key */
async function checkReachable(provider: Provider, withKey: Exchange | NoAnswerError): Promise<void> {
  const { baseUrl } = provider
  const withoutKey = await list(provider, {})
  if (withKey instanceof NoAnswerError) {
    if (!(withoutKey instanceof NoAnswerError)) return
    const isForTls = await expectsTls(baseUrl)
    throw new UnreachableError(baseUrl, withKey.reason, isForTls ? 'It speaks TLS: is https:// meant?' : undefined)
  }
  if (withoutKey instanceof NoAnswerError || !isOfGateway(withoutKey)) return
  const { status } = withKey.response
  throw new ToolError(
    `Cannot verify ${baseUrl}: every request is answered with ${status}, as a gateway does whose provider is not there. Is the provider running?`,
    3,
  )
}

async function list(provider: Provider, headers: Readonly<Record<string, string>>): Promise<Exchange | NoAnswerError> {
  try {
    return await provider.send({ method, path, headers })
  } catch (error) {
    if (error instanceof NoAnswerError) return error
    throw error
  }
}

function isOfGateway({ response: { status } }: Exchange): boolean {
  return status === 502 || status === 503 || status === 504
}

/** Whether plain HTTP was sent to a port for TLS: some servers close the connection, some answer with 400. */
async function expectsTls(baseUrl: string): Promise<boolean> {
  return baseUrl.startsWith('http:') && (await speaksTls(baseUrl))
}

async function hintsIn({ status, headers }: ProviderResponse, { baseUrl }: Provider): Promise<string[]> {
  const asked = `${method} ${baseUrl}${path}`
  if (status === 401) return ['The provider refused the key with 401. Is it valid? Give it with --key.']
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
