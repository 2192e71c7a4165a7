import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockSync } from 'proper-lockfile'
import { ToolError } from '../../input/index.js'
import { codeOf, reasonOf } from '../../node/index.js'

/** Milliseconds without a sign of life after which a lock is stale. */
const STALE_MS = 3000
/** Milliseconds after which a lock is taken over at once, even if the clocks of two machines differ. */
const ABANDONED_MS = 60_000
const HEARTBEAT_MS = 1000
const LOOK_MS = 100
const LOOKS_BEFORE_TELLING = (HEARTBEAT_MS * 1.5) / LOOK_MS
const LOCK = '.lock'

/** A lock that is held, with a sign of life every second. */
export interface FolderLock {
  /** Takes the lock once more: after it was lost, or in a folder that has been made again. */
  renew(): void
  release(): void
}

/** What to lock, and whom to tell. */
export interface LockOptions {
  readonly folder: string
  readonly onProblem: (message: string) => void
  /** Whether the folder is still in the hands of the one that locked it. */
  readonly isOurs: () => boolean
}

/**
 * Locks a folder. A lock is a folder in it whose time its owner sets every second: that tells the living from the dead
 * across containers and machines, where process ids mean nothing. After the owner was killed it takes three seconds to
 * be sure.
 *
 * @throws {ToolError} if another server uses the folder
 */
export async function lockFolder(options: LockOptions): Promise<FolderLock> {
  await outwait(options)
  let release: (() => void) | undefined
  const acquire = (): void => {
    release = lockNow(options.folder, renewIfOurs)
  }
  const renew = (): void => {
    remove(options.folder)
    acquire()
  }
  /** Whatever happened to the lock: a backup that touched it, a clock that jumped, or a server that took over. */
  const renewIfOurs = (): void => {
    release = undefined
    try {
      if (options.isOurs()) renew()
    } catch (error) {
      options.onProblem(reasonOf(error))
    }
  }
  acquire()
  return {
    renew,
    release: () => {
      try {
        if (options.isOurs()) release?.()
      } catch {
        // It cannot be removed, and will be stale in a moment.
      }
      release = undefined
    },
  }
}

/** Waits until it is clear whether the owner of a lock is still alive. */
async function outwait({ folder, onProblem }: LockOptions): Promise<void> {
  const first = timeOf(folder)
  if (first === undefined) return
  const mostLooks = Date.now() - first > ABANDONED_MS ? 0 : STALE_MS / LOOK_MS
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    await sleep(LOOK_MS)
    const now = timeOf(folder)
    if (now === undefined) return
    if (now !== first) throw inUse(folder)
    if (looks === LOOKS_BEFORE_TELLING) {
      onProblem(`The last server that used the data folder ${folder} was killed. Taking over, which takes a moment.`)
    }
  }
  remove(folder)
}

function remove(folder: string): void {
  try {
    rmSync(join(folder, LOCK), { recursive: true, force: true })
  } catch (error) {
    throw cannotLock(folder, error)
  }
}

function timeOf(folder: string): number | undefined {
  return statSync(join(folder, LOCK), { throwIfNoEntry: false })?.mtimeMs
}

function lockNow(folder: string, onCompromised: () => void): () => void {
  const lockfilePath = join(folder, LOCK)
  const options = { lockfilePath, stale: STALE_MS, update: HEARTBEAT_MS, onCompromised }
  try {
    return lockSync(folder, options)
  } catch (error) {
    throw codeOf(error) === 'ELOCKED' ? inUse(folder) : cannotLock(folder, error)
  }
}

function inUse(folder: string): ToolError {
  return new ToolError(
    `The data folder ${folder} is in use by another server. Stop that one, or give each server a folder of its own.`,
  )
}

function cannotLock(folder: string, error: unknown): ToolError {
  return new ToolError(`Cannot use the data folder ${folder}: it cannot be locked: ${reasonOf(error)}.`)
}
