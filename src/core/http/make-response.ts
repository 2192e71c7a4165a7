import type { Operation, PathMatch } from '../../spec/index.js'
import type { Injection } from '../sandbox/faults.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import { deprecationHeaders } from './deprecation.js'
import type { ApiRequest, ApiResponse, ExtraOperation } from './messages.js'
import type { Result } from './result.js'

/** A request with what was found out about it, what came of it, and the fault that had a part in that. */
export interface Call {
  readonly request: ApiRequest
  readonly match: PathMatch | undefined
  readonly operation?: Operation | ExtraOperation | undefined
  /** The key that was sent, shortened. */
  readonly key?: string | undefined
  readonly result: Result
  readonly injection?: Injection | undefined
}

/** Lets pages of any origin read every answer, and the headers that the API speaks with (Fetch standard, "CORS protocol"). */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
} as const

/** Ten minutes, whatever latency and faults add up to. */
const MAX_DELAY_MS = 600_000

const ASCII = /^[\0-\x7f]*$/
const encoder = new TextEncoder()

/** Makes the response to a call of its result; every response is `latencyMs` late. */
export function makeResponse(
  { request, operation, result, injection }: Call,
  latencyMs: number,
  { current: { sunsetMs } }: Sandbox,
): ApiResponse {
  const delayMs = Math.min(MAX_DELAY_MS, latencyMs + (injection?.delayMs ?? 0))
  if (result.kind === 'no response') {
    return { status: undefined, headers: {}, body: '', effects: { delayMs, connection: result.connection } }
  }
  const body = result.kind === 'refusal' ? `${JSON.stringify(result.error)}\n` : result.body
  const content = typeof body === 'string' && !ASCII.test(body) ? encoder.encode(body) : body
  const { headers: own } = result
  const deprecation = operation?.deprecated && deprecationHeaders(operation, sunsetMs)
  // Spelled out, because Node writes headers of one shape faster and most responses have no others.
  const headers =
    content === undefined
      ? CORS_HEADERS
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(content.length),
          'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'],
          'Access-Control-Expose-Headers': CORS_HEADERS['Access-Control-Expose-Headers'],
        }
  const isTruncated = injection?.failure?.kind === 'truncate'
  return {
    status: result.kind === 'refusal' ? result.error.status : result.status,
    headers: own === undefined && deprecation === undefined ? headers : { ...headers, ...own, ...deprecation },
    body: request.method === 'HEAD' || content === undefined ? '' : content,
    effects: { delayMs, connection: isTruncated ? 'truncate' : 'keep' },
  }
}

/** Answers a preflight: without a key, because browsers send none with it. */
export function answerPreflight({ preflight }: ApiRequest, allowed: readonly string[]): Result {
  return {
    kind: 'success',
    status: 204,
    reason: 'a CORS preflight is answered without a key',
    headers: {
      Allow: allowed.join(', '),
      'Access-Control-Allow-Methods': allowed.join(', '),
      'Access-Control-Allow-Headers': preflight?.headers ?? 'Authorization',
      'Access-Control-Max-Age': '600',
      Vary: 'Access-Control-Request-Headers',
    },
  }
}
