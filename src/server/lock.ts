import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../node/index.js'

const BEAT_MS = 1000
/** Milliseconds without a sign of life after which the owner of a lock counts as dead. */
const SILENT_MS = 3000
const LOOK_MS = 100
/** Milliseconds of silence that are reported: a beat may be a little late. */
const REPORTED_MS = 1500

/** Somebody else holds the lock, and is alive. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/** A lock that is held, with a sign of life every second. */
export interface Lock {
  /** Takes the lock once more, after it was removed. */
  renew(): void
  release(): void
}

/**
 * Takes a lock, which is a file with the name of its owner and a number that grows every second. A number that grows
 * tells the living from the dead across containers and machines, where process ids mean nothing and clocks differ. After
 * the owner was killed it takes three seconds to be sure.
 *
 * @param onSilence called when the owner has given no sign of life for a while
 * @throws {LockedError} if somebody else holds it
 */
export async function takeLock(path: string, onSilence: () => void = () => {}): Promise<Lock> {
  const owner = randomUUID()
  let beats = 0
  const isOurs = (): boolean => look(path)?.startsWith(owner) === true
  const renew = (): void => {
    if (!isOurs()) create(path, `${owner} 0`)
  }
  const isAbandoned = await outwait(path, onSilence)
  if (isAbandoned) rmSync(path, { recursive: true, force: true })
  renew()
  // Another may have found it abandoned at the same time: the later one has it.
  if (isAbandoned) await sleep(LOOK_MS)
  if (!isOurs()) throw new LockedError()
  const beating = setInterval(() => {
    beats += 1
    try {
      // Neither created nor emptied: in the place of the folder there may be another one, and the disk may be full.
      if (isOurs()) writeFileSync(path, `${owner} ${beats}`, { flag: 'r+' })
    } catch {
      // The next change that is to be written will report it.
    }
  }, BEAT_MS)
  beating.unref()
  return {
    renew,
    release: () => {
      clearInterval(beating)
      try {
        if (isOurs()) rmSync(path, { force: true })
      } catch {
        // It cannot be removed, and will count as abandoned in a moment.
      }
    },
  }
}

function create(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new LockedError() : error
  }
}

/** Waits until it is clear whether the owner of a lock is alive; `true` if there is one, and it is not. */
async function outwait(path: string, onSilence: () => void): Promise<boolean> {
  const first = look(path)
  if (first === undefined) return false
  for (let waitedMs = LOOK_MS; waitedMs <= SILENT_MS; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS)
    const now = look(path)
    if (now === undefined) return false
    if (now !== first) throw new LockedError()
    if (waitedMs === REPORTED_MS) onSilence()
  }
  return true
}

function look(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? readFileSync(path, 'utf8') : found && String(found.mtimeMs)
}
