import type { IncomingMessage } from 'node:http'
import type { ExtraOperation, Result } from '../../core/index.js'
import type { FindExtra } from '../api-face.js'
import type { MockedOperation } from './mocked-operation.js'
import { createResult, notMocked, tooLarge } from './create-result.js'
import { readBody } from './read-body.js'
import { readPrismRequest } from './read-prism-request.js'
import { createRoutes } from './create-routes.js'
import type { RunningPrism } from './running-prism.js'

/** Path of the description that extra operations come from, on the server. */
const DESCRIBED_AT = '/openapi-extra.yaml'

/** Makes the function that finds extra operations, and reads the requests for them. */
export function createFinder(operations: readonly MockedOperation[], prism: () => RunningPrism): FindExtra {
  const findRoute = createRoutes(operations)
  return (request, path) => {
    const route = findRoute(path)
    if (route === undefined) return undefined
    const { allowed } = route
    const operation = route.operations.get(request.method ?? '')
    return operation === undefined
      ? Promise.resolve({ allowed })
      : readOperation(request, { path, operation, prism }).then((extra) => ({ allowed, operation: extra }))
  }
}

interface Called {
  readonly path: string
  readonly operation: MockedOperation
  readonly prism: () => RunningPrism
}

/** Prism is asked before the engine is, which waits for nothing: the key is looked at when the response is there. */
async function readOperation(request: IncomingMessage, { path, operation, prism }: Called): Promise<ExtraOperation> {
  const { operationId, deprecated, described } = operation
  const body = await readBody(request)
  const startMs = performance.now()
  const mocked = body && prism().mock(described, readPrismRequest(request, { path, method: operation.method, body }))
  const run = mocked === undefined ? tooLarge : await toRun(operation, mocked)
  const waitedMs = performance.now() - startMs
  return { operationId, describedAt: DESCRIBED_AT, run, waitedMs, ...(deprecated && { deprecated }) }
}

async function toRun(operation: MockedOperation, mocked: ReturnType<RunningPrism['mock']>): Promise<() => Result> {
  try {
    const response = await mocked
    return () => createResult(operation, response)
  } catch (error) {
    return () => notMocked(error)
  }
}
