import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { OrdersMock } from '../../core/index.js'
import { stringifyJson } from '../../spec/index.js'
import type { FurtherOperations } from '../further/index.js'
import type { Guard } from '../guard.js'
import { sendError } from '../send-error.js'
import type { ControlCall, ControlReply } from './call.js'
import { controlDescription } from './description.generated.js'
import { streamEvents } from './events.js'
import { controlHandlers } from './handlers.js'
import { createRequestReader, type RequestReader } from './read-request.js'

/** What the control API needs of the server that it is part of. */
export interface ControlServer {
  readonly mock: OrdersMock
  readonly guard: Guard
  /** What is served beside the API, if anything. */
  readonly further: FurtherOperations | undefined
  /** When the server started, in milliseconds of `performance.now()`. */
  readonly startedMs: number
}

type Route = (request: Request, response: Response, next: NextFunction) => void | Promise<void>
type AnyHandler = (call: ControlCall<never>) => ControlReply | Promise<ControlReply>

const BODY_LIMIT = 16 * 1024 * 1024
const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** Makes the router of the control API from its description: each operation there is a route here. */
export function createControlRouter(server: ControlServer): Router {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use((request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    const rejection = server.guard(request.headers)
    if (rejection === undefined) next()
    else sendError(response, rejection)
  })
  router.use(express.raw({ type: () => true, limit: BODY_LIMIT }))
  for (const [template, item] of Object.entries<Readonly<Record<string, unknown>>>(controlDescription.paths)) {
    addPath(router, { template, item, server })
  }
  return router
}

function addPath(router: Router, { template, item, server }: DescribedPath): void {
  const route = router.route(template.replaceAll(/\{(\w+)\}/g, ':$1'))
  const shared = Array.isArray(item['parameters']) ? (item['parameters'] as object[]) : []
  const methods = METHODS.filter((method) => method in item)
  for (const method of methods) {
    const operation = item[method] as { operationId: string }
    const reader = createRequestReader(operation, shared)
    route[method](
      operation.operationId === 'followEvents' ? followEvents(server, reader) : answer(server, { operation, reader }),
    )
  }
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ')
  route.all((request, response) => {
    response.set('Allow', allowed)
    const message = `${request.method} is not allowed on ${request.originalUrl}. Use one of ${allowed}.`
    sendError(response, { status: 405, code: 'method_not_allowed', message })
  })
}

interface DescribedPath {
  readonly template: string
  readonly item: Readonly<Record<string, unknown>>
  readonly server: ControlServer
}

function followEvents({ mock }: ControlServer, reader: RequestReader): Route {
  return (request, response) => {
    const { sandbox } = reader.query(request)
    streamEvents(mock, { request, response }, { sandbox: sandbox === undefined ? undefined : String(sandbox) })
  }
}

function answer(server: ControlServer, { operation, reader }: DescribedOperation): Route {
  const handle = Reflect.get(controlHandlers, operation.operationId) as AnyHandler
  return async (request, response) => {
    const params = reader.params(request)
    const call = {
      ...server,
      baseUrl: `${request.protocol}://${request.headers.host}/v1`,
      sandboxName: params['sandbox'] ?? 'main',
      get sandbox() {
        return server.mock.sandbox(params['sandbox'])
      },
      id: params['id'] ?? '',
      query: reader.query(request),
      body: reader.body(request),
    }
    // The reader has checked the call against the same description that its type comes from.
    send(response, await handle(call as unknown as ControlCall<never>))
  }
}

interface DescribedOperation {
  readonly operation: { readonly operationId: string }
  readonly reader: RequestReader
}

function send(response: Response, { status, body, location }: ControlReply): void {
  response.status(status)
  if (location !== undefined) response.set('Location', `/__mock${location}`)
  if (body === undefined) response.end()
  else response.type('application/json').send(stringifyJson(body))
}
