import { findOperation, type ProviderResponse } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { reasonOf } from '../node/index.js'
import {
  bodyOf,
  type HarEntry,
  headersOf,
  isOfServer,
  isOfWorker,
  isPassedOn,
  parsed,
  timesOf,
  whyLeftOut,
} from './har-entry.js'
import { readHttpDate } from '../spec/index.js'
import type { TrafficCheck } from './traffic-check.js'
import type { Sighting, TrafficExchange } from './traffic-exchange.js'

/** What happened. */
export interface HarStep {
  readonly seen: Sighting
  /** What it was, if it can be judged; a preflight cannot. */
  readonly exchange?: HarExchange
  /** Whether the control API of a mock changed its orders. */
  readonly isReset?: boolean
}

interface EntryStep extends HarStep {
  readonly entry: HarEntry
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
  const hasAddresses = entries.some((entry: HarEntry | null) => Boolean(entry?.serverIPAddress))
  const sent = onTheWire(steps, hasAddresses, check)
  for (const { exchange } of sent) if (exchange?.response.isBodyUnknown === true) check.leaveOut(MISSING_BODY)
  return withEnds(sent, creator?.name)
}

const MISSING_BODY = 'bodies that are missing or cut'

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

/**
 * One request on the wire is one exchange. A page's entry of what its service worker responded has no address of a server;
 * for each request that the worker sent on there is an entry, too.
 */
function onTheWire(steps: readonly EntryStep[], hasAddresses: boolean, check: TrafficCheck): HarStep[] {
  const inOrder = steps.toSorted((one, other) => one.seen.startMs - other.seen.startMs)
  const [own, sent] = [
    inOrder.filter(({ entry }) => !isOfWorker(entry)),
    inOrder.filter(({ entry }) => isOfServer(entry)),
  ]
  const pages = new Map<EntryStep, EntryStep>()
  const kept = inOrder.flatMap((step): EntryStep[] => {
    const { entry, exchange } = step
    if (exchange === undefined || isOfServer(entry)) return [step]
    const worker = (isOfWorker(entry) ? own : sent).find((other) => !pages.has(other) && isSentOn(step, other))
    if (worker !== undefined) pages.set(worker, step)
    // A script sees some of the headers only.
    else if (isPassedOn(entry)) return [{ ...step, exchange: withResponse(exchange, { headers: {} }) }]
    else if (!hasAddresses && !isOfWorker(entry)) return [step]
    check.leaveOut(worker === undefined ? 'responses that no server sent' : 'requests that a service worker sent on')
    return []
  })
  return kept.map((step) => withBody(step, pages.get(step)))
}

/** Whether one is a page's entry, and the other that of its service worker for the same request. */
function isSentOn(page: EntryStep, worker: EntryStep): boolean {
  const [wanted, sent] = [page, worker].map(({ exchange }) => exchange?.request)
  const { startMs } = worker.seen
  const isInTime = startMs >= page.seen.startMs - ROUNDING_MS && startMs <= page.seen.endMs + ROUNDING_MS
  return isInTime && wanted?.url === sent?.url && wanted?.method === sent?.method
}

type HarExchange = Omit<TrafficExchange, 'seen'>

function withResponse(exchange: HarExchange, change: Partial<ProviderResponse>): HarExchange {
  return { ...exchange, response: { ...exchange.response, ...change } }
}

/** What Playwright knows of a worker's response but the body; its page has read it, unless the length differs. */
function withBody(step: EntryStep, page: EntryStep | undefined): HarStep {
  const [mine, read] = [step, page].map((each) => each?.exchange?.response)
  const lengths = [step.entry.response.bodySize, Number(mine?.headers['content-length'])]
  if (step.exchange === undefined || mine?.isBodyUnknown !== true || read === undefined) return step
  if (mine.status !== read.status || !lengths.includes(Buffer.byteLength(read.body))) return step
  return {
    ...step,
    exchange: withResponse(step.exchange, { body: read.body, isBodyUnknown: read.isBodyUnknown === true }),
  }
}

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
 * @returns `undefined` if it is not of this API, or cannot be read
 * @throws if it has no request
 */
function readEntry(
  entry: HarEntry,
  { file, number, onlyBaseUrl }: { file: string; number: number; onlyBaseUrl: string | undefined },
  check: TrafficCheck,
): EntryStep | undefined {
  const method = entry.request.method.toUpperCase()
  // With no port that its scheme has anyway.
  const url = new URL(entry.request.url).href.replace(/#.*/s, '').replace(/(?<=^\w+:\/\/)[^/?]*@/, '')
  const isControl = /^[^?]*\/__mock\//.test(url)
  const baseUrl = onlyBaseUrl || /^https?:\/\/[^?]*?\/v1(?=\/(?:store\/orders|pets)(?:[/?]|$))/.exec(url)?.[0]
  if (!isControl && (baseUrl === undefined || !url.startsWith(`${baseUrl}/`))) return undefined
  try {
    const status = Number(entry.response.status)
    const place = `${file}, entry ${number}: ${method} ${url.replace(/\?.*/s, '')} → ${status}`
    const seen = { ...timesOf(entry), place }
    if (isControl || baseUrl === undefined)
      return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { seen, isReset: true, entry }
    const sent = { method, path: url.slice(baseUrl.length), headers: headersOf(entry.request.headers), url }
    if (method !== 'OPTIONS' && findOperation(sent) === undefined) return undefined
    const headers = headersOf(entry.response.headers)
    const reason = whyLeftOut(entry, status, headers)
    if (reason !== undefined) {
      check.leaveOut(reason)
      return { seen, entry }
    }
    const date = readHttpDate(headers['date'] ?? '', seen.startMs)
    const response = { status, headers, ...bodyOf(entry, status, headers) }
    const key = sent.headers['authorization']
    return {
      seen: { ...seen, ...(date !== undefined && { date }) },
      exchange: { request: sent, response, baseUrl, key, file },
      entry,
    }
  } catch (error) {
    const reason = error instanceof TypeError ? 'a part is missing' : reasonOf(error)
    check.leaveOut(`entries below ${baseUrl ?? url} that cannot be read: ${reason}`)
    return undefined
  }
}
