import { type KeptChange, PersistError, type OrdersMock } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { EntryWriter } from './entries.js'
import { lock } from './lock.js'
import { LogFile, type WritingCalls } from './log-file.js'
import { locateDataFile, readDataFile } from './read-data-file.js'

/** How a mock is kept in a file. */
export interface DataFileOptions {
  readonly file: string
  /** Told, in a sentence or two, of what a person should know: damage, and failing writes. */
  readonly onProblem: (message: string) => void
  /** How many bytes the file may grow by before it is written anew. Default: its own size, 1 MiB at least. */
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
  const path = locateDataFile(options.file)
  const unlock = lock(path)
  const log = new LogFile(path, options.calls)
  const end = (): void => {
    log.close()
    unlock()
  }
  try {
    const records = readDataFile(path, options.onProblem)
    for (const record of records) mock.restoreSandbox(record)
    const kept: Kept = { mock, log, writer: new EntryWriter(), path }
    writeWhole(kept)
    const endKeeping = mock.keep(createKeeper(kept, options))
    return {
      path,
      isRestored: records.length > 0,
      close: once(() => {
        endKeeping()
        end()
      }),
    }
  } catch (error) {
    end()
    throw error
  }
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

function createKeeper(kept: Kept, { onProblem, compactAfterBytes }: DataFileOptions): (change: KeptChange) => void {
  const { log, writer, path } = kept
  const roomBytes = (): number => compactAfterBytes ?? Math.max(log.wholeBytes, 2 ** 20)
  let isFailing = false
  let compactAtBytes = log.wholeBytes + roomBytes()
  const compactIfDue = (): void => {
    if (log.bytes < compactAtBytes) return
    try {
      compact(kept)
    } catch (error) {
      onProblem(`The data file ${path} could not be made smaller: ${reasonOf(error)}. It goes on growing.`)
    }
    // After a failure it is tried again when the file has grown as much once more.
    compactAtBytes = log.bytes + roomBytes()
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
      throw new PersistError(`${problem}. So the change was not made. Make room, and try again.`)
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
