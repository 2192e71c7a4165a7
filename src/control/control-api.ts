import { BODY_TOO_LARGE, MAX_BODY_BYTES } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { stringifyJson } from '../spec/index.js'
import type { ControlHost, ControlReply, ControlRequest, ControlOperation } from './call.js'
import { controlOperations } from './description.generated.js'
import { describeError, type ErrorObject, unexpectedError, unknownPath } from './error-object.js'
import { controlHandlers } from './handlers.js'
import { createRequestReader } from './read-request.js'

export interface ControlResponse {
  readonly status: number
  /** Headers by name, including `Content-Length` if there is content. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8; empty if the response has no content, or the request was HEAD. */
  readonly body: Uint8Array<ArrayBuffer>
  /** If it exists, the body goes on with the events of this sandbox, or with all, until the client leaves. */
  readonly events?: { readonly sandbox: string | undefined }
}

/** Responds at once, unless the request waits for another one. */
export type ControlApi = (request: ControlRequest) => ControlResponse | Promise<ControlResponse>

interface Route extends ControlOperation {
  /** Matches its path, with a group for each parameter. */
  readonly pattern: RegExp
  readonly read: ReturnType<typeof createRequestReader>
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

const allRoutes = controlOperations.map((operation): Route => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  read: createRequestReader(operation),
}))

export function createControlApi(host: ControlHost): ControlApi {
  return (request) => {
    try {
      if (request.body.byteLength > MAX_BODY_BYTES) return refuse(BODY_TOO_LARGE, request)
      const path = allRoutes.find(({ pattern }) => pattern.test(request.path || '/'))?.path
      if (path === undefined) return refuse(unknownPath(request.url), request)
      const routes = allRoutes.filter((each) => each.path === path)
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = routes.find((each) => each.method === method)
      return route === undefined ? methodNotAllowed(routes, request) : respondAt(route, request, host)
    } catch (error) {
      return refuse(describeError(error) ?? unexpectedError(error), request)
    }
  }
}

function respondAt(
  { operationId, pattern, read }: Route,
  request: ControlRequest,
  host: ControlHost,
): ReturnType<ControlApi> {
  const groups = Object.entries(pattern.exec(request.path)?.groups ?? {})
  const params = Object.fromEntries(groups.map(([name, value]) => [name, decode(value)])) as Record<string, string>
  const { sandbox, id = '' } = params
  const given = read(params, request.query, request.body)
  if (operationId === 'followEvents') return followEvents(request, given.query['sandbox'])
  const call = {
    ...host,
    ...given,
    baseUrl: request.baseUrl,
    origin: request.origin,
    sandboxName: sandbox ?? 'main',
    get sandbox() {
      return host.mock.sandbox(sandbox)
    },
    id,
  }
  const handle: unknown = Reflect.get(controlHandlers, operationId)
  // The reader has checked the call against the same description that its type comes from.
  const reply = (handle as (checked: typeof call) => ControlReply | void | Promise<ControlReply>)(call)
  if (!(reply instanceof Promise)) return toResponse(reply ?? { status: 204 }, request)
  return reply.then(
    (known) => toResponse(known, request),
    (error: unknown) => refuse(describeError(error) ?? unexpectedError(error), request),
  )
}

function decode(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    throw new ToolError(`The request cannot be read: Failed to decode param '${parameter}'.`)
  }
}

function toResponse({ status, body, location }: ControlReply, { method }: ControlRequest): ControlResponse {
  const headers = { ...HEADERS, ...(location !== undefined && { Location: `/__mock${location}` }) }
  if (body === undefined) return { status, headers, body: new Uint8Array() }
  const content = new TextEncoder().encode(`${stringifyJson(body)}\n`)
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
  return { ...head, ...(method !== 'HEAD' && { events: { sandbox: sandbox?.toString() } }) }
}

function methodNotAllowed(routes: readonly Route[], request: ControlRequest): ControlResponse {
  const allowed = routes.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
  const message = `${request.method} is not allowed on ${request.url}. Use one of ${allowed}.`
  const { headers, ...refusal } = refuse({ code: 'method_not_allowed', message, status: 405 }, request)
  return { ...refusal, headers: { ...headers, Allow: allowed } }
}

function refuse(error: ErrorObject, request: ControlRequest): ControlResponse {
  return toResponse({ status: error.status, body: error }, request)
}
