import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { KeptConnections } from './kept-connections.js'
import { NoAnswerError, UnreachableError } from './no-answer.js'
import type { Route } from './route.js'
import { Sender } from './sender.js'

/** What is asked of an address beside the API: a provider state, a pact file. */
export interface TextRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How long the whole answer may take. */
  readonly timeoutMs: number
  readonly route?: Route | undefined
}

const MAX_REDIRECTS = 5

/**
 * Fetches a text on a connection of its own, which no server can have closed before; reads at most 64 MiB. Redirects
 * are followed if they leave the request as it is.
 *
 * @throws {Error} whose message says in a few words why there is no answer
 */
export async function fetchText(url: string, request: TextRequest): Promise<ProviderResponse> {
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') throw new Error('an address cannot have a user or a password')
  let [address, sent] = [url, request]
  let response = await fetchOnce(address, sent)
  for (let redirects = 0; redirects < MAX_REDIRECTS && isFollowed(request, response); redirects++) {
    const next = new URL(response.headers['location'] ?? '', address)
    if (next.origin !== new URL(address).origin) sent = withoutCredentials(sent)
    address = next.href
    response = await fetchOnce(address, sent)
  }
  return response
}

function isFollowed({ method }: TextRequest, { status, headers }: ProviderResponse): boolean {
  return (method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308]).includes(status) && 'location' in headers
}

// Whatever else there is may be a key, under any name.
const HARMLESS = new Set(['accept', 'content-type'])

function withoutCredentials(request: TextRequest): TextRequest {
  const headers = Object.entries(request.headers).filter(([name]) => HARMLESS.has(name.toLowerCase()))
  return { ...request, headers: Object.fromEntries(headers) }
}

async function fetchOnce(
  url: string,
  { method, headers, body, timeoutMs, route }: TextRequest,
): Promise<ProviderResponse> {
  const { origin, pathname, search } = new URL(url)
  const path = pathname + search
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const request: AddressedRequest = { method, path, headers: { ...headers, ...length }, url: origin + path }
  const sender = new Sender(timeoutMs, new KeptConnections(route))
  try {
    return await sender.send(body === undefined ? request : { ...request, content: body }, { isRefused: true })
  } catch (error) {
    const isKnown = error instanceof NoAnswerError || error instanceof UnreachableError
    throw new Error(isKnown ? error.reason : (error as Error).message, { cause: error })
  } finally {
    sender.close()
  }
}
