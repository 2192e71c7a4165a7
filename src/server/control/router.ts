import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { OrdersMock } from '../../core/index.js'
import { stringifyJson } from '../../spec/index.js'
import type { ExtraOperations } from '../extra-operations/load-extra-operations.js'
import type { Guard } from '../guard.js'
import { sandboxUrlOf } from '../panel-url.js'
import { sendError } from '../send-error.js'
import type { ControlCall, ControlReply } from './call.js'
import { type ControlDescription, type DescribedOperation, readControlDescription } from './description.js'
import { EventStreams } from './event-streams.js'
import { controlHandlers } from './handlers.js'
import { createRequestReader, type RequestReader } from './read-request.js'

/** What the control API needs of the server that it is part of. */
export interface ControlServer {
  readonly mock: OrdersMock
  readonly guard: Guard
  /** What is served beside the API, if anything. */
  readonly extraOperations: ExtraOperations | undefined
  /** When the server started, in milliseconds of `performance.now()`. */
  readonly startedMs: number
  /** Whether the panel is served. */
  readonly panel: boolean
}

type Route = (request: Request, response: Response, next: NextFunction) => void | Promise<void>
type AnyHandler = (call: ControlCall<never>) => ControlReply | Promise<ControlReply>

/** A hundred thousand orders, and half as many again. */
const BODY_LIMIT = 16 * 1024 * 1024

/** Makes the router of the control API from its description: each operation there is a route here. */
export async function createControlRouter(server: ControlServer): Promise<Router> {
  const description = await readControlDescription()
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use((request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    const rejection = server.guard(request.headers)
    if (rejection === undefined) next()
    // What checks the health of a container knows no token.
    else if (rejection.status === 401 && request.path === '/health' && request.method === 'GET') {
      response.json({ status: 'ok' })
    } else sendError(response, rejection)
  })
  router.use(express.raw({ type: () => true, limit: BODY_LIMIT }))
  for (const operation of description.operations) {
    const reader = createRequestReader(operation, description)
    const route =
      operation.operationId === 'followEvents'
        ? followEvents(server, reader)
        : respond({ ...server, description }, operation, reader)
    router[operation.method](expressPath(operation), route)
  }
  refuseOtherMethods(router, description)
  return router
}

function refuseOtherMethods(router: Router, { operations }: ControlDescription): void {
  for (const path of new Set(operations.map(expressPath))) {
    const methods = operations.filter((operation) => expressPath(operation) === path).map(({ method }) => method)
    const allowed = methods.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')
    router.all(path, (request, response) => {
      response.set('Allow', allowed)
      const message = `${request.method} is not allowed on ${request.originalUrl}. Use one of ${allowed}.`
      sendError(response, { status: 405, code: 'method_not_allowed', message })
    })
  }
}

function expressPath({ path }: DescribedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function followEvents({ mock }: ControlServer, reader: RequestReader): Route {
  const streams = new EventStreams(mock)
  return (request, response) => {
    const { sandbox } = reader.query(request)
    streams.add({ request, response }, sandbox === undefined ? undefined : String(sandbox))
  }
}

function respond(
  server: ControlServer & { readonly description: ControlDescription },
  { operationId }: DescribedOperation,
  reader: RequestReader,
): Route {
  const handle = Reflect.get(controlHandlers, operationId) as AnyHandler
  return async (request, response) => {
    const params = reader.params(request)
    const origin = `${request.protocol}://${request.headers.host}`
    const call = {
      ...server,
      baseUrl: `${origin}/v1`,
      panelUrl: (name: string) => (server.panel ? sandboxUrlOf(origin, name) : undefined),
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

function send(response: Response, { status, body, location }: ControlReply): void {
  response.status(status)
  if (location !== undefined) response.set('Location', `/__mock${location}`)
  if (body === undefined) response.end()
  else response.type('application/json').send(stringifyJson(body))
}
