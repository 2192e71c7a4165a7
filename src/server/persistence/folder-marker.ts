import { randomUUID } from 'node:crypto'
import { type Stats, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../input/index.js'
import { codeOf, makeFolder, reasonOf } from '../../node/index.js'
import { FORMAT, replaceFile } from './state-file.js'

/** The file by which a data folder is known; no sandbox has this name, because it has no ending. */
const MARKER = 'orders-mock-data'
/** What the first line of a data file said, before there were folders. */
const EARLIER_FILE = 'orders-mock-data 1\n'

/** The mark of one server in a data folder. */
export interface FolderMarker {
  /** Whether nobody has replaced the folder, or taken it over, since the mark was written. */
  isThere(): boolean
  /** Whether another server has left its mark instead. */
  isAnothers(): boolean
  write(): void
}

/**
 * Makes sure that a folder is a data folder, or can become one.
 *
 * @throws {ToolError} if it is something else, or of a later version
 */
export function checkFolder(folder: string): void {
  const found = lookAt(folder)
  if (found === undefined) return makeDataFolder(folder)
  if (!found.isDirectory()) throw isFile(folder, found.isFile())
  const version = readMarker(folder)?.format
  if (version === undefined) checkEmpty(folder)
  else if (version > FORMAT) throw isNewer(folder, version)
}

/** Says that something was written by a later version. */
export function isNewer(path: string, version: number): ToolError {
  return new ToolError(
    `${path} was written by a newer version of orders-mock (its format is ${version}, this version knows ${FORMAT}). Upgrade orders-mock, or name another folder.`,
  )
}

/** Makes the mark of this server. */
export function createMarker(folder: string): FolderMarker {
  const server = randomUUID()
  const path = join(folder, MARKER)
  let identity: string | undefined
  const look = (): string | undefined => {
    const found = lookAt(path)
    return found && [found.dev, found.ino, found.mtimeMs].join()
  }
  return {
    isThere: () => identity === undefined || look() === identity,
    isAnothers: () => {
      const found = readMarker(folder)
      return found !== undefined && found.server !== server
    },
    write: () => {
      replaceFile(path, `${JSON.stringify({ format: FORMAT, server })}\n`)
      identity = look()
    },
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new ToolError(`Cannot make the data folder ${folder}: ${reasonOf(error)}.`)
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function readMarker(folder: string): { readonly format: number; readonly server: unknown } | undefined {
  try {
    const { format, server } = JSON.parse(readFileSync(join(folder, MARKER), 'utf8')) as Record<string, unknown>
    return typeof format === 'number' ? { format, server } : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw new ToolError(`Cannot use the data folder ${folder}: ${reasonOf(error)}.`)
  }
}

/** A new volume has a folder `lost+found`; systems leave hidden files anywhere. */
function checkEmpty(folder: string): void {
  const other = readdirSync(folder).find((name) => !name.startsWith('.') && name !== 'lost+found' && name !== MARKER)
  if (other === undefined) return
  throw new ToolError(
    `${folder} is not a data folder: it holds something else, such as ${other}. Name an empty folder, or a new one.`,
  )
}

function isFile(path: string, isRegular: boolean): ToolError {
  const isEarlier = isRegular && readFileSync(path, 'latin1').startsWith(EARLIER_FILE)
  const what = isEarlier ? 'a data file of an earlier version, which this one cannot read' : 'a file'
  return new ToolError(`${path} is ${what}. --data names a folder now, with a file for each sandbox: name a new one.`)
}
