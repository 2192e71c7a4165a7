import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { OrdersMock, StoredSandboxState } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { lockFolder } from './folder-lock.js'
import { checkFolder, createMarker } from './folder-marker.js'
import { putAside, readStates } from './read-states.js'
import { fileNameOf, type WritingCalls } from './state-file.js'
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
    return await open(mock, options)
  } catch (error) {
    if (error instanceof ToolError) throw error
    throw new ToolError(`Cannot use the data folder ${options.folder}: ${reasonOf(error)}.`)
  }
}

async function open(mock: OrdersMock, options: DataFolderOptions): Promise<DataFolder> {
  const { onProblem, calls } = options
  checkFolder(resolve(options.folder))
  const folder = realpathSync(options.folder)
  const marker = createMarker(folder)
  const lock = await lockFolder({ folder, onProblem, isOurs: () => marker.isThere() })
  try {
    // From now on a server that had the folder before, and was only suspended, leaves it alone.
    marker.write()
    const restored = new Set<string>()
    for (const state of readStates(folder, onProblem)) {
      if (restore(mock, state, { folder, onProblem })) restored.add(state.name)
    }
    const files = new StateFiles(mock, { folder, lock, marker, onProblem, calls })
    files.writeAllBut(restored)
    const endPersisting = mock.persistTo(files)
    return {
      folder,
      isRestored: restored.size > 0,
      close: () => {
        endPersisting()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether a sandbox could be made of a state; a file that says what cannot be is damaged. */
function restore(mock: OrdersMock, state: StoredSandboxState, { folder, onProblem }: DataFolderOptions): boolean {
  try {
    mock.restoreSandbox(state)
    return true
  } catch (error) {
    putAside(join(folder, fileNameOf(state.name)), { reason: reasonOf(error), onProblem })
    return false
  }
}
