import { accessSync, constants, existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type KeptChange, NotKept, type OrdersMock, type SandboxRecord } from '../../core/index.js'
import { ToolError } from '../../spec/index.js'
import { reasonOf } from '../file-errors.js'
import { EntryWriter } from './entries.js'
import { lock } from './lock.js'
import { LogFile, type WritingCalls } from './log-file.js'
import { DamagedLog, decodeLines } from './log-lines.js'
import { replay } from './replay.js'

/** How a mock is kept in a file. */
export interface DataFileOptions {
  readonly file: string
  /** Told, in a sentence or two, of what a person should know: damage, and failing writes. */
  readonly onProblem: (message: string) => void
  /** By how many bytes the file may outgrow twice its live content before it is written anew. Default: 1 MiB. */
  readonly compactAfterBytes?: number | undefined
  /** How to write, for tests. */
  readonly calls?: WritingCalls
}

/** A file that keeps a mock. */
export interface DataFile {
  /** Its whole path. */
  readonly path: string
  /** Whether the mock goes on from what was in the file, rather than from its scenario. */
  readonly isRestored: boolean
  /** Ends the keeping; the mock stays as it is. */
  close(): void
}

/**
 * Keeps all sandboxes of a mock in a file, their journals excepted: what the file holds is restored first, then each
 * change is written to it before it is made. A change that cannot be written is not made.
 *
 * A file that was damaged is kept under another name, and the mock starts from its scenario.
 *
 * @throws {ToolError} if the file cannot be used: another server has it, a newer version wrote it, it is a folder, its
 *   folder is missing, or it must not be read or written
 */
export function openDataFile(mock: OrdersMock, options: DataFileOptions): DataFile {
  const path = locate(options.file)
  const unlock = lock(path)
  try {
    const records = readRecords(path, options.onProblem)
    for (const record of records) mock.restoreSandbox(record)
    const log = new LogFile(path, options.calls)
    const writer = new EntryWriter()
    writeWhole({ mock, log, writer, path })
    const endKeeping = mock.keep(createKeeper({ mock, log, writer, path }, options))
    const close = (): void => {
      endKeeping()
      log.close()
      unlock()
    }
    return { path, isRestored: records.length > 0, close: once(close) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A link is followed, so that the file that it leads to is the one that is written and locked. */
function locate(file: string): string {
  const path = resolve(file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw cannotUse(path, 'it is a folder. Name a file in it')
  if (found !== undefined && !found.isFile()) throw cannotUse(path, 'it is not a regular file')
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw cannotUse(path, `there is no folder ${folder}. Make it first`)
  try {
    if (found === undefined) return join(realpathSync(folder), basename(path))
    accessSync(path, constants.R_OK | constants.W_OK)
    return realpathSync(path)
  } catch (error) {
    throw cannotUse(path, reasonOf(error))
  }
}

function cannotUse(path: string, reason: string): ToolError {
  return new ToolError(`Cannot use the data file ${path}: ${reason}.`)
}

function readRecords(path: string, onProblem: (message: string) => void): SandboxRecord[] {
  if (!existsSync(path)) return []
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw cannotUse(path, reasonOf(error))
  }
  if (bytes.byteLength === 0) return []
  try {
    return replay(decodeLines(bytes, path))
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error
    onProblem(putAside(path, error))
    return []
  }
}

/** @returns what to tell about it */
function putAside(path: string, { line, message }: DamagedLog): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const aside = `${path}.damaged-${time}`
  try {
    if (existsSync(aside)) throw new Error(`${aside} is there already`)
    renameSync(path, aside)
  } catch (error) {
    throw cannotUse(path, `it is damaged at line ${line} (${message}), and cannot be kept aside: ${reasonOf(error)}`)
  }
  return (
    `The data file ${path} is damaged at line ${line}: ${message}. It is kept as ${aside}, and the mock starts from ` +
    `its scenario. To go back to what the lines before say, stop the mock, put the first ${line - 1} lines of that ` +
    `file in place of this one, and start again.`
  )
}

interface Kept {
  readonly mock: OrdersMock
  readonly log: LogFile
  readonly writer: EntryWriter
  readonly path: string
}

function writeWhole(kept: Kept): void {
  try {
    compact(kept)
  } catch (error) {
    throw new ToolError(`Cannot write the data file ${kept.path}: ${reasonOf(error)}.`)
  }
}

function compact({ mock, log, writer }: Kept): void {
  const entries = [...writer.allEntries(mock.sandboxRecords())]
  log.replaceBy(entries)
  writer.noteWritten(entries, { isWhole: true })
}

function createKeeper(
  kept: Kept,
  { onProblem, compactAfterBytes = 2 ** 20 }: DataFileOptions,
): (change: KeptChange) => void {
  const { log, writer, path } = kept
  let isFailing = false
  let compactAtBytes = 2 * log.wholeBytes + compactAfterBytes
  const compactIfDue = (): void => {
    if (log.bytes < compactAtBytes) return
    try {
      compact(kept)
      compactAtBytes = 2 * log.wholeBytes + compactAfterBytes
    } catch (error) {
      // The file as it is serves just as well; it is tried again when it has grown as much once more.
      compactAtBytes = log.bytes + log.wholeBytes + compactAfterBytes
      onProblem(`The data file ${path} could not be made smaller: ${reasonOf(error)}. It goes on growing.`)
    }
  }
  return (change) => {
    compactIfDue()
    const entries = writer.entriesOf(change)
    try {
      log.append(entries)
    } catch (error) {
      const problem = `The data file ${path} cannot be written: ${reasonOf(error)}`
      if (!isFailing) onProblem(`${problem}. Until it can, no change is made, and requests for one get 500.`)
      isFailing = true
      throw new NotKept(`${problem}. So the change was not made. Make room, and try again.`)
    }
    writer.noteWritten(entries)
    if (isFailing) onProblem(`The data file ${path} can be written again.`)
    isFailing = false
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
