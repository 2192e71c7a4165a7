import { corsHeaders, type FreedomName, headerOf, type Operation } from '../../spec/index.js'
import { formatHttpDate, parseInstant, parseOptionalInstant } from '../instant.js'
import type { Fault } from '../scenario/document.js'
import type { Store } from '../sandbox/store.js'
import type { HandledRequest } from './handled-request.js'
import type { Look } from './look.js'
import type { ApiRequest, ApiResponse, ExtraOperation } from './messages.js'
import { type Content, type Result } from '../operations/result.js'
import { writeContent } from './write-content.js'

/** Lets pages of any origin read every response, and the headers of the API (Fetch standard, "CORS protocol"). */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
} as const

/** Ten minutes, whatever latency and faults add up to. */
const MAX_DELAY_MS = 600_000

/** The headers that a sandbox may choose not to send. */
const OPTIONAL = [
  ['deprecation', 'Deprecation'],
  ['deprecation-link', 'Link'],
  ['challenge', 'WWW-Authenticate'],
  ['exposed-headers', 'Access-Control-Expose-Headers'],
] as const satisfies readonly (readonly [FreedomName, string])[]

/**
 * Creates the response to a call from its result; every response is `latencyMs` late.
 * @param look the choices of its sandbox, unless they are the defaults
 */
export function makeResponse(call: HandledRequest, latencyMs: number, store: Store, look?: Look): ApiResponse {
  const { request, operation, result, injection } = call
  const delayMs = Math.min(MAX_DELAY_MS, latencyMs + (injection?.delayMs ?? 0))
  if (result.kind === 'no response') {
    return { status: undefined, headers: {}, body: '', effects: { delayMs, connection: result.connection } }
  }
  const { headers: own } = result
  const { status, content } = look === undefined ? result : writeContent(call, result, store, look)
  const failure = injection?.failure
  const isReplaced = failure?.body !== undefined
  const headers = content === undefined ? { ...CORS_HEADERS } : headersOf(content)
  if (own !== undefined) Object.assign(headers, own)
  if (operation?.deprecated && !isReplaced)
    Object.assign(headers, deprecationHeaders(operation, store.current.sunsetMs))
  const origin = headerOf('origin', request.rawHeaders)
  if (origin !== undefined) Object.assign(headers, corsHeaders(origin, own?.['Vary']))
  if (look !== undefined)
    for (const [name, header] of OPTIONAL) if (header in headers && look.shows(name, 'none')) delete headers[header]
  const response = {
    status,
    headers: failure === undefined ? headers : withHeadersOf(failure, headers),
    body: request.method === 'HEAD' || content === undefined ? '' : content.body,
    effects: { delayMs, connection: failure?.kind === 'truncate' ? 'truncate' : 'keep' },
  } as const
  return look !== undefined && request.isOverHttp1 === true && response.body.length > 0
    ? frame(response, request, look)
    : response
}

function headersOf({ type, body }: Content): Record<string, string> {
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
  headers['Content-Length'] = String(body.length)
  headers['Access-Control-Allow-Origin'] = CORS_HEADERS['Access-Control-Allow-Origin']
  headers['Access-Control-Expose-Headers'] = CORS_HEADERS['Access-Control-Expose-Headers']
  return headers
}

function frame(response: ApiResponse, { rawHeaders }: ApiRequest, look: Look): ApiResponse {
  const headers = { ...response.headers }
  const accepted = headerOf('accept-encoding', rawHeaders) ?? ''
  const isCompressed =
    /\b(?:x-)?gzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) && look.shows('compression', 'gzip')
  if (isCompressed) {
    headers['Content-Encoding'] = 'gzip'
    headers['Vary'] = [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ')
  }
  // Without a length, Node sends chunks.
  if (look.shows('framing', 'chunked')) delete headers['Content-Length']
  return { ...response, headers, effects: { ...response.effects, ...(isCompressed && { isCompressed }) } }
}

/** Headers with those of a fault, which replace headers of the same name. */
function withHeadersOf({ headers: given, cors = true }: Fault, usual: ApiResponse['headers']): ApiResponse['headers'] {
  const names = new Set(Object.keys(given ?? {}).map((name) => name.toLowerCase()))
  const kept = Object.entries(usual).filter(
    ([name]) => !names.has(name.toLowerCase()) && (cors || !name.startsWith('Access-Control-')),
  )
  return { ...Object.fromEntries(kept), ...given }
}

/** Responds to a preflight without a key, because browsers send none with it. */
export function answerPreflight({ rawHeaders }: ApiRequest, allowed: readonly string[]): Result {
  // Some browsers ask so before a page of the Internet may reach this machine.
  const isPrivate = headerOf('access-control-request-private-network', rawHeaders) === 'true'
  return {
    kind: 'answer',
    status: 204,
    reason: 'a CORS preflight needs no key',
    headers: {
      Allow: allowed.join(', '),
      'Access-Control-Allow-Methods': allowed.join(', '),
      'Access-Control-Allow-Headers': headerOf('access-control-request-headers', rawHeaders) ?? 'Authorization',
      ...(isPrivate && { 'Access-Control-Allow-Private-Network': 'true' }),
      'Access-Control-Max-Age': '600',
      Vary: 'Access-Control-Request-Headers',
    },
  }
}

/** The link target of deprecated operations of the API: their description, at the root of a server. */
const DESCRIPTION_PATH = '/openapi.yaml'

type Deprecatable = Pick<Operation, 'deprecated'> & Partial<Pick<ExtraOperation, 'describedAt'>>

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to the description of both, for a deprecated operation.
 * @param sunsetMs overrides the sunset of the API description; milliseconds since the Unix epoch
 */
function deprecationHeaders(operation: Deprecatable, sunsetMs?: number): ApiResponse['headers'] {
  const { deprecated, describedAt = DESCRIPTION_PATH } = operation
  const switchedOffMs = sunsetOf(operation, sunsetMs)
  return {
    ...(deprecated?.since !== undefined && { Deprecation: `@${Math.floor(parseInstant(deprecated.since) / 1000)}` }),
    ...(switchedOffMs !== undefined && { Sunset: formatHttpDate(switchedOffMs) }),
    Link: `<${describedAt}>; rel="deprecation", <${describedAt}>; rel="sunset"`,
  }
}

/** When a deprecated operation is switched off, in milliseconds since the Unix epoch; `undefined`: never. */
export function sunsetOf({ deprecated }: Pick<Operation, 'deprecated'>, sunsetMs?: number): number | undefined {
  return deprecated && (sunsetMs ?? parseOptionalInstant(deprecated.sunset))
}
