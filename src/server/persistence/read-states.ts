import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { isNewer } from './folder-marker.js'
import type { StoredSandboxState } from '../../core/index.js'
import { decodeState, fileNameOf, FORMAT, isTemporary } from './state-file.js'

/**
 * The sandboxes that a data folder holds, `main` first, then from the least to the most recently used. A damaged file is
 * renamed and costs its sandbox alone. What a killed server was still writing is removed.
 *
 * @throws {ToolError} if a file cannot be read, or a later version wrote it; then nothing has been touched
 */
export function readStates(folder: string, onProblem: (message: string) => void): StoredSandboxState[] {
  const names = readdirSync(folder)
  const states: StoredSandboxState[] = []
  const damaged: { file: string; reason: string }[] = []
  for (const file of names.filter((name) => name.endsWith('.json') && !name.startsWith('.'))) {
    const text = readText(join(folder, file))
    try {
      states.push(readState(text, file))
    } catch (error) {
      if (error instanceof ToolError) throw error
      damaged.push({ file, reason: reasonOf(error) })
    }
  }
  for (const { file, reason } of damaged) putAside(join(folder, file), { reason, onProblem })
  for (const name of names.filter(isTemporary)) rmSync(join(folder, name), { force: true })
  return states.toSorted((one, other) => rank(one) - rank(other))
}

function rank({ name, lastUsedMs }: StoredSandboxState): number {
  return name === 'main' ? -Infinity : lastUsedMs
}

/** Renames a damaged file, and says so. */
export function putAside(path: string, { reason, onProblem }: Damage): void {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(path, aside)
  onProblem(`The file ${path} is damaged: ${reason}. It is now ${aside}, and its sandbox starts from its scenario.`)
}

interface Damage {
  readonly reason: string
  readonly onProblem: (message: string) => void
}

function readState(text: string, file: string): StoredSandboxState {
  const { format, ...state } = decodeState(text)
  if (format > FORMAT) throw isNewer(file, format)
  const rightful = fileNameOf(state.name)
  if (file !== rightful) throw new SyntaxError(`it holds the sandbox "${state.name}", whose file is ${rightful}`)
  return state
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ToolError(`Cannot read ${path}: ${reasonOf(error)}.`)
  }
}
