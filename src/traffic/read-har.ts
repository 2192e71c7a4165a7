import { ToolError } from '../input/index.js'
import { type HarEntry, type HarStep, parsed, readEntry } from './har-entry.js'
import type { TrafficCheck } from './traffic-check.js'

interface Har {
  readonly log?: { readonly entries?: unknown; readonly creator?: { readonly name?: string } }
}

/**
 * Reads a HAR file (HTTP Archive 1.2); one that was cut off is read as far as it goes.
 *
 * @param check told of what cannot be judged
 * @throws {ToolError} if it is none
 */
export function readHar(text: string, file: string, onlyBaseUrl: string | undefined, check: TrafficCheck): HarStep[] {
  const json = text.replace(/^\uFEFF/, '')
  const whole = parsed(json)
  const har = (whole ?? parsed(`${json.slice(0, endOfEntries(json))}]}}`)) as Har | null | undefined
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
    // What is left open then is the list of entries, its log, and the file itself.
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
