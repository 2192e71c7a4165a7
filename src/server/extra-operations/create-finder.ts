import type { IncomingMessage } from 'node:http'
import type { ExtraOperation } from '../../core/index.js'
import type { FindExtra } from '../api-face.js'
import type { MockedOperation } from './mocked-operation.js'
import { createResult, tooLarge } from './create-result.js'
import type { Prism } from './prism.js'
import { readBody } from './read-body.js'
import { readPrismRequest } from './read-prism-request.js'
import { createRoutes } from './create-routes.js'

/** Path of the description that extra operations come from, on the server. */
const DESCRIBED_AT = '/openapi-extra.yaml'

/** Makes the function that finds extra operations, and reads the requests for them. */
export function createFinder(operations: readonly MockedOperation[], prism: Prism): FindExtra {
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
  readonly prism: Prism
}

async function readOperation(request: IncomingMessage, { path, operation, prism }: Called): Promise<ExtraOperation> {
  const { operationId, deprecated, resource } = operation
  const body = await readBody(request)
  const run = () => {
    if (body === undefined) return tooLarge()
    const sent = readPrismRequest(request, { path, method: resource.method, body })
    return createResult(operation, () => prism.mock(resource, sent))
  }
  return { operationId, describedAt: DESCRIBED_AT, run, ...(deprecated && { deprecated }) }
}
