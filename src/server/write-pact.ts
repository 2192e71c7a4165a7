import type { PactRecording } from '../core/index.js'

/**
 * Adds a recording to a pact file, beside what other test files of the run have recorded for the same consumer. Remove
 * the file before a run, so that it holds what is used now.
 *
 * @example afterAll(() => writePact('pacts/storefront.json', recording))
 *
 * @throws {ToolError} (as a rejection) if the file is something else, or cannot be written
 */
export async function writePact(file: string, recording: PactRecording): Promise<void> {
  const { addToPactFile } = await import('./pact-file.js')
  await addToPactFile(file, recording)
}
