import type { ApiRequest } from './messages.js'
import type { Result } from './result.js'

/** Lets pages of any origin read every answer, and the headers that the API speaks with (Fetch standard, "CORS protocol"). */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
} as const

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
