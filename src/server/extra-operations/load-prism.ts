import { createRequire } from 'node:module'
import type { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type router from '@stoplight/prism-http/dist/router/index.js'

/** An operation as Prism has it, all references resolved. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

type Client = ReturnType<typeof createClientFromOperations>
type ClientOptions = Parameters<typeof createClientFromOperations>[1]

/** Prism, with the operations of one description. */
export interface Prism {
  readonly operations: readonly PrismOperation[]
  /** The operation that answers, if there is one; `HEAD` is `GET` where it is not described itself. */
  route(method: string, path: string): PrismOperation | undefined
  /** The methods that a client may use at a path; none if nothing is there. */
  methodsAt(path: string): readonly string[]
  /** Rejects with Prism's error if no described response can be made. */
  mock(...parameters: Parameters<Client['request']>): ReturnType<Client['request']>
}

const METHODS = ['get', 'post', 'put', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Prism reports every step to its logger; the journal says what matters. */
const SILENT = Object.assign(
  { child: () => SILENT },
  ...['debug', 'error', 'info', 'success', 'trace', 'warn'].map((level) => ({ [level]: () => {} })),
) as NonNullable<ClientOptions['logger']>

/** Keys are the engine's business. */
const OPTIONS: ClientOptions = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
  logger: SILENT,
}

/** Loads Prism and has it read a description; rejects if it cannot, such as when a reference leads nowhere. */
export async function loadPrism(file: string): Promise<Prism> {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const { createClientFromOperations } = await import('@stoplight/prism-http/dist/client.js')
  // Required, because loaders disagree on what the default export of such a module is when it is imported.
  const load = createRequire(import.meta.url)
  const { default: find } = load('@stoplight/prism-http/dist/router/index.js') as typeof router
  const operations = await getHttpOperationsFromSpec(file)
  widenInt64(operations)
  const route = (wanted: string, path: string): PrismOperation | undefined => {
    const method = METHODS.find((each) => each === wanted.toLowerCase())
    if (method === undefined) return undefined
    const found = find({ resources: operations, input: { method, url: { path } } })
    if ('right' in found) return found.right
    return method === 'head' ? route('get', path) : undefined
  }
  const mock = createClientFromOperations(operations, OPTIONS)
  return {
    operations,
    route,
    methodsAt: (path) => {
      const methods = METHODS.filter((method) => route(method, path) !== undefined).map((each) => each.toUpperCase())
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])]
    },
    mock: (...parameters) => mock.request(...parameters),
  }
}

/** Prism holds `format: int64` to be the integers that a double holds, which would refuse correct ids beyond 2^53. */
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
