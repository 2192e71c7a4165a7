import { CORS_HEADERS } from './cors.js'
import { deprecationHeaders } from './deprecation.js'
import type { Call, CallResult } from './call.js'
import type { ApiResponse, Effects } from './messages.js'
import type { Result } from './result.js'

type Headers = Readonly<Record<string, string>>

/** Ten minutes, whatever latency and faults add up to. */
const MAX_DELAY_MS = 600_000

const NO_CONTENT = new Uint8Array()
const NO_EFFECTS: Effects = { delayMs: 0, connection: 'keep' }
const encoder = new TextEncoder()

/** Makes the function that makes the response to a call of its result; every response is `latencyMs` late. */
export function createResponseMaker(latencyMs: number) {
  return (
    { request, operation }: Call,
    { result, injection }: CallResult,
    sunsetMs: number | undefined,
  ): ApiResponse => {
    const delayMs = Math.min(MAX_DELAY_MS, latencyMs + (injection?.delayMs ?? 0))
    if (result.kind === 'no response') {
      return { status: undefined, headers: {}, body: NO_CONTENT, effects: { delayMs, connection: result.connection } }
    }
    const content = contentOf(result)
    const deprecation = operation?.deprecated && deprecationHeaders(operation, sunsetMs)
    const isTruncated = injection?.failure?.kind === 'truncate'
    return {
      status: statusOf(result),
      headers: headersOf(content, result.headers, deprecation),
      body: request.method === 'HEAD' || content === undefined ? NO_CONTENT : content,
      effects: delayMs === 0 && !isTruncated ? NO_EFFECTS : { delayMs, connection: isTruncated ? 'truncate' : 'keep' },
    }
  }
}

function statusOf(result: Exclude<Result, { kind: 'no response' }>): number {
  return result.kind === 'refusal' ? result.error.status : result.status
}

function contentOf(result: Exclude<Result, { kind: 'no response' }>): Uint8Array<ArrayBuffer> | undefined {
  return typeof result.body === 'string' ? encoder.encode(result.body) : result.body
}

/** Spelled out rather than spread, because most responses have nothing but these and there are many of them. */
function headersOf(
  content: Uint8Array | undefined,
  own: Headers | undefined,
  deprecation: Headers | undefined,
): Headers {
  const headers =
    content === undefined
      ? CORS_HEADERS
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(content.byteLength),
          'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'],
          'Access-Control-Expose-Headers': CORS_HEADERS['Access-Control-Expose-Headers'],
        }
  return own === undefined && deprecation === undefined ? headers : { ...headers, ...own, ...deprecation }
}
