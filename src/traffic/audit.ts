import { readFile } from 'node:fs/promises'
import { ToolError } from '../input/index.js'
import { readBaseUrl, readText } from '../node/index.js'
import type { HarStep } from './on-the-wire.js'
import { readHar } from './read-har.js'
import { TrafficCheck } from './traffic-check.js'

/**
 * Checks recorded traffic against the contract. Nothing is sent anywhere.
 * @param given the base URL of the API; by default every URL below a `/v1` is checked
 * @param isSameClock whether the files were recorded by one clock, so that their times can be compared
 * @returns the check with its results, and whose traffic it is
 * @throws {ToolError} exit code 2, if a file cannot be read, or if none of them has anything of the API
 */
export async function auditFiles(
  files: readonly string[],
  { baseUrl: given, isSameClock = false }: { baseUrl?: string | undefined; isSameClock?: boolean } = {},
): Promise<{ readonly check: TrafficCheck; readonly baseUrls: readonly string[] }> {
  const baseUrl = given && readBaseUrl(given)
  const check = new TrafficCheck()
  const timelines: HarStep[][] = []
  for (const file of files) {
    const text = await readText(file, 'the recording', readRecording)
    timelines.push(await readHar(text, file, baseUrl, check))
  }
  const baseUrls = timelines.flat().flatMap(({ exchange }) => exchange?.baseUrl ?? [])
  if (baseUrls.length === 0) {
    const where = baseUrl === undefined ? 'below a base URL that ends in /v1' : `below ${baseUrl}`
    const leftOut = check.report().notes.find((note) => note.startsWith('Skipped'))
    if (leftOut !== undefined) throw new ToolError(`${files.join(', ')}: no response can be checked. ${leftOut}`)
    throw new ToolError(`${files.join(', ')}: no request to the API ${where}. Set its base URL with --base-url.`)
  }
  const hasResets = timelines.flat().some(({ isReset }) => isReset)
  for (const timeline of isSameClock ? [distinct(timelines.flat())] : timelines) {
    // What a mock restored may be cancelled again.
    check.habits.startAnew()
    if (hasResets) check.observer.startAnew()
    else check.observer.startFile()
    await hold(timeline, check)
  }
  return { check, baseUrls: [...new Set(baseUrls)] }
}

/** A recording may be large, or come through a pipe. */
async function readRecording(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path)
  // The beginnings of ZIP and gzip.
  if (['504b', '1f8b'].includes(bytes.toString('hex', 0, 2))) throw new Error('it is packed. Unpack it')
  return bytes
}

/** An exchange that two files have in common happened once. */
function distinct(steps: readonly HarStep[]): HarStep[] {
  const byContent = steps.map((step): [string, HarStep] => {
    const { startMs, endMs, place } = step.seen
    return [`${startMs} ${endMs} ${place.replace(/^.*?, entry \d+: /s, '')}`, step]
  })
  return [...new Map(byContent).values()]
}

/** In the order in which exchanges ended; where orders were changed otherwise, from when that began. */
async function hold(steps: readonly HarStep[], check: TrafficCheck): Promise<void> {
  for (const { seen, exchange, isReset } of steps.toSorted((one, other) => takenAtMs(one) - takenAtMs(other))) {
    if (isReset === true) {
      check.observer.startAnew(seen.endMs)
      check.habits.startAnew()
    }
    if (exchange !== undefined) await check.take({ ...exchange, seen })
  }
}

function takenAtMs({ seen, isReset }: HarStep): number {
  return isReset === true ? seen.startMs : seen.endMs
}
