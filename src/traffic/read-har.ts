import { findOperation } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { reasonOf } from '../node/index.js'
import { readHttpDate } from '../spec/index.js'
import { bodyOf, type HarEntry, type HarFile, headersOf, keyOf, parsed, timesOf, whyLeftOut } from './har-entry.js'
import { type EntryStep, type HarStep, onTheWire, ROUNDING_MS } from './on-the-wire.js'
import type { TrafficCheck } from './traffic-check.js'

/**
 * Reads a HAR file (HTTP Archive 1.2); one that was cut off is read as far as it goes.
 * @param check counts what cannot be judged
 * @throws {ToolError} if it is not a HAR file
 */
export async function readHar(
  text: string,
  file: string,
  onlyBaseUrl: string | undefined,
  check: TrafficCheck,
): Promise<HarStep[]> {
  const json = text.replace(/^\uFEFF/, '')
  const whole = parsed(json)
  const har = (whole ?? parsed(`${json.slice(0, endOfEntries(json))}]}}`)) as {
    log?: { entries?: unknown; creator?: { name?: string } }
  } | null
  const { entries, creator } = har?.log ?? {}
  if (!Array.isArray(entries)) throw new ToolError(`${file} is not a HAR file: it is not JSON with log.entries.`)
  if (whole === undefined) check.say(`${file} is cut off: its first ${entries.length} entries were read.`)
  const steps: EntryStep[] = []
  for (const [index, entry] of (entries as HarEntry[]).entries()) {
    try {
      const step = await readEntry(entry, { file, writer: creator?.name, number: index + 1, onlyBaseUrl }, check)
      if (step !== undefined) steps.push(step)
    } catch {
      check.leaveOut('entries that cannot be read')
    }
  }
  const hasAddresses = entries.some((entry: HarEntry | null) => Boolean(entry?.serverIPAddress))
  const sent = onTheWire(steps, hasAddresses, check)
  for (const { exchange } of sent) if (exchange?.response.isBodyUnknown === true) check.leaveOut(MISSING_BODY)
  return withEnds(sent, creator?.name)
}

const MISSING_BODY = 'missing or truncated bodies'

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

/** Writers whose times of entries do not include the wait for a preflight or a connection, and some more. */
const SLACK_MS: ReadonlyMap<unknown, number> = new Map([
  ['Firefox', 50],
  ['Playwright', 5],
])

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
 * @param file and its number there say to a reader which entry it is
 * @param onlyBaseUrl of the API, without a slash at its end; by default any that ends in `/v1`
 * @returns `undefined` if it is not of this API, or cannot be read
 * @throws if it has no request
 */
async function readEntry(
  entry: HarEntry,
  { file, writer, number, onlyBaseUrl }: HarFile & { number: number; onlyBaseUrl: string | undefined },
  check: TrafficCheck,
): Promise<EntryStep | undefined> {
  const { method, url, isControl, baseUrl } = addressOf(entry, onlyBaseUrl)
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
    const reason = whyLeftOut(entry, status, headers, writer)
    if (reason !== undefined) {
      check.leaveOut(reason)
      return { seen, entry }
    }
    const date = readHttpDate(headers['date'] ?? '', seen.startMs)
    const response = { status, headers, ...(await bodyOf(entry, status, headers, { file, writer })) }
    const key = keyOf(sent.headers)
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

function addressOf({ request }: HarEntry, onlyBaseUrl: string | undefined) {
  // With no port that its scheme has anyway.
  const url = new URL(request.url).href.replace(/#.*/s, '').replace(/(?<=^\w+:\/\/)[^/?]*@/, '')
  const found = /^https?:\/\/[^?]*?\/v1(?=\/(?:store\/orders|pets)(?:[/?]|$))/.exec(url)?.[0]
  const isControl = /^[^?]*\/__mock\//.test(url)
  return { method: request.method.toUpperCase(), url, isControl, baseUrl: onlyBaseUrl || found }
}
