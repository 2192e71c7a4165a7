import type { OutgoingRequest } from '../contract/index.js'
import { type OperationId, operations } from '../spec/index.js'

type Headers = Readonly<Record<string, string>>

interface ClientProfile {
  readonly headers: Headers
  /** What the client adds to a DELETE, which has no body. */
  readonly onDelete?: Headers
  /** Whether it sends back the cookies that the provider sets. */
  readonly keepsCookies?: true
}

const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate, br',
  'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8',
  Origin: 'http://localhost:5173',
  // Of another server on this host.
  Cookie: 'theme=dark',
  Referer: 'http://localhost:5173/',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Site': 'same-site',
}

/** Sends what curl sends by itself, so that a command to paste needs no such header. */
export const DEFAULT_CLIENT = 'curl' satisfies ClientName

export const NO_CLIENT = 'no client'

export const PAGING_CLIENT = 'a client that asks for one page'

/**
 * The headers that programs send in addition to the API key: as recorded from these clients, and of Firefox and a phone what
 * differs from the other browser.
 */
const CLIENTS = {
  curl: { headers: { 'User-Agent': 'curl/8.14.1', Accept: '*/*' } },
  [NO_CLIENT]: { headers: {} },
  'a browser': { headers: BROWSER },
  Firefox: {
    headers: {
      ...BROWSER,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Accept-Language': 'en-US,en;q=0.5',
    },
  },
  'a phone': {
    headers: {
      ...BROWSER,
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
  },
  axios: {
    headers: {
      Accept: 'application/json, text/plain, */*',
      'User-Agent': 'axios/1.13.2',
      'Accept-Encoding': 'gzip, compress, deflate, br',
    },
  },
  jQuery: {
    headers: {
      ...BROWSER,
      Accept: 'application/json, text/javascript, */*; q=0.01',
      'X-Requested-With': 'XMLHttpRequest',
    },
  },
  'a generated client': {
    headers: { 'User-Agent': 'OpenAPI-Generator/1.0.0/java', Accept: 'application/json' },
    onDelete: { 'Content-Type': 'application/json' },
  },
  'a client that names the charset': {
    headers: { 'User-Agent': 'Jersey/3.1.9 (HttpUrlConnection 17.0.15)', Accept: 'application/json;charset=utf-8' },
  },
  // Its HttpURLConnection, which prefers a page to JSON.
  Java: {
    headers: {
      'User-Agent': 'Java/17.0.15',
      Accept: 'text/html, image/gif, image/jpeg, */*; q=0.2',
      Connection: 'keep-alive',
    },
  },
  Spring: {
    headers: {
      'User-Agent': 'Java/17.0.15',
      Accept: 'application/json, application/*+json',
      Connection: 'keep-alive',
    },
    onDelete: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' },
  },
  'Java with OkHttp': {
    headers: { 'User-Agent': 'okhttp/4.12.0', 'Accept-Encoding': 'gzip', Connection: 'Keep-Alive' },
    onDelete: { 'Content-Length': '0' },
  },
  'Node with fetch': {
    headers: {
      Connection: 'keep-alive',
      Accept: 'application/json',
      'Accept-Language': '*',
      'Sec-Fetch-Mode': 'cors',
      'User-Agent': 'node',
      'Accept-Encoding': 'gzip, deflate',
    },
  },
  Go: { headers: { 'User-Agent': 'Go-http-client/1.1', 'Accept-Encoding': 'gzip' } },
  'Python with requests': {
    headers: {
      'User-Agent': 'python-requests/2.32.5',
      'Accept-Encoding': 'gzip, deflate',
      Accept: '*/*',
      Connection: 'keep-alive',
    },
    onDelete: { 'Content-Length': '0' },
    // In a session.
    keepsCookies: true,
  },
  // As clients of OData and PostgREST do. A provider ignores a preference or range unit that it does not know (RFC 9110, section 14.2).
  [PAGING_CLIENT]: {
    headers: {
      'User-Agent': 'node',
      Accept: '*/*',
      Prefer: 'maxpagesize=1, return=minimal',
      'Range-Unit': 'items',
      Range: 'items=0-0',
    },
  },
  'a client with an outdated cache': {
    headers: {
      'User-Agent': 'node',
      Accept: '*/*',
      'Cache-Control': 'max-age=0',
      'If-None-Match': '"outdated"',
      'If-Modified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT',
    },
  },
  Ruby: {
    headers: {
      'Accept-Encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
      Accept: '*/*',
      'User-Agent': 'Ruby',
      Connection: 'close',
    },
  },
} as const satisfies Record<string, ClientProfile>

export type ClientName = keyof typeof CLIENTS

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[]

/** A request, and the client whose headers it carries besides its own; no others by default. */
export interface ProviderRequest extends OutgoingRequest {
  readonly client?: ClientName
}

/** A request that belongs to no sequence, as curl sends it; the id is that of an order or a pet. */
export function requestFor(operation: OperationId, headers: Headers, id?: bigint): ProviderRequest {
  const { method, path } = operations[operation]
  return { method, path: path.replace(/\{\w+\}/, `${id}`), headers, client: DEFAULT_CLIENT }
}

export function keepsCookies(client: ClientName): boolean {
  const profile: ClientProfile = CLIENTS[client]
  return profile.keepsCookies === true
}

/** The headers of a request by this client, apart from those with the API key. */
export function headersOf(client: ClientName, method: string): Headers {
  const { headers, onDelete }: ClientProfile = CLIENTS[client]
  return method === 'DELETE' ? { ...headers, ...onDelete } : headers
}
