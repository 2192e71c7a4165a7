import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrdersMock, PactRecording, PactRecordingOptions } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { makeFolder, reasonOf, replaceFile } from '../node/index.js'
import { type Lock, LockedError, takeLock } from './lock.js'

/** Milliseconds to wait for the other test files of a run. */
const PATIENCE_MS = 10_000

/**
 * Adds a recording to a pact file, beside what other test files of the run have recorded for the same consumer. Remove
 * the file before a run, so that it holds what is used now.
 *
 * @example afterAll(() => writePact('pacts/storefront.json', recording))
 *
 * @throws {ToolError} (as a rejection) if the file is something else, or cannot be written
 */
export async function writePact(file: string, recording: PactRecording): Promise<void> {
  if (recording.size === 0) return
  await writing(file, async (path) => {
    const lock = await lockPact(path, PATIENCE_MS)
    try {
      replaceFile(path, await recording.text(readEarlier(path)))
    } finally {
      lock.release()
    }
  })
}

/** The file that a server writes its pact to. */
export interface PactFileOptions extends Omit<PactRecordingOptions, 'onGrowth'> {
  readonly file: string
  readonly onProblem: (message: string) => void
}

/** A pact that is being recorded into a file. */
export interface PactFile {
  readonly file: string
  readonly recording: PactRecording
  /** Ends the recording; the file then holds all of it. If there is nothing in it, no file is written. */
  end(): Promise<void>
}

/**
 * Records a pact of what clients ask of a mock, and writes it anew whenever it has grown, so that it is there even after
 * a crash. It takes the place of an earlier pact of the same consumer, and of nothing else.
 *
 * @throws {ToolError} if the folder of the file cannot be made, something else is there, or another server records it
 */
export async function recordPactFile(
  mock: OrdersMock,
  { file, onProblem, ...options }: PactFileOptions,
): Promise<PactFile> {
  let growing: Promise<void> | undefined
  const recording = mock.recordPact({
    ...options,
    onGrowth: () => {
      growing ??= write().catch((error: unknown) => onProblem(reasonOf(error)))
    },
  })
  const write = (): Promise<void> =>
    writing(file, async (path) => {
      const text = await recording.text()
      growing = undefined
      await recording.text(readEarlier(path))
      replaceFile(path, text)
    })
  const lock = await writing(file, async (path) => {
    await recording.text(readEarlier(path))
    return await lockPact(path)
  })
  return {
    file,
    recording,
    end: async () => {
      recording.stop()
      try {
        await growing
        if (recording.size > 0) await write()
      } finally {
        lock.release()
      }
    },
  }
}

/** @throws {ToolError} naming the file */
async function writing<Result>(file: string, act: (path: string) => Promise<Result>): Promise<Result> {
  try {
    const path = resolve(file)
    makeFolder(dirname(path))
    return await act(path)
  } catch (error) {
    throw new ToolError(`Cannot write the pact ${file}: ${reasonOf(error).replace(/\.$/, '')}.`)
  }
}

async function lockPact(path: string, patienceMs = 0): Promise<Lock> {
  const startMs = performance.now()
  for (;;) {
    try {
      return await takeLock(join(dirname(path), `.${basename(path)}.lock`))
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      if (performance.now() - startMs >= patienceMs)
        throw new Error('another process is recording it. Name another file', { cause: error })
    }
    await sleep(20)
  }
}

/** The pact that is there already, if there is one; it will be replaced, so it must be nothing but a file. */
function readEarlier(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.isFile() && found.size === 0)) return undefined
  if (found.isSymbolicLink()) throw new Error('it is a link. Name the file that it leads to')
  if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a file')
  return readFileSync(path, 'utf8')
}
