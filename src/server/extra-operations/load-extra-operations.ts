import { type ExtraOperation, parseInstant } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { readYaml, reasonOf, requirePeers } from '../../node/index.js'
import { createPathMatcher, groupByPath, operations as ownOperations } from '../../spec/index.js'
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
  readonly document: object
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
  const description = await readDescription(file)
  const prism = await loadPrism(file).catch((error: unknown) => {
    throw cannotUse(file, reasonOf(error))
  })
  if (prism.operations.length === 0) throw cannotUse(file, 'it describes no operations')
  const named = new Map(prism.operations.map((operation) => [operation, nameOperation(operation, file)]))
  const operationIds = [...named].filter(([each]) => !isOwn(each)).map(([, { operationId }]) => operationId)
  return { file, operationIds, ...description, find: createFinder(prism, named) }
}

/** @throws {ToolError} if it is not a description; with line and column if it cannot be parsed */
async function readDescription(path: string): Promise<Pick<ExtraOperations, 'text' | 'document'>> {
  const file = await readYaml(path, { what: 'the description', merge: true })
  if (file.hasErrors) throw file.refusal()
  const document = file.content()
  if (typeof document === 'object' && document !== null && ('openapi' in document || 'swagger' in document)) {
    return { text: file.text, document }
  }
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
    return date === undefined || date === null
      ? []
      : [[when, typeof date === 'string' ? date : JSON.stringify(date)] as const]
  })
  for (const [when, date] of dates) {
    try {
      parseInstant(date)
    } catch (error) {
      throw cannotUse(`${file}: ${name}: x-deprecated-${when}`, reasonOf(error))
    }
  }
  return { ...operation, deprecated: Object.fromEntries(dates) }
}

const ownAt = createPathMatcher(groupByPath(Object.values(ownOperations)))

/** Whether the API itself answers there. */
function isOwn({ method, path }: { readonly method: string; readonly path: string }): boolean {
  const wanted = method.toUpperCase().replace(/^HEAD$/, 'GET')
  return ownAt(path)?.value.some((own) => own.method === wanted) ?? false
}

function createFinder(prism: Prism, named: ReadonlyMap<PrismOperation, NamedOperation>): FindExtra {
  return (request, path) => {
    const { method = '' } = request
    if (isOwn({ method, path })) return undefined
    const allowed = prism.methodsAt(path)
    if (allowed.length === 0) return undefined
    const operation = prism.route(method, path)
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
