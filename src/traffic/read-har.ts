import { findOperation } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { reasonOf } from '../node/index.js'
import {
  bodyOf,
  type HarEntry,
  type HarFile,
  headersOf,
  isOnTheWire,
  keyOf,
  parsed,
  timesOf,
  whyLeftOut,
} from './har-entry.js'
import type { TrafficCheck } from './traffic-check.js'
import type { Sighting, TrafficExchange } from './traffic-exchange.js'

export interface HarStep {
  readonly seen: Sighting
  /** What it was, if it can be judged; a preflight cannot. */
  readonly exchange?: Omit<TrafficExchange, 'seen'>
  readonly isReset?: boolean
}

/**
 * Reads a HAR file (HTTP Archive 1.2).
 * @param check counts what cannot be judged
 * @throws {ToolError} if it is not a HAR file
 */
export async function readHar(
  text: string,
  file: string,
  onlyBaseUrl: string | undefined,
  check: TrafficCheck,
): Promise<HarStep[]> {
  const har = parsed(text) as {
    log?: { entries?: unknown; creator?: { name?: string } }
  } | null
  const { entries, creator } = har?.log ?? {}
  if (!Array.isArray(entries)) throw new ToolError(`${file} is not a HAR file: it is not JSON with log.entries.`)
  const steps: HarStep[] = []
  const marksServers = entries.some((entry: HarEntry | null) =>
    Boolean(entry?.serverIPAddress || entry?.['_serviceWorkerRef']),
  )
  const harFile = { file, writer: creator?.name, marksServers }
  for (const [index, entry] of (entries as HarEntry[]).entries()) {
    try {
      const step = await readEntry(entry, `entry ${index + 1}`, { ...harFile, onlyBaseUrl }, check)
      if (step !== undefined) steps.push(step)
    } catch {
      check.leaveOut('entries that cannot be read')
    }
  }
  return withEnds(steps, creator?.name)
}

/** Writers whose times of entries do not include the wait for a preflight or a connection, and some more. */
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
 * @param name of the entry, for a reader
 * @param onlyBaseUrl of the API, without a slash at its end; by default any that ends in `/v1`
 * @returns `undefined` if it is not of this API, or cannot be read
 * @throws if it has no request
 */
async function readEntry(
  entry: HarEntry,
  name: string,
  { onlyBaseUrl, ...harFile }: HarFile & { readonly onlyBaseUrl: string | undefined },
  check: TrafficCheck,
): Promise<HarStep | undefined> {
  const { method, url, isControl, baseUrl } = addressOf(entry, onlyBaseUrl)
  if (!isControl && (baseUrl === undefined || !url.startsWith(`${baseUrl}/`))) return undefined
  try {
    const status = Number(entry.response.status)
    const place = `${harFile.file}, ${name}: ${method} ${url.replace(/\?.*/s, '')} → ${status}`
    const seen = { ...timesOf(entry), place }
    if (isControl || baseUrl === undefined)
      return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { seen, isReset: true }
    const sent = { method, path: url.slice(baseUrl.length), headers: headersOf(entry.request.headers), url }
    if (method !== 'OPTIONS' && findOperation(sent) === undefined) return undefined
    const headers = headersOf(entry.response.headers)
    const reason = whyLeftOut(entry, status, headers)
    if (reason !== undefined) {
      check.leaveOut(reason)
      return { seen }
    }
    if (!isOnTheWire(entry, harFile)) {
      check.leaveOut('responses that came from no server directly')
      return undefined
    }
    const response = { status, headers, ...(await bodyOf(entry, status, headers, harFile)) }
    if (response.isBodyUnknown === true) check.leaveOut('missing or truncated bodies')
    const key = keyOf(sent.headers)
    return { seen, exchange: { request: sent, response, baseUrl, key, file: harFile.file } }
  } catch (error) {
    const reason = error instanceof TypeError ? 'a part is missing' : reasonOf(error)
    check.leaveOut(`entries below ${baseUrl ?? url} that cannot be read: ${reason}`)
    return undefined
  }
}

function addressOf({ request }: HarEntry, onlyBaseUrl: string | undefined) {
  // With no port that its scheme has anyway.
  const url = new URL(request.url).href.replace(/#.*/s, '').replace(/(?<=^\w+:\/\/)[^/?]*@/, '')
  const found = /^https?:\/\/[^?]*?\/v1(?=\/(?:store\/orders|pets)(?:[/?]|$))/.exec(url)?.[0]
  const isControl = /^[^?]*\/__mock\//.test(url)
  return { method: request.method.toUpperCase(), url, isControl, baseUrl: onlyBaseUrl || found }
}
