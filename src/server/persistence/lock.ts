import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
// A lock says which process holds it: that is all that this file wants of the process.
import { kill, pid } from 'node:process'
import { ToolError } from '../../input/index.js'
import { codeOf, reasonOf } from '../../node/index.js'

/** Milliseconds after which a lock without content is one whose writer died, not one that is just being written. */
const EMPTY_LOCK_MS = 5000

/**
 * Makes sure that one server at a time writes a file, by way of `<file>.lock`, which holds its process id. The lock of
 * a process that is gone is taken over. It works among the processes of one machine.
 *
 * @returns a function that gives the file free
 * @throws {ToolError} if another server has it
 */
export function lock(file: string): () => void {
  const path = `${file}.lock`
  const content = `${pid} ${identityOf(pid)}\n`
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (create(path, content, file)) {
      return () => giveFree(path, content)
    }
    const found = read(path)
    if (found === undefined) continue
    if (isHeld(found, path)) throw inUse(file, found)
    takeAway(path, found)
  }
  throw inUse(file, read(path) ?? '')
}

/** A lock that cannot be taken away is stale once this process has ended: the next server takes it over. */
function giveFree(path: string, content: string): void {
  try {
    if (read(path) === content) rmSync(path, { force: true })
  } catch {
    // Ending must not fail for that.
  }
}

function create(path: string, content: string, file: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new ToolError(`Cannot use the data file ${file}: cannot write ${path} beside it: ${reasonOf(error)}.`)
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new ToolError(`Cannot read the lock ${path}: ${reasonOf(error)}.`)
  }
}

function isHeld(content: string, path: string): boolean {
  if (content === '') {
    const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - writtenMs < EMPTY_LOCK_MS
  }
  const [, digits, identity] = /^(\d+) (\S*)\n$/.exec(content) ?? []
  return digits !== undefined && isAlive(Number(digits)) && identityOf(Number(digits)) === identity
}

function isAlive(processId: number): boolean {
  try {
    return kill(processId, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Tells a process from an earlier one with the same id, as every restart of a container brings one; `-` where the
 * platform does not say.
 */
function identityOf(processId: number): string {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return `${boot}/${startTime}`
  } catch {
    return '-'
  }
}

/** Two servers may find the same lock stale: renaming it shows whether it still is the one that was found. */
function takeAway(path: string, found: string): void {
  const aside = `${path}.${pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === found) rmSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new ToolError(`Cannot take over the lock ${path}: ${reasonOf(error)}.`)
  }
}

function inUse(file: string, content: string): ToolError {
  const holder = /^\d+/.exec(content)?.[0]
  const who = holder === undefined ? 'another server' : `another server, process ${holder}`
  return new ToolError(
    `The data file ${file} is in use by ${who}. Stop that one, or give each server a file of its own.`,
  )
}
