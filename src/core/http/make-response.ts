import { corsHeaders, headerOf, type Operation, type PathMatch } from '../../spec/index.js'
import { formatHttpDate, parseInstant, parseOptionalInstant } from '../instant.js'
import type { Fault } from '../scenario/document.js'
import type { Injection } from '../sandbox/faults.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { ApiRequest, ApiResponse, ExtraOperation } from './messages.js'
import { CORS_HEADERS, type Result } from './result.js'

/** A request with what is known of it, its result, and the fault that contributed to that. */
export interface HandledRequest {
  readonly request: ApiRequest
  readonly match: PathMatch | undefined
  readonly operation?: Operation | ExtraOperation | undefined
  /** The key that was sent, shortened. */
  readonly key?: string | undefined
  readonly result: Result
  readonly injection?: Injection | undefined
}

/** Ten minutes, whatever latency and faults add up to. */
const MAX_DELAY_MS = 600_000

/** Creates the response to a call from its result; every response is `latencyMs` late. */
export function makeResponse(
  { request, operation, result, injection }: HandledRequest,
  latencyMs: number,
  { current: { sunsetMs } }: Sandbox,
): ApiResponse {
  const delayMs = Math.min(MAX_DELAY_MS, latencyMs + (injection?.delayMs ?? 0))
  if (result.kind === 'no response') {
    return { status: undefined, headers: {}, body: '', effects: { delayMs, connection: result.connection } }
  }
  const { status, content, headers: own } = result
  const failure = injection?.failure
  const isReplaced = failure?.body !== undefined
  const deprecation = operation?.deprecated && !isReplaced ? deprecationHeaders(operation, sunsetMs) : undefined
  const headers = content?.headers ?? CORS_HEADERS
  const origin = headerOf('origin', request.rawHeaders)
  const isPlain = own === undefined && deprecation === undefined && origin === undefined
  const isTruncated = failure?.kind === 'truncate'
  const usual = isPlain ? headers : { ...headers, ...own, ...deprecation, ...corsHeaders(origin, own?.['Vary']) }
  return {
    status,
    headers: failure === undefined ? usual : withHeadersOf(failure, usual),
    body: request.method === 'HEAD' || content === undefined ? '' : content.body,
    effects: { delayMs, connection: isTruncated ? 'truncate' : 'keep' },
  }
}

/** Headers with those of a fault, which replace headers of the same name. */
function withHeadersOf({ headers: given, cors = true }: Fault, usual: ApiResponse['headers']): ApiResponse['headers'] {
  if (given === undefined && cors) return usual
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
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to the description of both, if the operation is deprecated.
 * @param sunsetMs overrides the sunset of the API description; milliseconds since the Unix epoch
 */
function deprecationHeaders(operation: Deprecatable, sunsetMs?: number): ApiResponse['headers'] {
  if (operation.deprecated === undefined) return {}
  const { since } = operation.deprecated
  const { describedAt = DESCRIPTION_PATH } = operation
  const switchedOffMs = sunsetOf(operation, sunsetMs)
  return {
    ...(since !== undefined && { Deprecation: `@${Math.floor(parseInstant(since) / 1000)}` }),
    ...(switchedOffMs !== undefined && { Sunset: formatHttpDate(switchedOffMs) }),
    Link: `<${describedAt}>; rel="deprecation", <${describedAt}>; rel="sunset"`,
  }
}

/** When a deprecated operation is switched off, in milliseconds since the Unix epoch; `undefined`: never. */
export function sunsetOf({ deprecated }: Pick<Operation, 'deprecated'>, sunsetMs?: number): number | undefined {
  return deprecated && (sunsetMs ?? parseOptionalInstant(deprecated.sunset))
}
