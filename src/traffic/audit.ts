import { readFile } from 'node:fs/promises'
import { ToolError } from '../input/index.js'
import { readBaseUrl, reasonOf } from '../node/index.js'
import { type EntryMeaning, readEntry } from './har-entry.js'
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

/** What happened, in a list of its own for each clock. */
type Timeline = Exclude<EntryMeaning, { kind: 'left out' } | undefined>[]

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
  const timelines: Timeline[] = []
  for (const file of files) timelines.push(readTimeline(await readText(file), file, baseUrl, check))
  const baseUrls = timelines.flat().flatMap((each) => (each.kind === 'exchange' ? [each.baseUrl] : []))
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

function readTimeline(text: string, file: string, baseUrl: string | undefined, check: TrafficCheck): Timeline {
  const { entries, isCut } = readHar(text, file)
  if (isCut) check.say(`${file} is cut off: its first ${entries.length} entries were read.`)
  return entries.flatMap((entry, index): Timeline => {
    const meaning = readEntry(entry, `${file}, entry ${index + 1}`, baseUrl)
    if (meaning?.kind === 'left out') check.leaveOut(meaning.reason)
    if (meaning === undefined || meaning.kind === 'left out') return []
    if (meaning.kind === 'changed') return [meaning]
    if (meaning.unknown !== undefined) check.leaveOut('bodies that are missing or cut')
    return [{ ...meaning, file }]
  })
}

/** What two files have in common happened once. */
function distinct(timeline: Timeline): Timeline {
  const byContent = timeline.map((each): [string, Timeline[number]] => {
    const { startMs, endMs, place } = each.seen
    return [`${startMs} ${endMs} ${place.replace(/^.*?, entry \d+: /s, '')}`, each]
  })
  return [...new Map(byContent.toReversed()).values()]
}

/** In the order in which exchanges ended; where orders were changed otherwise, from when that began. */
function hold(timeline: Timeline, check: TrafficCheck): void {
  const placeOf = (each: Timeline[number]) => (each.kind === 'changed' ? each.seen.startMs : each.seen.endMs)
  for (const each of timeline.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    if (each.kind === 'changed') check.observer.startAnew(each.seen.endMs)
    else check.take(each)
  }
}

function nothingFound(files: readonly string[], baseUrl: string | undefined): string {
  const where = baseUrl === undefined ? 'below a base URL that ends in /v1' : `below ${baseUrl}`
  return `${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} no request to the API ${where}. Give its base URL as --base-url.`
}
