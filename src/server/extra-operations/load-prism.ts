import { createRequire } from 'node:module'
import type { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type router from '@stoplight/prism-http/dist/router/index.js'

/** An operation as Prism has it, all references resolved. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

type ClientOptions = Parameters<typeof createClientFromOperations>[1]

/** Prism, with the operations of one description. */
export type Prism = Awaited<ReturnType<typeof loadPrism>>

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
export async function loadPrism(file: string) {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const { createClientFromOperations } = await import('@stoplight/prism-http/dist/client.js')
  // Required, because loaders disagree on what the default export of such a module is when it is imported.
  const load = createRequire(import.meta.url)
  const { default: find } = load('@stoplight/prism-http/dist/router/index.js') as typeof router
  const operations = await getHttpOperationsFromSpec(file)
  widenInt64(operations)
  return {
    operations,
    /** The operations at a path, by method; `HEAD` is `GET` where it is not described itself. */
    operationsAt(path: string): ReadonlyMap<string, PrismOperation> {
      const found = METHODS.flatMap((method) => {
        const match = find({ resources: operations, input: { method, url: { path } } })
        return 'right' in match ? [[method.toUpperCase(), match.right] as const] : []
      })
      const byMethod = new Map(found)
      const get = byMethod.get('GET')
      return get === undefined ? byMethod : new Map([['HEAD', get], ...byMethod])
    },
    /** Its `request` rejects with Prism's error if no described response can be made. */
    client: createClientFromOperations(operations, OPTIONS),
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
