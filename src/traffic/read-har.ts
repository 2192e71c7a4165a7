import { findOperation, type ProviderResponse } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import type { TrafficCheck } from './traffic-check.js'
import type { Sighting, TrafficExchange } from './traffic-exchange.js'

/** What happened. */
export interface HarStep {
  readonly seen: Sighting
  /** What it was, if it can be judged; a preflight cannot. */
  readonly exchange?: Omit<TrafficExchange, 'seen'>
  /** Whether the control API of a mock changed its orders. */
  readonly isReset?: boolean
}

type HarHeader = Readonly<Record<'name' | 'value', string>>

/** An entry, as far as it is read (HTTP Archive 1.2; browsers add members that begin with `_`). */
interface HarEntry {
  readonly startedDateTime: string
  /** In milliseconds. */
  readonly time: number | string
  readonly request: { readonly method: string; readonly url: string; readonly headers: HarHeader[] }
  readonly response: {
    readonly status: number | string
    readonly headers: HarHeader[]
    readonly content: { readonly size?: number; readonly text?: string; readonly encoding?: string }
    readonly _error?: string | null
  }
  readonly _fromCache?: string | null
}

/**
 * Reads a HAR file (HTTP Archive 1.2); one that was cut off is read as far as it goes.
 *
 * @param check counts what cannot be judged
 * @throws {ToolError} if it is not a HAR file
 */
export function readHar(text: string, file: string, onlyBaseUrl: string | undefined, check: TrafficCheck): HarStep[] {
  const json = text.replace(/^\uFEFF/, '')
  const whole = parsed(json)
  const har = (whole ?? parsed(`${json.slice(0, endOfEntries(json))}]}}`)) as {
    log?: { entries?: unknown; creator?: { name?: string } }
  } | null
  const { entries, creator } = har?.log ?? {}
  if (!Array.isArray(entries)) throw new ToolError(`${file} is not a HAR file: it is not JSON with log.entries.`)
  if (whole === undefined) check.say(`${file} is cut off: its first ${entries.length} entries were read.`)
  const steps = entries.flatMap((entry: HarEntry, index) => {
    try {
      return readEntry(entry, { file, number: index + 1, onlyBaseUrl }, check) ?? []
    } catch {
      check.leaveOut('entries that cannot be read')
      return []
    }
  })
  return withEnds(steps, creator?.name)
}

/** Where the last whole entry ends. */
function endOfEntries(json: string): number {
  let depth = 0
  let end = 0
  let isInString = false
  for (const { 0: token, index } of json.matchAll(/\\.|["{}[\]]/gs)) {
    if (token === '"') isInString = !isInString
    if (isInString || token === '"') continue
    depth += token === '{' || token === '[' ? 1 : -1
    // Then the list of entries, its log, and the file itself are still open.
    if (token === '}' && depth === 3) end = index + 1
  }
  return end
}

/** Writers that leave out of an entry's time how long it waited for its preflight or a connection, and some more. */
const SLACK_MS: ReadonlyMap<unknown, number> = new Map([
  ['Firefox', 50],
  ['Playwright', 5],
])
// Clocks are read to the millisecond, and not all of them round down.
const ROUNDING_MS = 1

/** Gives each step the latest end that it may have had: of what overlaps, each may have waited for all the others. */
function withEnds(steps: readonly HarStep[], creator: unknown): HarStep[] {
  const slackMs = SLACK_MS.get(creator)
  let chain = { endMs: -Infinity }
  const chained = steps
    .toSorted((one, other) => one.seen.startMs - other.seen.startMs)
    .map((step) => {
      const { startMs, endMs } = step.seen
      if (slackMs === undefined || startMs > chain.endMs) chain = { endMs: startMs }
      chain.endMs += endMs - startMs + (slackMs ?? ROUNDING_MS)
      return { step, chain }
    })
  return chained.map(({ step, chain: { endMs } }) => ({ ...step, seen: { ...step.seen, endMs } }))
}

/**
 * Reads an entry, whoever wrote it: a browser, Playwright, mitmproxy or the panel of the mock.
 *
 * @param file and its number there say to a reader which entry it is
 * @param onlyBaseUrl of the API, without a slash at its end; by default any that ends in `/v1`
 * @returns `undefined` if it is not of this API
 * @throws if it is not an entry
 */
function readEntry(
  entry: HarEntry,
  { file, number, onlyBaseUrl }: { file: string; number: number; onlyBaseUrl: string | undefined },
  check: TrafficCheck,
): HarStep | undefined {
  const { request, response } = entry
  const status = Number(response.status)
  const method = request.method.toUpperCase()
  // With no port that its scheme has anyway.
  const url = new URL(request.url).href.replace(/#.*/s, '')
  // Without a time this throws.
  const startMs = Date.parse(new Date(entry.startedDateTime).toISOString())
  const endMs = startMs + Math.max(0, Number(entry.time) || 0)
  const seen = { startMs, endMs, place: `${file}, entry ${number}: ${method} ${url.replace(/\?.*/s, '')} → ${status}` }
  if (/^[^?]*\/__mock\//.test(url))
    return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { seen, isReset: true }
  const baseUrl = onlyBaseUrl || /^https?:\/\/[^?]*?\/v1(?=\/(?:store\/orders|pets)(?:[/?]|$))/.exec(url)?.[0]
  if (baseUrl === undefined || !url.startsWith(`${baseUrl}/`)) return undefined
  const sent = { method, path: url.slice(baseUrl.length), headers: headersOf(request.headers), url }
  if (method !== 'OPTIONS' && findOperation(sent) === undefined) return undefined
  const headers = headersOf(response.headers)
  const reason = whyLeftOut(entry, status, headers)
  if (reason !== undefined) {
    check.leaveOut(reason)
    return { seen }
  }
  const body = bodyOf(status, response.content)
  if (body.isBodyUnknown === true) check.leaveOut('bodies that are missing or cut')
  const key = sent.headers['authorization']
  return { seen, exchange: { request: sent, response: { status, headers, ...body }, baseUrl, key, file } }
}

function whyLeftOut(entry: HarEntry, status: number, headers: Record<string, string>): string | undefined {
  if (/^options$/i.test(entry.request.method)) return 'preflights'
  if (!(status >= 100)) return 'requests without an answer'
  if (status === 304 || typeof entry['_fromCache'] === 'string') return 'answers from a cache'
  if (typeof entry.response['_error'] === 'string') return 'answers that broke off'
  // What a browser answers by itself when it knows that a site wants TLS.
  return headers['non-authoritative-reason'] === undefined ? undefined : 'answers of the browser itself'
}

function bodyOf(
  status: number,
  { text, size = -1, encoding }: HarEntry['response']['content'],
): Pick<ProviderResponse, 'body' | 'isUtf8' | 'isBodyUnknown'> {
  const bytes = Buffer.from(text ?? '', encoding === 'base64' ? 'base64' : 'utf8')
  const body = bytes.toString('utf8')
  // Without its size nobody knows whether it is whole.
  const isCut = bytes.length < size || (size < 0 && parsed(body) === undefined)
  if (typeof text === 'string' ? isCut : status !== 204) return { body: '', isUtf8: true, isBodyUnknown: true }
  return { body, isUtf8: Buffer.from(body).equals(bytes) }
}

function headersOf(fields: readonly HarHeader[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const { name, value } of fields) {
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}

/** What a text says as JSON; `undefined` if it is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
