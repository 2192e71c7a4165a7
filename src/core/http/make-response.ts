import { CORS_HEADERS } from './cors.js'
import { deprecationHeaders } from './deprecation.js'
import type { Call } from './call.js'
import type { ApiResponse } from './messages.js'

/** Ten minutes, whatever latency and faults add up to. */
const MAX_DELAY_MS = 600_000

const NO_CONTENT = new Uint8Array()
const encoder = new TextEncoder()

/** Makes the response to a call of its result; every response is `latencyMs` late. */
export function makeResponse(
  { request, operation, result, injection }: Call,
  latencyMs: number,
  sunsetMs: number | undefined,
): ApiResponse {
  const delayMs = Math.min(MAX_DELAY_MS, latencyMs + (injection?.delayMs ?? 0))
  if (result.kind === 'no response') {
    return { status: undefined, headers: {}, body: NO_CONTENT, effects: { delayMs, connection: result.connection } }
  }
  const { body } = result
  const content = typeof body === 'string' ? encoder.encode(body) : body
  const { headers: own } = result
  const deprecation = operation?.deprecated && deprecationHeaders(operation, sunsetMs)
  // Spelled out, because Node writes headers of one shape faster and most responses have no others.
  const headers =
    content === undefined
      ? CORS_HEADERS
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(content.byteLength),
          'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'],
          'Access-Control-Expose-Headers': CORS_HEADERS['Access-Control-Expose-Headers'],
        }
  const isTruncated = injection?.failure?.kind === 'truncate'
  return {
    status: result.kind === 'refusal' ? result.error.status : result.status,
    headers: own === undefined && deprecation === undefined ? headers : { ...headers, ...own, ...deprecation },
    body: request.method === 'HEAD' || content === undefined ? NO_CONTENT : content,
    effects: { delayMs, connection: isTruncated ? 'truncate' : 'keep' },
  }
}
