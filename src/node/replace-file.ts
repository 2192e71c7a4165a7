import { randomBytes } from 'node:crypto'
import * as fileSystem from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The calls that writing is made of; tests make them fail. */
export type WritingCalls = Pick<typeof fileSystem, 'writeFileSync' | 'renameSync'>

/**
 * Puts a whole file in the place of another, so that whenever the process dies there is the one or the other. A file that
 * only its owner may read stays that way.
 */
export function replaceFile(path: string, text: string, calls: WritingCalls = fileSystem): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const mode = fileSystem.statSync(path, { throwIfNoEntry: false })?.mode
  try {
    // Exclusively: whoever guessed the name may have put a link there.
    calls.writeFileSync(temporary, text, { flag: 'wx', ...(mode !== undefined && { mode: mode & 0o777 }) })
    calls.renameSync(temporary, path)
  } catch (error) {
    fileSystem.rmSync(temporary, { force: true })
    throw error
  }
}

/** Whether a file is one that a killed process was still writing. */
export function isTemporary(name: string): boolean {
  return /^\..+\.tmp$/.test(name)
}
