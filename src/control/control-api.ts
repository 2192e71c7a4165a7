import type { OrdersMock } from '../core/index.js'
import { stringifyJson } from '../spec/index.js'
import type { ControlCall, ControlReply } from './call.js'
import { controlApi } from './description.generated.js'
import { type DescribedOperation, describeControl } from './description.js'
import {
  BODY_TOO_LARGE,
  describeError,
  type ErrorObject,
  MAX_BODY_BYTES,
  unexpectedError,
  unknownPath,
} from './error-object.js'
import { controlHandlers } from './handlers.js'
import { createRequestReader, type RequestReader } from './read-request.js'
import { createRouteFinder, type RouteMatch } from './routing.js'

/** What the control API needs of whatever serves it. */
export interface ControlHost extends Pick<
  ControlCall<never>,
  'mock' | 'startedMs' | 'panelUrl' | 'extraOperations' | 'moreLinks'
> {
  readonly mock: OrdersMock
}

/** A request to the control API, as its host hands it in. */
export interface ControlRequest {
  readonly method: string
  /** As the client wrote it, for messages. */
  readonly url: string
  /** Path below `/__mock`, still percent-encoded: `/sandboxes/main`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Empty if there is none. */
  readonly body: Uint8Array
  /** Where the client reaches the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Base address of the API, as the client reaches it. */
  readonly baseUrl: string
}

/** A response of the control API. */
export interface ControlResponse {
  readonly status: number
  /** Header fields by name, `Content-Length` included wherever there is content. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8; empty where the response has no content, or the request was HEAD. */
  readonly body: Uint8Array<ArrayBuffer>
  /** If it is there, the body goes on with the events of this sandbox, or with all, until the client leaves. */
  readonly events?: { readonly sandbox: string | undefined }
}

/** The control API, whatever carries it. */
export interface ControlApi {
  respond(request: ControlRequest): ControlResponse
}

/** A described operation that is ready to be called. */
interface Route {
  readonly operation: DescribedOperation
  readonly reader: RequestReader
}

type AnyHandler = (call: ControlCall<never>) => ControlReply

const encoder = new TextEncoder()

/** The headers of every response. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Makes the control API of a mock from its description: each operation there is a route here. */
export function createControlApi(host: ControlHost): ControlApi {
  const description = describeControl(controlApi)
  const findRoute = createRouteFinder(
    description.operations.map((operation): Route => ({
      operation,
      reader: createRequestReader(operation, description),
    })),
  )
  return {
    respond(request) {
      try {
        if (request.body.byteLength > MAX_BODY_BYTES) return refuse(BODY_TOO_LARGE, request)
        const found = findRoute(request.path)
        if (found === undefined) return refuse(unknownPath(request.url), request)
        return respondAt(found, request, { ...host, description })
      } catch (error) {
        return refuse(describeError(error) ?? unexpectedError(error), request)
      }
    },
  }
}

function respondAt(
  { routes, params }: RouteMatch<Route>,
  request: ControlRequest,
  host: ControlHost & Pick<ControlCall<never>, 'description'>,
): ControlResponse {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = routes.find(({ operation }) => operation.method.toUpperCase() === method)
  if (route === undefined) return methodNotAllowed(routes, request)
  const { operation, reader } = route
  const { sandbox } = reader.params(params)
  const query = reader.query(request.query)
  if (operation.operationId === 'followEvents') return followEvents(request, query['sandbox'])
  const call = {
    ...host,
    baseUrl: request.baseUrl,
    origin: request.origin,
    sandboxName: sandbox ?? 'main',
    get sandbox() {
      return host.mock.sandbox(sandbox)
    },
    id: params['id'] ?? '',
    query,
    body: reader.body(request.body),
  }
  const handle = Reflect.get(controlHandlers, operation.operationId) as AnyHandler
  // The reader has checked the call against the same description that its type comes from.
  return toResponse(handle(call as unknown as ControlCall<never>), request)
}

function toResponse({ status, body, location, hint }: ControlReply, { method }: ControlRequest): ControlResponse {
  const headers = {
    ...HEADERS,
    ...(location !== undefined && { Location: `/__mock${location}` }),
    ...(hint !== undefined && { 'Orders-Mock-Hint': hint }),
  }
  if (body === undefined) return { status, headers, body: new Uint8Array() }
  const content = encoder.encode(`${stringifyJson(body)}\n`)
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(content.byteLength),
    },
    body: method === 'HEAD' ? new Uint8Array() : content,
  }
}

function followEvents({ method }: ControlRequest, sandbox: string | number | undefined): ControlResponse {
  const head = { status: 200, headers: { ...HEADERS, 'Content-Type': 'text/event-stream' }, body: new Uint8Array() }
  return method === 'HEAD'
    ? head
    : { ...head, events: { sandbox: sandbox === undefined ? undefined : String(sandbox) } }
}

function methodNotAllowed(routes: readonly Route[], request: ControlRequest): ControlResponse {
  const methods = routes.map(({ operation }) => operation.method)
  const allowed = methods.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')
  const message = `${request.method} is not allowed on ${request.url}. Use one of ${allowed}.`
  const { headers, ...refusal } = refuse({ status: 405, code: 'method_not_allowed', message }, request)
  return { ...refusal, headers: { ...headers, Allow: allowed } }
}

function refuse(error: ErrorObject, request: ControlRequest): ControlResponse {
  const { status, code, message } = error
  return toResponse({ status, body: { code, message, status } }, request)
}
