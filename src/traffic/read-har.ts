import { ToolError } from '../input/index.js'

/** What a HAR file (HTTP Archive 1.2) holds, as far as it could be read. */
interface HarFile {
  readonly entries: readonly unknown[]
  /** What wrote it. */
  readonly creator: string
  /** Whether it ends before its list of entries does. */
  readonly isCut: boolean
}

/**
 * Reads a HAR file; one that was cut off is read as far as it goes.
 *
 * @throws {ToolError} if it is none
 */
export function readHar(text: string, file: string): HarFile {
  const json = text.replace(/^\uFEFF/, '')
  const whole = parsed(json)
  const har = (whole ?? parsed(`${json.slice(0, endOfEntries(json))}]}}`)) as { log?: Record<string, unknown> } | null
  const { entries, creator } = har?.log ?? {}
  if (!Array.isArray(entries)) throw new ToolError(`${file} is not a HAR file: it is not JSON with log.entries.`)
  return { entries, creator: String((creator as { name?: unknown } | null)?.name), isCut: whole === undefined }
}

// The log, the list of entries, and the file itself.
const DEPTH_OF_ENTRIES = 3

/** Where the last entry ends that is whole. */
function endOfEntries(json: string): number {
  let depth = 0
  let end = 0
  let isInString = false
  for (const { 0: token, index } of json.matchAll(/\\.|["{}[\]]/gs)) {
    if (token === '"') isInString = !isInString
    if (isInString || token === '"') continue
    depth += token === '{' || token === '[' ? 1 : -1
    if (token === '}' && depth === DEPTH_OF_ENTRIES) end = index + 1
  }
  return end
}

/** What a text says as JSON; `undefined` if it is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
