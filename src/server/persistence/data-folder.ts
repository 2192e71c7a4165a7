import { readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { OrdersMock, StoredSandboxState } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { isTemporary, reasonOf, type WritingCalls } from '../../node/index.js'
import { type Lock, LockedError, takeLock } from '../lock.js'
import { checkFolder, FolderMarker, isNewer, readRegularFile } from './folder-marker.js'
import { decodeState, fileNameOf, FORMAT } from './state-file.js'
import { StateFiles } from './state-files.js'

/** Where a mock's sandboxes are persisted. */
export interface DataFolderOptions {
  readonly folder: string
  /** Told, in a sentence or two, of what a person should know: damage, and failing writes. */
  readonly onProblem: (message: string) => void
  /** How to write, for tests. */
  readonly calls?: WritingCalls
}

/** A folder in which a mock's sandboxes are persisted. */
export interface DataFolder {
  /** Its whole path. */
  readonly folder: string
  /** Whether the mock goes on from what was in the folder, rather than from its scenario. */
  readonly isRestored: boolean
  /** Stops writing, and releases the folder for another server; the mock stays as it is. */
  close(): void
}

/**
 * Persists the sandboxes of a mock, without their journals, in a folder with a file for each: first the mock becomes what
 * the folder holds; from then on a change is in its file before it is made. A change that cannot be written is not made.
 *
 * @throws {ToolError} if the folder cannot be used: another server has it, it holds something else, a later version
 *   wrote it, or it must not be read or written
 */
export async function openDataFolder(mock: OrdersMock, options: DataFolderOptions): Promise<DataFolder> {
  try {
    const { hasLostMarker } = checkFolder(resolve(options.folder))
    const folder = realpathSync(options.folder)
    const lock = await lockFolder({ ...options, folder })
    try {
      if (hasLostMarker) options.onProblem(`The data folder ${folder} had lost its marker, which was made again.`)
      return open(mock, lock, { ...options, folder })
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    if (error instanceof ToolError) throw error
    throw new ToolError(`Cannot use the data folder ${options.folder}: ${reasonOf(error)}.`)
  }
}

async function lockFolder({ folder, onProblem }: DataFolderOptions): Promise<Lock> {
  try {
    return await takeLock(join(folder, '.lock'), () => {
      onProblem(`The last server that used the data folder ${folder} was killed. Taking over, which takes a moment.`)
    })
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new ToolError(
      `The data folder ${folder} is in use by another server. Stop that one, or give each server a folder of its own.`,
    )
  }
}

function open(mock: OrdersMock, lock: Lock, { folder, onProblem, calls }: DataFolderOptions): DataFolder {
  const states = readStates(folder, onProblem)
  const marker = new FolderMarker(folder)
  // From now on a server that had the folder before, and was only suspended, leaves it alone.
  marker.write()
  const restored = states.filter((state) => {
    try {
      mock.restoreSandbox(state)
      return true
    } catch (error) {
      putAside(join(folder, fileNameOf(state.name)), reasonOf(error), onProblem)
      return false
    }
  })
  const files = new StateFiles(mock, { folder, lock, marker, onProblem, calls })
  const names = new Set(restored.map(({ name }) => name))
  for (const sandbox of mock.sandboxes) if (!names.delete(sandbox.name)) files.write(sandbox.toState())
  // Those that are left had to make room for others: the mock may hold fewer sandboxes than it did.
  for (const evicted of names) files.remove(evicted)
  const endPersisting = mock.persistTo(files)
  return {
    folder,
    isRestored: restored.length > 0,
    close: () => {
      endPersisting()
      lock.release()
    },
  }
}

/**
 * The sandboxes that a data folder holds, `main` first, then from the least to the most recently used. A damaged file is
 * renamed and costs its sandbox alone. What a killed server was still writing is removed.
 *
 * @throws {ToolError} if a later version wrote a file; then nothing has been touched
 */
function readStates(folder: string, onProblem: (message: string) => void): StoredSandboxState[] {
  const names = readdirSync(folder)
  const damaged = new Map<string, string>()
  const states = names.flatMap((name) => {
    if (!name.endsWith('.json') || name.startsWith('.')) return []
    try {
      return readState(folder, name)
    } catch (error) {
      if (error instanceof ToolError) throw error
      damaged.set(name, reasonOf(error))
      return []
    }
  })
  for (const [name, reason] of damaged) putAside(join(folder, name), reason, onProblem)
  for (const name of names.filter(isTemporary)) rmSync(join(folder, name), { recursive: true, force: true })
  return states.toSorted((one, other) => rank(one) - rank(other))
}

function rank({ name, lastUsedMs }: StoredSandboxState): number {
  return name === 'main' ? -Infinity : lastUsedMs
}

function readState(folder: string, file: string): StoredSandboxState {
  const { format, ...state } = decodeState(readRegularFile(join(folder, file)))
  if (format > FORMAT) throw isNewer(file, format)
  const rightful = fileNameOf(state.name)
  if (file !== rightful) throw new SyntaxError(`it holds the sandbox "${state.name}", whose file is ${rightful}`)
  return state
}

/** Renames a damaged file, and says so. */
function putAside(path: string, reason: string, onProblem: (message: string) => void): void {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(path, aside)
  onProblem(
    `The file ${path} is damaged: ${reason.replace(/\.$/, '')}. It is now ${aside}, and its sandbox starts from its scenario.`,
  )
}
