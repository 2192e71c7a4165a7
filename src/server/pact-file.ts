import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { lock } from 'proper-lockfile'
import type { OrdersMock, PactRecording } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { codeOf, makeFolder, reasonOf } from '../node/index.js'
import { replaceFile } from './persistence/state-file.js'

/** Waits for the other test files of a run: a few seconds at most. */
const RETRIES = { retries: 100, factor: 1.1, minTimeout: 10, maxTimeout: 100 }

/** Adds a recording to a pact file; nobody else who does so writes it meanwhile. */
export async function addToPactFile(file: string, recording: PactRecording): Promise<void> {
  if (recording.size === 0) return
  const path = resolve(file)
  try {
    makeFolder(dirname(path))
    const release = await lock(path, { realpath: false, retries: RETRIES })
    try {
      replaceFile(path, await recording.text(await readIfThere(path)))
    } finally {
      await release()
    }
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

/** The file that a server writes its pact to. */
export interface PactFileOptions {
  readonly file: string
  readonly consumer: string
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
 * a crash.
 *
 * @throws {ToolError} if the folder of the file cannot be made
 */
export function recordPactFile(mock: OrdersMock, { file, consumer, onProblem }: PactFileOptions): PactFile {
  const path = resolve(file)
  try {
    makeFolder(dirname(path))
  } catch (error) {
    throw cannotWrite(file, error)
  }
  let writing: Promise<void> | undefined
  const write = async (): Promise<void> => {
    const text = await recording.text()
    writing = undefined
    replaceFile(path, text)
  }
  const recording = mock.recordPact({
    consumer,
    onGrowth: () => {
      writing ??= write().catch((error: unknown) => onProblem(cannotWrite(file, error).message))
    },
  })
  return {
    file,
    recording,
    end: async () => {
      recording.stop()
      await writing
      if (recording.size === 0) return
      await write().catch((error: unknown) => Promise.reject(cannotWrite(file, error)))
    },
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function cannotWrite(file: string, error: unknown): ToolError {
  if (error instanceof ToolError) return new ToolError(`Cannot write the pact ${file}: ${error.message}`)
  return new ToolError(`Cannot write the pact ${file}: ${reasonOf(error)}.`)
}
