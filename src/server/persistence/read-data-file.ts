import { accessSync, constants, existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { SandboxRecord } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { DamagedLog, decodeLines } from './log-lines.js'
import { replay } from './replay.js'

/**
 * The whole path of a data file, which need not be there yet. A link is followed, so that the file that it leads to is
 * the one that is locked and written.
 *
 * @throws {ToolError} if there can be no data file
 */
export function locateDataFile(file: string): string {
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

/**
 * The records that a data file holds: none, if it is empty or not there. A damaged one is kept under another name, and
 * counts as not there.
 *
 * @param onProblem is told of damage
 * @throws {ToolError} if the file cannot be read, or a newer version wrote it
 */
export function readDataFile(path: string, onProblem: (message: string) => void): SandboxRecord[] {
  const bytes = readBytes(path)
  if (bytes === undefined || bytes.byteLength === 0) return []
  try {
    return replay(decodeLines(bytes, path))
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error
    const aside = putAside(path, error)
    const damage = `The data file ${path} is damaged at line ${error.line}: ${error.message}.`
    onProblem(`${damage} It is kept as ${aside}, and the mock starts from its scenario. ${wayBack(bytes, path, aside)}`)
    return []
  }
}

function readBytes(path: string): Buffer | undefined {
  try {
    return existsSync(path) ? readFileSync(path) : undefined
  } catch (error) {
    throw cannotUse(path, reasonOf(error))
  }
}

function putAside(path: string, { line, message }: DamagedLog): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const aside = `${path}.damaged-${time}`
  try {
    if (existsSync(aside)) throw new Error(`${aside} is there already`)
    renameSync(path, aside)
    return aside
  } catch (error) {
    throw cannotUse(path, `it is damaged at line ${line} (${message}), and cannot be kept aside: ${reasonOf(error)}`)
  }
}

/** What a person can do about the damage: often the lines before it are a good file. */
function wayBack(bytes: Buffer, path: string, aside: string): string {
  const lines = goodLines(bytes, path)
  if (lines === 0) return 'If you have a copy, stop the mock, put the copy in its place, and start again.'
  return `The first ${lines} lines are good. To go back to what they say, stop the mock, run: head -n ${lines} '${aside}' > '${path}', and start again.`
}

/** How many lines from the top make a file that can be used. */
function goodLines(bytes: Buffer, path: string): number {
  try {
    replay(decodeLines(bytes, path))
    return bytes.toString('latin1').split('\n').length - 1
  } catch (error) {
    if (!(error instanceof DamagedLog) || error.line === 1) return 0
    const end = endOfLine(bytes, error.line - 1)
    return end < bytes.byteLength ? goodLines(bytes.subarray(0, end), path) : 0
  }
}

function endOfLine(bytes: Buffer, line: number): number {
  let end = 0
  for (let count = 0; count < line; count += 1) end = bytes.indexOf('\n', end) + 1
  return end
}

function cannotUse(path: string, reason: string): ToolError {
  return new ToolError(`Cannot use the data file ${path}: ${reason}.`)
}
