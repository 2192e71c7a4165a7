import { randomBytes } from 'node:crypto'
import * as fileSystem from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { types } from 'node:util'

/** The calls that writing is made of; tests make them fail. */
export type WritingCalls = Pick<typeof fileSystem, 'writeFileSync' | 'renameSync'>

/**
 * Creates a folder and its missing parents. Node can do so by itself, but never ends on a file system that takes no new
 * folders and says that there is none, such as /proc.
 * @throws {Error} of Node, if it cannot be created
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    fileSystem.mkdirSync(folder)
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return fileSystem.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * Replaces a file as a whole, so that whenever the process dies there is either the old one or the new one. A file that
 * only its owner may read stays that way.
 */
export function replaceFile(path: string, text: string, calls: WritingCalls = fileSystem): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const mode = fileSystem.statSync(path, { throwIfNoEntry: false })?.mode
  try {
    // Exclusively: somebody who guessed the name may have put a link there.
    calls.writeFileSync(temporary, text, { flag: 'wx', ...(mode !== undefined && { mode: mode & 0o777 }) })
    calls.renameSync(temporary, path)
  } catch (error) {
    fileSystem.rmSync(temporary, { force: true })
    throw error
  }
}

/** Differs for any two contents that a path, or the target of a link there, has had; `undefined` if there is nothing. */
export function stampOf(path: string): string | undefined {
  const found = fileSystem.statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino} ${found.mtimeNs} ${found.size}`
}

/** Whether a file is one that a killed process was still writing. */
export function isTemporary(name: string): boolean {
  return /^\..+\.tmp$/.test(name)
}

/** Says in a few words why a call to the file system failed: what follows a colon, without a full stop. */
export function reasonOf(error: unknown): string {
  const message = types.isNativeError(error) ? error.message : String(error)
  // Node says: ENOENT: no such file or directory, open 'main.json'
  return message.replace(/^E[A-Z]+: (.*?), \w.*$/s, '$1').replace(/\.$/, '')
}

/** The code of a system error, such as `ENOENT`. In Jest those of Node are of another `Error` than the code's own. */
export function codeOf(error: unknown): string | undefined {
  return types.isNativeError(error) && 'code' in error ? String(error.code) : undefined
}
