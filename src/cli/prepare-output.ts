import { ToolError } from '../input/index.js'
import { type OwnFormat, prepareFile, problemsOf, reasonOf, writeNamedFile } from '../node/index.js'

/**
 * Checks, before a run that may take long, that the file of one of its results can be written.
 * @param what the result in words, such as `the baseline`
 * @returns writes the file, and says why it was not written, a sentence
 * @throws {ToolError} exit code 2, if it cannot be written
 */
export function prepareOutput(file: string | undefined, what: string, format: OwnFormat) {
  try {
    if (file !== undefined) prepareFile(file, format)
  } catch (error) {
    throw new ToolError(`Cannot write ${what} ${file}: ${reasonOf(error)}.`)
  }
  return async (text: () => string): Promise<string[]> =>
    file === undefined ? [] : problemsOf([[`${what} ${file}`, () => writeNamedFile(file, text(), format)]])
}
