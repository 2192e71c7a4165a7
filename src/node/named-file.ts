import { accessSync, constants, lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder, reasonOf, replaceFile } from './files.js'

/** A format in which this program writes files for people, and how such a file begins. */
export interface OwnFormat {
  readonly name: string
  readonly beginning: RegExp
}

/**
 * Makes sure, before there is anything to write, that a file named by a person can be written: it is new, empty or of the
 * same format, and no link. Creates its folder.
 * @returns what the file contains; `undefined` if there is none, or nothing in it
 * @throws {Error} whose message is the reason
 */
export function prepareFile(file: string, { name, beginning }: OwnFormat): string | undefined {
  const path = resolve(file)
  makeFolder(dirname(path))
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw new Error('it is a symbolic link. Specify the target file instead')
  if (found?.isFile() === false) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a file')
  accessSync(dirname(path), constants.W_OK)
  if (found === undefined) return undefined
  const earlier = readFileSync(path, 'utf8')
  if (earlier === '' || beginning.test(earlier)) return earlier || undefined
  throw new Error(`the file that is there is not ${name}. Delete it, or use another name`)
}

/** Writes a file named by a person as a whole. @throws {Error} of `prepareFile` or of Node, if it cannot be written */
export function writeNamedFile(file: string, text: string, format: OwnFormat): void {
  prepareFile(file, format)
  replaceFile(resolve(file), text)
}

/** Whether a name is that of a pipe or a device, such as `/dev/stderr`, into which several programs may write. */
export function isStream(file: string): boolean {
  if (resolve(file).startsWith('/dev/')) return true
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** Runs what writes files one after the other. @returns why some were not written, a sentence for each */
export async function problemsOf(
  writes: readonly (readonly [what: string, write: () => void | Promise<void>])[],
): Promise<string[]> {
  const problems: string[] = []
  for (const [what, write] of writes)
    try {
      await write()
    } catch (error) {
      problems.push(`Cannot write ${what}: ${reasonOf(error)}.`)
    }
  return problems
}
