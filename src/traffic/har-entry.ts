import { decodeBody, type ProviderResponse } from '../contract/index.js'
import type { Sighting } from './traffic-exchange.js'

type HarHeader = Readonly<Record<'name' | 'value', string>>
type Own = string | boolean | null | undefined

/** An entry, as far as it is read (HTTP Archive 1.2). Writers add fields of their own. */
export interface HarEntry {
  readonly startedDateTime: string
  /** In milliseconds, as its parts are. */
  readonly time: number | string
  readonly timings?: Readonly<Record<string, unknown>> | null
  readonly cache?: { readonly beforeRequest?: object | null; readonly afterRequest?: object | null } | null
  readonly request: { readonly method: string; readonly url: string; readonly headers: HarHeader[] }
  readonly response: {
    readonly status: number | string
    readonly headers: HarHeader[]
    readonly content?: { readonly size?: number; readonly text?: string; readonly encoding?: string } | null
    readonly bodySize?: number
    readonly headersSize?: number
    readonly [own: `_${string}`]: Own
    readonly [from: `from${string}`]: boolean
  }
  readonly serverIPAddress?: string
  readonly [own: `_${string}`]: Own
}

/** Why a response of a service worker is left out. */
export const NO_SERVER = 'responses that no server sent'

/** Why an entry says nothing about the provider, as a plural for the report; `undefined` if it may. */
export function whyLeftOut(
  entry: HarEntry,
  status: number,
  headers: Record<string, string>,
  writer: unknown,
): string | undefined {
  const { cache, response } = entry
  if (/^options$/i.test(entry.request.method)) return 'preflights'
  if (!(status >= 100)) return 'requests without an answer'
  const source = `${entry['_fetchType']} ${response['_serviceWorkerResponseSource']}`
  if (entry['_wasFulfilled'] === true || /override/i.test(source)) return 'responses of a test or an override'
  // Firefox says what a cache held after it was used, chrome-har what it held before; null is an empty cache.
  const held = cache?.beforeRequest === undefined ? cache?.afterRequest !== undefined : cache.beforeRequest
  const isCached = entry['_fromCache'] || response['fromDiskCache'] || response['fromPrefetchCache'] || held
  if (status === 304 || isCached || /cache/i.test(source)) return 'answers from a cache'
  // Firefox says nothing else of responses of a service worker and of some caches: nothing was transferred.
  const isUntransferred = writer === 'Firefox' && response.headersSize === 0 && response.bodySize === 0
  if (isUntransferred) return NO_SERVER
  const isBroken = response['_error'] || response['_failureText'] || entry['_wasAborted']
  if (isBroken || !/^complete$/i.test(`${response['_charlesStatus'] ?? 'complete'}`)) return 'answers that broke off'
  // What a browser answers by itself when it knows that a site wants TLS.
  return headers['non-authoritative-reason'] === undefined ? undefined : 'answers of the browser itself'
}

/** Whether it is a page's entry of what its service worker responded. */
export function isOfWorker({ response, _fetchType }: HarEntry): boolean {
  return [
    response['_fetchedViaServiceWorker'],
    response['fromServiceWorker'],
    _fetchType === 'Service Worker',
  ].includes(true)
}

/** Whether the service worker passed on what the provider responded, as Chromium says. */
export function isPassedOn({ response }: HarEntry): boolean {
  return response['_serviceWorkerResponseSource'] === 'network'
}

/** Whether it is certainly an entry of the wire. */
export function isOfServer(entry: HarEntry): boolean {
  const { serverIPAddress, _serviceWorkerRef, _fetchType } = entry
  return !isOfWorker(entry) && Boolean(serverIPAddress || _serviceWorkerRef || _fetchType === 'Network Load')
}

/**
 * When it began, and when it had ended at the latest, as far as it says.
 *
 * @throws {Error} if it does not say when it began
 */
export function timesOf({ startedDateTime, time, timings }: HarEntry): Pick<Sighting, 'startMs' | 'endMs'> {
  const startMs = new Date(startedDateTime).getTime()
  if (!(startMs > 0)) throw new Error('startedDateTime is not a time')
  const sumMs = PHASES.reduce((sum, phase) => sum + Math.max(0, Number(timings?.[phase]) || 0), 0)
  const isKnown = Number(time) >= 0 || sumMs > 0
  return { startMs, endMs: isKnown ? startMs + Math.max(Number(time) || 0, sumMs) : Infinity }
}

// `ssl` is a part of `connect`.
const PHASES = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive']

type Body = Pick<ProviderResponse, 'body' | 'isUtf8' | 'isBodyUnknown'>

const UNKNOWN: Body = { body: '', isUtf8: true, isBodyUnknown: true }
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The body where it is certain: as it came, or decoded to JSON where the entry does not say how. */
export function bodyOf(entry: HarEntry, status: number, headers: Readonly<Record<string, string>>): Body {
  const { content, bodySize = -1 } = entry.response
  const { text = '', size = -1, encoding = '' } = content ?? {}
  const coding = headers['content-encoding']
  // Of the body itself: what is compressed has another length.
  const length = coding === undefined ? Number(headers['content-length'] ?? -1) : -1
  // Writers that have not read a body write sizes of 0, too.
  if (text === '') return status === 204 || length === 0 ? { body: '', isUtf8: true } : UNKNOWN
  const isBase64 = /^base64$/i.test(encoding) && !isContainer(text)
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8')
  const { encodingProblem, ...plain } = decodeBody(bytes)
  const isAsItCame = bytes.length === (length < 0 ? size : length)
  if (status === 204) return isAsItCame ? plain : UNKNOWN
  // A shorter text was written anew, perhaps without all digits.
  if (isContainer(plain.body)) return coding === undefined && bytes.length < Math.max(size, length) ? UNKNOWN : plain
  const undeclared = Buffer.from(BASE64.test(text) ? text : '', 'base64')
  for (const packed of [bytes, Buffer.from(text, 'latin1'), undeclared]) {
    const { body, isUtf8 } = inflated(packed, coding ?? 'gzip')
    if (isContainer(body)) return { body, isUtf8 }
  }
  const { body, isUtf8 } = decodeBody(undeclared)
  if (!isBase64 && length !== bytes.length && isContainer(body))
    return [size, bodySize, length].includes(undeclared.length) ? { body, isUtf8 } : UNKNOWN
  const isPacked = encodingProblem !== undefined || (coding !== undefined && plain.body.includes('\uFFFD'))
  return isAsItCame && !isPacked ? plain : UNKNOWN
}

function inflated(bytes: Buffer, coding: string): Body {
  try {
    const { encodingProblem, ...plain } = decodeBody(bytes, coding)
    return encodingProblem === undefined ? plain : UNKNOWN
  } catch {
    // It is too large.
    return UNKNOWN
  }
}

/** Whether a text is a JSON object or array: hardly anything else is by chance. */
function isContainer(text: string): boolean {
  return /^\s*[[{]/.test(text) && parsed(text) !== undefined
}

/** What a text says as JSON; `undefined` if it is not JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** @throws {Error} if they are no list of names and values */
export function headersOf(fields: readonly HarHeader[] | undefined): Record<string, string> {
  const headers = new Map<string, string>()
  if (!Array.isArray(fields ?? [])) throw new Error('headers are not a list')
  for (const field of fields ?? []) {
    if (Array.isArray(field)) throw new Error('headers are arrays')
    const { name, value } = field
    if (typeof name !== 'string' || typeof value !== 'string') throw new Error('a header has no name and value')
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}
