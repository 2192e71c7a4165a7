import { ToolError } from '../../input/index.js'
import { requirePeers } from '../../node/index.js'
import { operations as ownOperations } from '../../spec/index.js'
import type { FindExtra } from '../api-face.js'
import { createFinder } from './create-finder.js'
import { describeForPrism } from './describe-for-prism.js'
import { type MockedOperation, shapeOf, toMockedOperations } from './mocked-operation.js'
import { readDescription } from './read-description.js'
import { type DescribedOperation, readOperations } from './read-operations.js'
import { RunningPrism } from './running-prism.js'

/** Operations of another description, which Prism mocks beside the API. */
export interface ExtraOperations {
  /** The file that describes them, as it was named. */
  readonly file: string
  /** The operations that are mocked; one without an `operationId` goes by its method and path. */
  readonly operationIds: readonly string[]
  /** The description as it was read. */
  readonly text: string
  readonly document: object
  /** Finds an operation; what Prism says to a request for one waits until Prism is loaded. */
  readonly find: FindExtra
  /** Loads Prism while the server serves; `onProblem` is told if it fails. */
  start(onProblem: (message: string) => void): void
  close(): Promise<void>
}

/**
 * Reads a description and has Prism mock its operations, but for those that the API has itself. Prism, which takes seconds
 * to load, is only waited for if it alone can read the description, and then only for that.
 *
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string): Promise<ExtraOperations> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  const description = await readDescription(file)
  const document = describeForPrism(description.document, file)
  let running: RunningPrism | undefined
  const prism = (): RunningPrism => (running ??= new RunningPrism(document))
  const close = async (): Promise<void> => running?.close()
  const start = (onProblem: (message: string) => void): void => {
    void prism().failure.then(({ message }) => onProblem(`${cannotUse(file, message)} ${CONSEQUENCE}`))
  }
  try {
    const described = (await readOperations(document)) ?? (await operationsOf(prism(), file))
    const operations = chooseOperations(described, file)
    const operationIds = operations.map(({ operationId }) => operationId)
    return { file, operationIds, ...description, find: createFinder(operations, prism), start, close }
  } catch (error) {
    await close()
    throw error
  }
}

const CONSEQUENCE = 'Its operations answer with 500; everything else is served.'

async function operationsOf(prism: RunningPrism, file: string): Promise<readonly DescribedOperation[]> {
  try {
    return await prism.operations
  } catch (error) {
    throw new ToolError(cannotUse(file, error instanceof Error ? error.message : String(error)))
  }
}

/** @throws {ToolError} if there are none, or one cannot be used */
function chooseOperations(described: readonly DescribedOperation[], file: string): MockedOperation[] {
  const all = toMockedOperations(described, { file, taken: Object.keys(ownOperations) })
  if (all.length === 0) throw new ToolError(cannotUse(file, 'it describes no operations below "paths"'))
  const own = new Set(Object.values(ownOperations).map(({ method, path }) => `${method} ${shapeOf(path)}`))
  return all.filter(({ method, path }) => !own.has(`${method} ${shapeOf(path)}`))
}

function cannotUse(file: string, reason: string): string {
  return `Cannot use ${file}: ${reason.replace(/\.$/, '')}.`
}
