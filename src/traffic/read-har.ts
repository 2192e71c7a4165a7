import { ToolError } from '../input/index.js'
import { endOfString } from '../spec/index.js'

/** What a HAR file (HTTP Archive 1.2) holds, as far as it could be read. */
export interface HarFile {
  readonly entries: readonly unknown[]
  /** Whether it ends before its last entry does. */
  readonly isCut: boolean
}

/**
 * Reads a HAR file; one that was cut off is read as far as it goes.
 *
 * @throws {ToolError} if it is none
 */
export function readHar(text: string, file: string): HarFile {
  const json = text.replace(/^\uFEFF/, '')
  const whole = parsed(json) as { log?: { entries?: unknown } } | null | undefined
  if (Array.isArray(whole?.log?.entries)) return { entries: whole.log.entries, isCut: false }
  const start = whole === undefined ? /"log"\s*:\s*\{[^]*?"entries"\s*:\s*\[/.exec(json) : null
  if (start === null) throw new ToolError(`${file} is not a HAR file: it is not JSON with log.entries.`)
  return { entries: [...wholeObjects(json, start.index + start[0].length)], isCut: true }
}

/** The objects of a list, up to the first that is not whole. */
function* wholeObjects(json: string, from: number): Generator {
  const structure = /["{}\]]/g
  structure.lastIndex = from
  let depth = 0
  let start = from
  for (let found = structure.exec(json); found !== null; found = structure.exec(json)) {
    const [character] = found
    if (character === '"') structure.lastIndex = endOfString(json, found.index)
    if (character === '{' && depth++ === 0) start = found.index
    if (character === ']' && depth === 0) return
    if (character !== '}' || --depth > 0) continue
    const object = parsed(json.slice(start, found.index + 1))
    if (object === undefined) return
    yield object
  }
}

/** What a text says as JSON; `undefined` if it is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
