import { createRequire } from 'node:module'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type router from '@stoplight/prism-http/dist/router/index.js'
import { parseInstant } from '../../core/index.js'
import { readAt } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { operations as ownOperations } from '../../spec/index.js'
import { isOwn, mockResult, type ExtraRequest } from './mock-result.js'
import { readDescription } from './read-description.js'

// A thread of its own, which can be ended: neither a description nor Prism has a bound in time or memory.

/** An operation as Prism has it, all references resolved. */
type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]
type Logger = NonNullable<Parameters<typeof createClientFromOperations>[1]['logger']>

export interface Description {
  readonly file: string
  readonly allowed: readonly string[]
}

export interface Answer<Value> {
  readonly value?: Value
  readonly problem?: string
}

/** What is at a path beside the API, with the result of the operation if the request may have it. */
export type RouteFound = Awaited<ReturnType<typeof routeOf>>

/** Prism reports every step to its logger; the journal says what matters. */
const SILENT: Logger = new Proxy({} as Logger, { get: () => () => SILENT })

/** Loads Prism and has it read the operations that the API itself lacks; rejects if it cannot, as when a reference leads nowhere. */
async function loadPrism({ file, allowed }: Description) {
  const { text, document } = await readDescription(file, allowed)
  // Prism takes a second to load.
  if (!('openapi' in document || 'swagger' in document)) throw new Error('it is not an OpenAPI description')
  const { getHttpOperationsFromSpec: readOperations } = await import('@stoplight/prism-http')
  const { createClientFromOperations: createClient } = await import('@stoplight/prism-http/dist/client.js')
  // Required, because loaders disagree on what the default export of such a module is when it is imported.
  const load = createRequire(import.meta.url)
  const { default: find } = load('@stoplight/prism-http/dist/router/index.js') as typeof router
  const described = await readOperations(document)
  if (described.length === 0) throw new Error('it describes no operations')
  // Frameworks describe paths as they route them, prefix included.
  const below = described.map((each) => ({ ...each, path: each.path.replace(/^\/v1(?=\/)/, '') }))
  const operations = below.filter(({ method, path }) => !isOwn(method, path))
  // Prism would send them to whatever address the description or a request says.
  for (const operation of operations) delete operation.callbacks
  const methods = [...new Set(operations.map(({ method }) => method as Parameters<typeof find>[0]['input']['method']))]
  return {
    text,
    operationIds: operations.map((operation) => nameOperation(operation).operationId),
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

async function routeOf({ operationsAt, client }: Awaited<ReturnType<typeof loadPrism>>, request: ExtraRequest) {
  const { method, path, isAuthorized } = request
  const there = operationsAt(path)
  if (there.length === 0) return undefined
  const methods = there.map((each) => each.method.toUpperCase())
  const operation = there[methods.indexOf(method)] ?? there[method === 'HEAD' ? methods.indexOf('GET') : -1]
  if (operation === undefined) return { methods, operation, result: undefined }
  const result = isAuthorized ? await mockResult(client, operation.method, request) : undefined
  return { methods, operation: nameOperation(operation), result }
}

const { file, allowed } = workerData as Description
const prism = loadPrism({ file, allowed })
// It is told to whoever asks.
prism.catch(() => {})

parentPort?.on('message', async ({ port, request }: { port: MessagePort; request: ExtraRequest | undefined }) => {
  try {
    const loaded = await prism
    const { text, operationIds } = loaded
    port.postMessage({ value: request === undefined ? { text, operationIds } : await routeOf(loaded, request) })
  } catch (error) {
    const reason = reasonOf(error)
    port.postMessage({ problem: reason.includes(file) ? `${reason}.` : `Cannot use ${file}: ${reason}.` })
  }
})
