import { findOperation } from '../contract/index.js'
import type { TrafficExchange } from './traffic-exchange.js'

/** What an entry of a HAR file is to an audit. */
export type EntryMeaning =
  | ({ readonly kind: 'exchange' } & TrafficExchange)
  /** The control API of a mock changed its orders. */
  | { readonly kind: 'changed'; readonly seen: TrafficExchange['seen'] }
  | { readonly kind: 'left out'; readonly reason: string }
  /** It is not of this API. */
  | { readonly kind: 'other' }

type Members = Readonly<Record<string, unknown>>

// Their clocks are read to the millisecond, and not all of them round down.
const ROUNDING_MS = 1

/**
 * Reads an entry, whoever wrote it: a browser, Playwright, mitmproxy or the panel of the mock.
 *
 * @param place says which one it is
 * @param baseUrl of the API, without a slash at its end; by default any that ends in `/v1`
 */
export function readEntry(value: unknown, place: string, baseUrl: string | undefined): EntryMeaning {
  const entry = membersOf(value)
  const request = membersOf(entry['request'])
  const response = membersOf(entry['response'])
  const method = textOf(request['method']).toUpperCase()
  const given = textOf(request['url'])
  // With no port that its scheme has anyway.
  const url = URL.canParse(given) ? new URL(given).href : ''
  const status = Number(response['status'])
  const startMs = Date.parse(textOf(entry['startedDateTime']))
  const endMs = startMs + Math.max(0, Number(entry['time']) || 0) + ROUNDING_MS
  const seen = { startMs, endMs, place: `${place}: ${method} ${url.replace(/[?#].*/s, '')} → ${status}` }
  if (/^[^?#]*\/__mock\//.test(url)) return isSafe(method) ? { kind: 'other' } : { kind: 'changed', seen }
  const target = targetOf(url, baseUrl)
  if (target === undefined) return { kind: 'other' }
  if (method === 'OPTIONS') return { kind: 'left out', reason: 'preflights' }
  const sent = { method, path: target.path, headers: headersOf(request['headers']), url }
  if (findOperation(sent) === undefined) return { kind: 'other' }
  const headers = headersOf(response['headers'])
  const reason = Number.isNaN(startMs) ? 'entries without a time' : whyLeftOut(status, headers, entry, response)
  if (reason !== undefined) return { kind: 'left out', reason }
  const body = bodyOf(membersOf(response['content']), status)
  // What a cache on the way has kept was true when it was kept.
  const ageMs = (Number(headers['age']) || 0) * 1000
  return {
    kind: 'exchange',
    request: sent,
    response: { status, headers, ...(body ?? NO_BODY) },
    durationMs: endMs - startMs,
    seen: { ...seen, startMs: startMs - ageMs },
    baseUrl: target.baseUrl,
    key: sent.headers['authorization'],
    ...(body === undefined && { unknown: Object.keys(headers).length === 0 ? 'headers and body' : 'body' }),
  }
}

const NO_BODY = { body: '', isUtf8: true }

function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

function targetOf(url: string, baseUrl: string | undefined): { baseUrl: string; path: string } | undefined {
  const [address = ''] = url.split('#')
  if (baseUrl !== undefined) {
    return address.startsWith(`${baseUrl}/`) ? { baseUrl, path: address.slice(baseUrl.length) } : undefined
  }
  const [, base, path] = /^(https?:\/\/[^?]*?\/v1)(\/(?:store\/orders|pets)(?:[/?].*)?)$/s.exec(address) ?? []
  return base === undefined || path === undefined ? undefined : { baseUrl: base, path }
}

function whyLeftOut(
  status: number,
  headers: Readonly<Record<string, string>>,
  entry: Members,
  response: Members,
): string | undefined {
  if (!(status >= 100)) return 'requests without an answer'
  if (status === 304 || entry['_fromCache'] != null) return 'answers from a cache'
  if (typeof response['_error'] === 'string') return 'answers that broke off'
  // What a browser answers by itself when it knows that a site wants TLS.
  return 'non-authoritative-reason' in headers ? 'answers of the browser itself' : undefined
}

/** `undefined` if the body is missing or cut. */
function bodyOf(content: Members, status: number): { body: string; isUtf8: boolean } | undefined {
  const { text, size } = content as { text?: unknown; size?: unknown }
  if (typeof text !== 'string') return status === 204 ? NO_BODY : undefined
  const bytes = Buffer.from(text, content['encoding'] === 'base64' ? 'base64' : 'utf8')
  if (typeof size === 'number' && bytes.length < size) return undefined
  const body = bytes.toString('utf8')
  // Without its size nobody knows whether it is whole.
  if (!(typeof size === 'number' && size >= 0) && !isJson(body)) return undefined
  return { body, isUtf8: Buffer.from(body).equals(bytes) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function headersOf(value: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const header of Array.isArray(value) ? value.map(membersOf) : []) {
    const name = textOf(header['name']).toLowerCase()
    headers[name] = [...(name in headers ? [headers[name]] : []), textOf(header['value'])].join(', ')
  }
  return headers
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
