import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../input/index.js'
import { makeFolder, replaceFile } from '../../node/index.js'
import { decodeState, fileNameOf, FORMAT } from './state-file.js'

/** The file by which a data folder is known; no sandbox has this name, because it has no ending. */
const MARKER = 'orders-mock-data'

/** The name that a server has left in its data folder. */
export class FolderMarker {
  readonly #server = randomUUID()
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  write(): void {
    replaceFile(join(this.#folder, MARKER), `${JSON.stringify({ format: FORMAT, server: this.#server })}\n`)
  }

  /** Whose folder it is; nobody's after it was removed or replaced. */
  get owner(): 'this server' | 'another server' | undefined {
    const marker = readMarker(this.#folder)
    return marker && (marker.server === this.#server ? 'this server' : 'another server')
  }
}

/**
 * Makes sure that a folder is a data folder, or can become one; makes it if it is not there.
 *
 * @returns whether it has files of sandboxes, but has lost its marker
 * @throws {ToolError} if it is something else, or of a later version
 */
export function checkFolder(folder: string): { readonly hasLostMarker: boolean } {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === false) {
    throw new ToolError(`${folder} is a file. --data names a folder, with a file for each sandbox: name a new one.`)
  }
  makeFolder(folder)
  const marker = readMarker(folder)
  if (marker !== undefined && marker.format > FORMAT) throw isNewer(folder, marker.format)
  // A new volume has a folder `lost+found`; systems leave hidden files anywhere.
  const names = readdirSync(folder).filter((name) => !/^(?:\..*|lost\+found|orders-mock-data)$/.test(name))
  if (marker !== undefined || names.length === 0) return { hasLostMarker: false }
  if (names.some((name) => holdsSandbox(folder, name))) return { hasLostMarker: true }
  throw new ToolError(
    `${folder} is not a data folder: it holds something else, such as ${names[0]}. Name an empty folder, or a new one.`,
  )
}

/** Says that something was written by a later version. */
export function isNewer(path: string, version: number): ToolError {
  return new ToolError(
    `${path} was written by a newer version of orders-mock (its format is ${version}, this version knows ${FORMAT}). Upgrade orders-mock, or name another folder.`,
  )
}

/**
 * Reads a file; a pipe or a device might never end.
 *
 * @throws {Error} if it is something else, or cannot be read
 */
export function readRegularFile(path: string): string {
  if (!statSync(path).isFile()) throw new Error('it is not a file')
  return readFileSync(path, 'utf8')
}

function readMarker(folder: string): { readonly format: number; readonly server?: unknown } | undefined {
  const path = join(folder, MARKER)
  const text = existsSync(path) ? readRegularFile(path) : ''
  try {
    const marker = JSON.parse(text) as { readonly format: unknown; readonly server?: unknown } | null
    return typeof marker?.format === 'number' ? { ...marker, format: marker.format } : undefined
  } catch {
    return undefined
  }
}

function holdsSandbox(folder: string, file: string): boolean {
  try {
    return fileNameOf(decodeState(readRegularFile(join(folder, file))).name) === file
  } catch {
    return false
  }
}
