import { readFile } from 'node:fs/promises'
import { ToolError } from '../input/index.js'
import { readBaseUrl, reasonOf } from '../node/index.js'
import { type HarStep, readEntry } from './har-entry.js'
import { readHar } from './read-har.js'
import { TrafficCheck } from './traffic-check.js'

export interface AuditOptions {
  /** Only what goes there is looked at; by default whatever calls the API below a `/v1`. */
  readonly baseUrl?: string | undefined
  /** Whether the files were recorded by one clock, so that their times can be compared. */
  readonly isSameClock?: boolean
}

/**
 * Holds recorded traffic against the contract. Nothing is sent anywhere.
 *
 * @returns what came of it, and whose traffic it is
 * @throws {ToolError} exit code 2, if a file cannot be read, or if none of them has anything of the API
 */
export async function auditFiles(
  files: readonly string[],
  { baseUrl: given, isSameClock = false }: AuditOptions = {},
): Promise<{ readonly check: TrafficCheck; readonly baseUrls: readonly string[] }> {
  const baseUrl = given && readBaseUrl(given)
  const check = new TrafficCheck()
  const timelines: HarStep[][] = []
  for (const file of files) timelines.push(readSteps(await readText(file), file, baseUrl, check))
  const baseUrls = timelines.flat().flatMap(({ exchange }) => exchange?.baseUrl ?? [])
  if (baseUrls.length === 0) throw new ToolError(nothingFound(files, baseUrl))
  for (const timeline of isSameClock ? [distinct(timelines.flat())] : timelines) {
    check.observer.startAnew()
    hold(timeline, check)
  }
  return { check, baseUrls: [...new Set(baseUrls)] }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ToolError(`Cannot read ${file}: ${reasonOf(error)}.`)
  }
}

function readSteps(text: string, file: string, onlyBaseUrl: string | undefined, check: TrafficCheck): HarStep[] {
  const { entries, creator, isCut } = readHar(text, file)
  if (isCut) check.say(`${file} is cut off: its first ${entries.length} entries were read.`)
  const steps = entries.flatMap((entry, index) => {
    try {
      const source = { file, number: index + 1, onlyBaseUrl }
      const step = readEntry(entry, source, (reason) => check.leaveOut(reason))
      if (step !== undefined && Number.isNaN(step.seen.startMs)) throw new Error('It has no time')
      return step ?? []
    } catch {
      check.leaveOut('entries that cannot be read')
      return []
    }
  })
  return withEnds(steps, creator)
}

// Clocks are read to the millisecond, and not all of them round down.
const ROUNDING_MS = 1

/** Writers that leave out of an entry's time how long it waited for its preflight or a connection, and some more. */
const SLACK_MS: Readonly<Record<string, number>> = { Firefox: 50, Playwright: 5 }

/** Gives each step the latest end that it may have had: of what overlaps, each may have waited for all the others. */
function withEnds(steps: readonly HarStep[], creator: string): HarStep[] {
  const slackMs = SLACK_MS[creator]
  let chain = { endMs: -Infinity }
  const chained = steps.toSorted(byTime(({ seen }) => seen.startMs)).map((step) => {
    const { startMs, endMs } = step.seen
    if (slackMs === undefined || startMs > chain.endMs) chain = { endMs: startMs }
    chain.endMs += endMs - startMs + (slackMs ?? ROUNDING_MS)
    return { step, chain }
  })
  return chained.map(({ step, chain: { endMs } }) => ({ ...step, seen: { ...step.seen, endMs } }))
}

function byTime(timeOf: (step: HarStep) => number): (one: HarStep, other: HarStep) => number {
  return (one, other) => timeOf(one) - timeOf(other)
}

/** What two files have in common happened once. */
function distinct(steps: readonly HarStep[]): HarStep[] {
  const byContent = steps.map((step): [string, HarStep] => {
    const { startMs, endMs, place } = step.seen
    return [`${startMs} ${endMs} ${place.replace(/^.*?, entry \d+: /s, '')}`, step]
  })
  return [...new Map(byContent.toReversed()).values()]
}

/** In the order in which exchanges ended; where orders were changed otherwise, from when that began. */
function hold(steps: readonly HarStep[], check: TrafficCheck): void {
  const inOrder = steps.toSorted(byTime(({ seen, isReset }) => (isReset === true ? seen.startMs : seen.endMs)))
  for (const { seen, exchange, isReset } of inOrder) {
    if (isReset === true) check.observer.startAnew(seen.endMs)
    if (exchange !== undefined) check.take({ ...exchange, seen })
  }
}

function nothingFound(files: readonly string[], baseUrl: string | undefined): string {
  const where = baseUrl === undefined ? 'below a base URL that ends in /v1' : `below ${baseUrl}`
  return `${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} no request to the API ${where}. Give its base URL as --base-url.`
}
