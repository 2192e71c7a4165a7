import { findOperation } from '../contract/index.js'
import { parsed } from './read-har.js'
import type { Sighting, TrafficExchange } from './traffic-exchange.js'

/** What happened. */
export interface HarStep {
  readonly seen: Sighting
  /** Absent if the control API of a mock changed its orders. */
  readonly exchange?: TrafficExchange
}

/** Which entry of which file is read. */
interface Source {
  readonly file: string
  readonly number: number
  /** Of the API, without a slash at its end; by default any that ends in `/v1`. */
  readonly baseUrl: string | undefined
  /** Told why an entry, or a part of it, cannot be judged. */
  readonly leaveOut: (reason: string) => undefined
}

/** An entry, as far as it is read (HTTP Archive 1.2; browsers add members that begin with `_`). */
interface HarEntry {
  readonly startedDateTime: string
  /** In milliseconds. */
  readonly time: number | string
  readonly request: { readonly method: string; readonly url: string; readonly headers: HarHeaders }
  readonly response: {
    readonly status: number | string
    readonly headers: HarHeaders
    readonly content: { readonly size?: number; readonly text?: string; readonly encoding?: string }
    readonly _error?: string | null
  }
  readonly _fromCache?: string | null
}

type HarHeaders = readonly { readonly name: string; readonly value: string }[]

// Their clocks are read to the millisecond, and not all of them round down.
const ROUNDING_MS = 1

/**
 * Reads an entry, whoever wrote it: a browser, Playwright, mitmproxy or the panel of the mock.
 *
 * @returns `undefined` if it is not of this API, or cannot be judged
 */
export function readEntry(entry: unknown, source: Source): HarStep | undefined {
  try {
    return stepOf(entry as HarEntry, source)
  } catch {
    return source.leaveOut('entries that cannot be read')
  }
}

function stepOf(entry: HarEntry, { file, number, baseUrl: onlyBaseUrl, leaveOut }: Source): HarStep | undefined {
  const { request, response } = entry
  const status = Number(response.status)
  const method = request.method.toUpperCase()
  // With no port that its scheme has anyway.
  const url = new URL(request.url).href
  const startMs = Date.parse(entry.startedDateTime)
  const endMs = startMs + Math.max(0, Number(entry.time) || 0) + ROUNDING_MS
  const place = `${file}, entry ${number}: ${method} ${url.replace(/[?#].*/s, '')} → ${status}`
  if (/^[^?#]*\/__mock\//.test(url))
    return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { seen: { startMs, endMs, place } }
  const [baseUrl, path] = targetOf(url, onlyBaseUrl)
  if (path === undefined) return undefined
  if (method === 'OPTIONS') return leaveOut('preflights')
  const sent = { method, path, headers: headersOf(request.headers), url }
  if (findOperation(sent) === undefined) return undefined
  const headers = headersOf(response.headers)
  const reason = Number.isNaN(startMs) ? 'entries without a time' : whyLeftOut(status, headers, entry)
  if (reason !== undefined) return leaveOut(reason)
  const body = bodyOf(status, response.content)
  if (body === undefined) leaveOut('bodies that are missing or cut')
  // What a cache on the way has kept was true when it was kept.
  const ageMs = (Number(headers['age']) || 0) * 1000
  const seen = { startMs: startMs - ageMs, endMs, place }
  const exchange = {
    request: sent,
    response: { status, headers, ...(body ?? NO_BODY) },
    durationMs: endMs - startMs,
    seen,
    baseUrl,
    key: sent.headers['authorization'],
    file,
    isBodyUnknown: body === undefined,
  }
  return { seen, exchange }
}

const NO_BODY = { body: '', isUtf8: true }

function targetOf(url: string, baseUrl: string | undefined): [baseUrl: string, path?: string] {
  const [address = ''] = url.split('#')
  if (baseUrl !== undefined) return address.startsWith(`${baseUrl}/`) ? [baseUrl, address.slice(baseUrl.length)] : ['']
  const [, base = '', path] = /^(https?:\/\/[^?]*?\/v1)(\/(?:store\/orders|pets)(?:[/?].*)?)$/s.exec(address) ?? []
  return path === undefined ? [base] : [base, path]
}

function whyLeftOut(
  status: number,
  headers: Readonly<Record<string, string>>,
  { response: { _error }, _fromCache }: HarEntry,
): string | undefined {
  if (!(status >= 100)) return 'requests without an answer'
  if (status === 304 || (_fromCache ?? undefined) !== undefined) return 'answers from a cache'
  if (typeof _error === 'string') return 'answers that broke off'
  // What a browser answers by itself when it knows that a site wants TLS.
  return headers['non-authoritative-reason'] === undefined ? undefined : 'answers of the browser itself'
}

/** `undefined` if the body is missing or cut. */
function bodyOf(status: number, { text, size = -1, encoding }: HarEntry['response']['content']) {
  if (typeof text !== 'string') return status === 204 ? NO_BODY : undefined
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  const body = bytes.toString('utf8')
  // Without its size nobody knows whether it is whole.
  if (bytes.length < size || (size < 0 && parsed(body) === undefined)) return undefined
  return { body, isUtf8: Buffer.from(body).equals(bytes) }
}

function headersOf(fields: HarHeaders): Record<string, string> {
  const headers = new Map<string, string>()
  for (const { name, value } of fields) {
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}
