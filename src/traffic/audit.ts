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

export interface Audited {
  readonly check: TrafficCheck
  /** Whose traffic it is. */
  readonly baseUrls: readonly string[]
}

/**
 * Holds recorded traffic against the contract. Nothing is sent anywhere.
 *
 * @throws {ToolError} exit code 2, if a file cannot be read, or if none of them has anything of the API
 */
export async function auditFiles(
  files: readonly string[],
  { baseUrl: given, isSameClock = false }: AuditOptions = {},
): Promise<Audited> {
  const baseUrl = given && readBaseUrl(given)
  const check = new TrafficCheck()
  const timelines: HarStep[][] = []
  for (const file of files) timelines.push(readSteps(await readText(file), file, baseUrl, check))
  const baseUrls = timelines.flat().flatMap((each) => each.exchange?.baseUrl ?? [])
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

function readSteps(text: string, file: string, baseUrl: string | undefined, check: TrafficCheck): HarStep[] {
  const { entries, isCut } = readHar(text, file)
  if (isCut) check.say(`${file} is cut off: its first ${entries.length} entries were read.`)
  const leaveOut = (reason: string): undefined => check.leaveOut(reason)
  return entries.flatMap((entry, index) => readEntry(entry, { file, number: index + 1, baseUrl, leaveOut }) ?? [])
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
  for (const { seen, exchange } of steps.toSorted((one, other) => takenAtMs(one) - takenAtMs(other))) {
    if (exchange === undefined) check.observer.startAnew(seen.endMs)
    else check.take(exchange)
  }
}

function takenAtMs({ seen, exchange }: HarStep): number {
  return exchange === undefined ? seen.startMs : seen.endMs
}

function nothingFound(files: readonly string[], baseUrl: string | undefined): string {
  const where = baseUrl === undefined ? 'below a base URL that ends in /v1' : `below ${baseUrl}`
  return `${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} no request to the API ${where}. Give its base URL as --base-url.`
}
