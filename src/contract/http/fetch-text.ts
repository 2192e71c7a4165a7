import type { IncomingMessage } from 'node:http'
import { Attempt, retryStale, StaleConnectionError } from './attempt.js'
import { KeptConnections } from './kept-connections.js'
import type { Route } from './route.js'
import { networkReason, NoAnswerError, UnreachableError } from './network-errors.js'

/** What is asked of an address beside the API: a provider state, a pact file. */
export interface TextRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How long the whole answer may take. */
  readonly timeoutMs: number
  readonly route?: Route
}

export interface TextResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Fetches texts over connections that are kept for the next one. */
export interface TextFetcher {
  /** As `fetchText`; what the server may do twice is sent again if it has just closed the connection. */
  fetch(url: string, request: TextRequest): Promise<TextResponse>
  close(): void
}

const MAX_REDIRECTS = 5

/** @param connections shared with whoever else talks to the same server */
export function createTextFetcher(connections: KeptConnections): TextFetcher {
  return {
    fetch: (url, request) =>
      fetchFrom(url, request, (address, sent) =>
        retryStale(connections, (how) => fetchOnce(address, sent, connections, how)),
      ),
    close: () => connections.close(),
  }
}

/**
 * Fetches a text on a connection of its own, which no server can have closed before; reads at most 64 MiB. Redirects
 * are followed if they leave the request as it is.
 *
 * @throws {Error} whose message says in a few words why there is no answer
 */
export function fetchText(url: string, request: TextRequest): Promise<TextResponse> {
  const connections = new KeptConnections(request.timeoutMs, request.route)
  return fetchFrom(url, request, (address, sent) => fetchOnce(address, sent, connections, { isFresh: true }))
}

type FetchOne = (url: string, request: TextRequest) => Promise<TextResponse>

async function fetchFrom(url: string, request: TextRequest, fetchOne: FetchOne): Promise<TextResponse> {
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') throw new Error('an address cannot have a user or a password')
  let response = await fetchOne(url, request)
  let address = url
  for (let redirects = 0; redirects < MAX_REDIRECTS && isFollowed(request, response); redirects++) {
    const next = new URL(response.headers['location'] ?? '', address)
    const isElsewhere = next.origin !== new URL(address).origin
    address = next.href
    response = await fetchOne(address, isElsewhere ? withoutCredentials(request) : request)
  }
  return response
}

function isFollowed({ method }: TextRequest, { status, headers }: TextResponse): boolean {
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
  { method, headers, body, timeoutMs }: TextRequest,
  connections: KeptConnections,
  { isFresh }: { readonly isFresh: boolean },
): Promise<TextResponse> {
  const { pathname, search } = new URL(url)
  const attempt = new Attempt({ method, path: pathname + search, headers, url }, connections, {
    isTapped: false,
    isFresh,
  })
  const timer = attempt.abortAfter(timeoutMs)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  try {
    const head = attempt.open({ ...headers, ...length })
    attempt.end(body)
    const incoming: IncomingMessage = await head
    const { status, headers: answered, body: text } = await attempt.read(incoming)
    return { status, headers: answered, text }
  } catch (error) {
    attempt.abort(error as Error)
    const explained = attempt.explain(error as Error)
    if (explained instanceof StaleConnectionError) throw explained
    const isKnown = explained instanceof NoAnswerError || explained instanceof UnreachableError
    throw new Error(isKnown ? explained.reason : networkReason(explained), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
