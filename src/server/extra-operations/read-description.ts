import { ToolError } from '../../input/index.js'
import { readYaml } from '../../node/index.js'

/** A description of an API, as a file holds it. */
export interface Description {
  readonly text: string
  /** What it says; an integer that a number would not hold exactly is a bigint. */
  readonly document: object
}

/**
 * Reads a description of an API, YAML or JSON.
 *
 * @throws {ToolError} if there is no such file, or it is not a description; with line and column if it cannot be parsed
 */
export async function readDescription(path: string): Promise<Description> {
  const file = await readYaml(path, { what: 'the description', merge: true })
  if (file.hasErrors) throw file.refusal()
  const document = file.content()
  if (typeof document === 'object' && document !== null && ('openapi' in document || 'swagger' in document)) {
    return { text: file.text, document }
  }
  const missing = 'it names its version neither by "openapi" (3.0, 3.1) nor by "swagger" (2.0)'
  throw new ToolError(`Cannot use ${path}: it is not an OpenAPI description, because ${missing}.`)
}
