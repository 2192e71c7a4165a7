import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrdersMock, PactRecording, PactRecordingOptions } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { codeOf, type OwnFormat, prepareFile, reasonOf, writeNamedFile } from '../node/index.js'

/** Milliseconds to wait for the other test files of a run; longer if one of them was killed as it wrote. */
const PATIENCE_MS = 10_000
const LOOK_MS = 20

/**
 * Adds a recording to a pact file, to what other test files of the run have recorded for the same consumer. Remove
 * the file before a run, so that it contains only what is used now.
 * @example afterAll(() => writePact('pacts/storefront.json', recording))
 * @throws {ToolError} (as a rejection) if the file is something else, or cannot be written
 */
export async function writePact(file: string, recording: PactRecording): Promise<void> {
  if (recording.size === 0) return
  await writing(file, async (path) => {
    const turn = join(dirname(path), `.${basename(path)}.turn`)
    for (let waitedMs = 0; !tookTurn(turn) && waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) await sleep(LOOK_MS)
    try {
      writeNamedFile(path, await recording.text(prepareFile(path, PACT)), PACT)
    } finally {
      rmSync(turn, { recursive: true, force: true })
    }
  })
}

/** Only one process can create the folder. */
function tookTurn(turn: string): boolean {
  try {
    mkdirSync(turn)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Records a pact of the requests to a mock, and writes it again when it has grown, so that it exists even after
 * a crash. It replaces an earlier pact of the same consumer, and nothing else.
 * @returns what ends the recording; the file then contains all of it, and is not written if there is nothing in it
 * @throws {ToolError} if the folder of the file cannot be created, or something else is there
 */
export async function recordPactFile(
  mock: OrdersMock,
  file: string,
  onProblem: (message: string) => void,
  options: Omit<PactRecordingOptions, 'onGrowth'>,
) {
  let growing: Promise<void> | undefined
  /** The content of the file at the start, and what was written since. */
  let written: string | undefined
  const recording = mock.recordPact({
    ...options,
    onGrowth: () => {
      growing ??= write().catch((error: unknown) => onProblem(`${reasonOf(error)}.`))
    },
  })
  const write = (): Promise<void> =>
    writing(file, async (path) => {
      const text = await recording.text()
      growing = undefined
      const found = prepareFile(path, PACT)
      if (found !== undefined && found !== written)
        throw new Error('another process has changed it. Restart, and use a separate file for each process')
      writeNamedFile(path, text, PACT)
      written = text
    })
  // A file that must not be replaced is rejected before the first request.
  await writing(file, async (path) => {
    written = prepareFile(path, PACT)
    await recording.text(written)
  })
  return {
    file,
    recording,
    end: async (): Promise<void> => {
      recording.stop()
      await growing
      if (recording.size > 0) await write()
    },
  }
}

async function writing(file: string, act: (path: string) => Promise<void>): Promise<void> {
  try {
    prepareFile(file, PACT)
    await act(resolve(file))
  } catch (error) {
    throw new ToolError(`Cannot write the pact ${file}: ${reasonOf(error)}.`)
  }
}

const PACT: OwnFormat = { name: 'a pact', beginning: /^\uFEFF?\s*\{/ }
