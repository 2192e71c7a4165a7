import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { OrdersMock, SandboxState } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { isTemporary, reasonOf } from '../../node/index.js'
import { FolderLog, type FolderLogOptions } from './folder-log.js'
import { checkFolder, FolderMarker } from './folder-marker.js'
import { fileNameOf, parseState, readStored } from './state-file.js'

/**
 * Persists the sandboxes of a mock (without their journals) in a folder, one file per sandbox. First restores the
 * sandboxes in the folder; from then on, every change is written before it is made. A change that cannot be written is
 * not made.
 * @returns its whole path; whether the mock goes on from its content, rather than from the scenario; and what ends the
 *   writing, and releases the folder for another server
 * @throws {ToolError} if the folder cannot be used: another server uses it, it contains something else, a later version
 *   wrote it, or it must not be read or written
 */
export async function openDataFolder(mock: OrdersMock, options: FolderLogOptions) {
  const folder = resolve(options.folder)
  const marker = new FolderMarker(folder)
  try {
    checkFolder(folder)
    await marker.claim()
    const restored = restoreSandboxes(mock, { ...options, folder })
    const isRestored = restored.size > 0
    const log = new FolderLog(mock, marker, restored, { ...options, folder })
    for (const sandbox of mock.sandboxes) if (!restored.delete(sandbox.name)) log.write(sandbox.store.toState())
    // The other sandboxes were evicted: the limit of the mock may be lower than it was.
    for (const evicted of restored) log.remove(evicted)
    mock.persistTo(log)
    const close = (): void => {
      mock.persistTo(undefined)
      marker.release()
    }
    return { folder, isRestored, close }
  } catch (error) {
    marker.release()
    throw new ToolError(`Cannot use the data folder ${folder}: ${reasonOf(error)}.`)
  }
}

/**
 * Restores the sandboxes of a folder, from the least to the most recently used. A damaged file is renamed and costs its
 * sandbox alone. What a killed server was still writing is removed.
 * @returns their names
 * @throws {Error} if a file cannot be read
 */
function restoreSandboxes(mock: OrdersMock, { folder, onProblem }: FolderLogOptions): Set<string> {
  const unlessDamaged = <Result>(file: string, act: () => Result): Result[] => {
    try {
      return [act()]
    } catch (error) {
      const path = join(folder, file)
      const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
      renameSync(path, aside)
      const what = `The file ${path} is damaged: ${reasonOf(error)}`
      onProblem(`${what}. It was renamed to ${aside}, and its sandbox starts from its scenario.`)
      return []
    }
  }
  const names = readdirSync(folder)
  for (const name of names.filter(isTemporary)) rmSync(join(folder, name), { recursive: true, force: true })
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  // All are read before one is put aside: a file that cannot be read is not a damaged one, and ends the start.
  const read = files.map((file) => [file, readStored(join(folder, file))] as const)
  const states = read.flatMap(([file, bytes]) => unlessDamaged(file, () => parseState(file, bytes)))
  const sorted = states.toSorted((one, other) => one.lastUsedMs - other.lastUsedMs)
  const restore = (state: SandboxState): string => mock.restoreSandbox(state).name
  return new Set(sorted.flatMap((state) => unlessDamaged(fileNameOf(state.name), () => restore(state))))
}
