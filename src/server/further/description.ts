import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { ToolError } from '../../input/index.js'
import { reasonOf, withPlainNumbers } from '../../node/index.js'

/** A description of an API, as a file holds it. */
export interface Description {
  readonly text: string
  /** What it says; an integer that a number would not hold exactly is a bigint. */
  readonly document: object
}

/**
 * Reads a description of an API, YAML or JSON.
 *
 * @throws {ToolError} if there is no such file, or it is no description; with line and column if it cannot be parsed
 */
export async function readDescription(file: string): Promise<Description> {
  const text = await readText(file)
  const document = parse(text, file)
  if (typeof document !== 'object' || document === null || !('openapi' in document || 'swagger' in document)) {
    const missing = 'it names its version neither by "openapi" (3.0, 3.1) nor by "swagger" (2.0)'
    throw new ToolError(`Cannot use ${file}: it is no OpenAPI description, because ${missing}.`)
  }
  return { text, document }
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error)
    throw new ToolError(`Cannot read the description ${file}: ${reason}.`)
  }
}

function parse(text: string, file: string): unknown {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true, merge: true })
  const [error] = parsed.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new ToolError(`Cannot use ${file}:${line}:${col}: ${error.message}`)
  }
  try {
    return withPlainNumbers(parsed.toJS())
  } catch (cause) {
    throw new ToolError(`Cannot use ${file}: ${cause instanceof Error ? cause.message : String(cause)}.`)
  }
}
