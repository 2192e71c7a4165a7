import { createRequire } from 'node:module'
import type { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type router from '@stoplight/prism-http/dist/router/index.js'
import { parseInstant } from '../../core/index.js'
import { readAt, ToolError } from '../../input/index.js'
import { readYaml, reasonOf, requirePeers } from '../../node/index.js'
import { matchPath, operations as ownOperations } from '../../spec/index.js'
import type { FindExtra } from '../api-face.js'
import { mockResult } from './mock-result.js'

/** Additional operations of another description, which Prism mocks. */
export interface ExtraOperations {
  /** The file that describes them, as passed. */
  readonly file: string
  /** The operations that are mocked; one without an `operationId` goes by its method and path. */
  readonly operationIds: readonly string[]
  /** The description as it was read. */
  readonly text: string
  readonly find: FindExtra
}

/** An operation as Prism has it, all references resolved. */
type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/**
 * Has Prism, which takes a second to load, mock the operations of a description that the API does not have itself.
 *
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string): Promise<ExtraOperations> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  const { text } = await readYaml(file, 'the description', { merge: true })
  try {
    const { operations, operationsAt, client } = await loadPrism(file)
    const operationIds = operations.map((operation) => nameOperation(operation).operationId)
    const find: FindExtra = (request, path) => {
      const { method = '' } = request
      const there = isOwn(method, path) ? [] : operationsAt(path)
      if (there.length === 0) return undefined
      const methods = there.map((each) => each.method.toUpperCase())
      const operation = there[methods.indexOf(method)] ?? there[method === 'HEAD' ? methods.indexOf('GET') : -1]
      return async (body) => {
        if (operation === undefined) return { methods }
        // The engine waits for nothing: Prism is asked first, and its response used if the key turns out to be valid.
        const result = await mockResult(client, operation.method, request, { path, body })
        return { methods, operation: { ...nameOperation(operation), run: () => result } }
      }
    }
    return { file, operationIds, text, find }
  } catch (error) {
    throw new ToolError(`Cannot use ${file}: ${reasonOf(error)}.`)
  }
}

type Logger = NonNullable<Parameters<typeof createClientFromOperations>[1]['logger']>

/** Prism reports every step to its logger; the journal says what matters. */
const SILENT: Logger = new Proxy({} as Logger, { get: () => () => SILENT })

/** Loads Prism and has it read the additional operations; rejects if it cannot, such as for an unresolvable reference. */
async function loadPrism(file: string) {
  const { getHttpOperationsFromSpec: readOperations } = await import('@stoplight/prism-http')
  const { createClientFromOperations: createClient } = await import('@stoplight/prism-http/dist/client.js')
  // Required, because loaders disagree on what the default export of such a module is when it is imported.
  const load = createRequire(import.meta.url)
  const { default: find } = load('@stoplight/prism-http/dist/router/index.js') as typeof router
  const described = await readOperations(file)
  if (described.length === 0) throw new Error('it describes no operations')
  const operations = described.filter(({ method, path }) => !isOwn(method, path))
  widenInt64(operations)
  const methods = [...new Set(operations.map(({ method }) => method as Parameters<typeof find>[0]['input']['method']))]
  return {
    operations,
    operationsAt: (path: string): readonly PrismOperation[] =>
      methods.flatMap((method) => {
        const match = find({ resources: operations, input: { method, url: { path } } })
        return 'right' in match ? match.right : []
      }),
    /** Its `request` rejects with Prism's error if no described response can be made. */
    client: createClient(operations, {
      isProxy: false,
      // Keys are the engine's business.
      checkSecurity: false,
      validateRequest: true,
      validateResponse: false,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
      logger: SILENT,
    }),
  }
}

/** For Prism, `format: int64` means the integers that a double represents, which would reject correct ids beyond 2^53. */
function widenInt64(node: unknown, seen = new Set<object>()): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if ('format' in node && node.format === 'int64') {
    delete node.format
    if ('minimum' in node && node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum
    if ('maximum' in node && node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum
  }
  for (const child of Object.values(node)) widenInt64(child, seen)
}

/** @throws {ToolError} if the operation is deprecated since, or until, something that is not a date */
function nameOperation({ iid = '', method, path, deprecated, extensions = {} }: PrismOperation) {
  const name = `${method.toUpperCase()} ${path}`
  const operation = { operationId: iid === '' || iid in ownOperations ? name : iid, describedAt: '/openapi-extra.yaml' }
  if (deprecated !== true) return operation
  const dates = ['since', 'sunset'].flatMap((when) => {
    const date = extensions[`x-deprecated-${when}`]
    if (typeof date !== 'string') return []
    readAt([`${name}: x-deprecated-${when}`], () => parseInstant(date))
    return [[when, date] as const]
  })
  return { ...operation, deprecated: Object.fromEntries(dates) }
}

/** Whether the API itself has this operation. */
function isOwn(method: string, path: string): boolean {
  const wanted = method.toUpperCase().replace(/^HEAD$/, 'GET')
  return matchPath(path)?.operations.some((own) => own.method === wanted) ?? false
}
