import { type ExtraOperation, parseInstant } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { readYaml, reasonOf, requirePeers } from '../../node/index.js'
import { matchPath, operations as ownOperations } from '../../spec/index.js'
import type { FindExtra } from '../api-face.js'
import { loadPrism, type Prism, type PrismOperation } from './load-prism.js'
import { mockResult } from './mock-result.js'

/** Operations of another description, which Prism mocks beside the API. */
export interface ExtraOperations {
  /** The file that describes them, as it was named. */
  readonly file: string
  /** The operations that are mocked; one without an `operationId` goes by its method and path. */
  readonly operationIds: readonly string[]
  /** The description as it was read. */
  readonly text: string
  readonly find: FindExtra
}

type NamedOperation = Pick<ExtraOperation, 'operationId' | 'deprecated' | 'describedAt'>

/**
 * Has Prism mock the operations of a description, except those that the API has itself. Prism takes about a second to
 * load.
 *
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string): Promise<ExtraOperations> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  const text = await readDescription(file)
  const prism = await loadPrism(file).catch((error: unknown) => {
    throw cannotUse(file, reasonOf(error))
  })
  if (prism.operations.length === 0) throw cannotUse(file, 'it describes no operations')
  const extra = prism.operations.filter(({ method, path }) => !isOwn(method, path))
  const named = new Map(extra.map((operation) => [operation, nameOperation(operation, file)]))
  const operationIds = Array.from(named.values(), ({ operationId }) => operationId)
  return { file, operationIds, text, find: createFinder(prism, named) }
}

/** @throws {ToolError} if it is not a description; with line and column if it cannot be parsed */
async function readDescription(path: string): Promise<string> {
  const { text, content } = await readYaml(path, { what: 'the description', merge: true })
  if (typeof content === 'object' && content !== null && ('openapi' in content || 'swagger' in content)) return text
  throw cannotUse(path, 'it is not an OpenAPI description, because it has neither "openapi" nor "swagger"')
}

function cannotUse(file: string, reason: string): ToolError {
  return new ToolError(`Cannot use ${file}: ${reason.replace(/\.$/, '')}.`)
}

/** @throws {ToolError} if the operation is deprecated since, or until, something that is not a date */
function nameOperation({ iid = '', method, path, ...rest }: PrismOperation, file: string): NamedOperation {
  const name = `${method.toUpperCase()} ${path}`
  const operation = { operationId: iid === '' || iid in ownOperations ? name : iid, describedAt: '/openapi-extra.yaml' }
  if (rest.deprecated !== true) return operation
  const dates = (['since', 'sunset'] as const).flatMap((when) => {
    const date = rest.extensions?.[`x-deprecated-${when}`]
    if (typeof date !== 'string') return []
    try {
      parseInstant(date)
    } catch (error) {
      throw cannotUse(`${file}: ${name}: x-deprecated-${when}`, reasonOf(error))
    }
    return [[when, date] as const]
  })
  return { ...operation, deprecated: Object.fromEntries(dates) }
}

/** Whether the API itself answers there. */
function isOwn(method: string, path: string): boolean {
  const wanted = method.toUpperCase().replace(/^HEAD$/, 'GET')
  return matchPath(path)?.operations.some((own) => own.method === wanted) ?? false
}

function createFinder(prism: Prism, named: ReadonlyMap<PrismOperation, NamedOperation>): FindExtra {
  return (request, path) => {
    const { method = '' } = request
    if (isOwn(method, path)) return undefined
    const there = prism.operationsAt(path)
    if (there.size === 0) return undefined
    const allowed = [...there.keys(), 'OPTIONS']
    const operation = there.get(method)
    const name = operation && named.get(operation)
    if (operation === undefined || name === undefined) return Promise.resolve({ allowed })
    const startMs = performance.now()
    // The engine waits for nothing: Prism is asked first, and its response used if the key turns out to be good.
    return mockResult(prism, operation, { request, path }).then((result) => {
      const waitedMs = performance.now() - startMs
      return { allowed, operation: { ...name, run: () => result, waitedMs } }
    })
  }
}
