import { requirePeers } from '../../node/index.js'
import { ToolError } from '../../input/index.js'
import { operations as ownOperations } from '../../spec/index.js'
import type { FindExtra } from '../api-face.js'
import { readDescription } from './read-description.js'
import { createFinder } from './create-finder.js'
import { readOperations, shapeOf } from './mocked-operation.js'
import { loadPrism } from './prism.js'

/** Operations of another description, which Prism mocks beside the API. */
export interface ExtraOperations {
  /** The file that describes them, as it was named. */
  readonly file: string
  /** The operations that are mocked; one without an `operationId` goes by its method and path. */
  readonly operationIds: readonly string[]
  /** The description as it was read. */
  readonly text: string
  readonly document: object
  readonly find: FindExtra
}

/**
 * Reads a description and has Prism mock its operations, but for those that the API has itself. Takes about a second.
 *
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string): Promise<ExtraOperations> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  const description = await readDescription(file)
  const prism = await loadPrism(file, description)
  const all = readOperations(prism, { file, taken: Object.keys(ownOperations) })
  if (all.length === 0) throw new ToolError(`Cannot use ${file}: it describes no operations below "paths".`)
  const own = new Set(Object.values(ownOperations).map(({ method, path }) => `${method} ${shapeOf(path)}`))
  const operations = all.filter(({ method, path }) => !own.has(`${method} ${shapeOf(path)}`))
  const operationIds = operations.map(({ operationId }) => operationId)
  return { file, operationIds, ...description, find: createFinder(operations, prism) }
}
