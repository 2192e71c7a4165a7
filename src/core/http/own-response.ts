import type { ApiResponse } from './messages.js'

/** A response that shares nothing with others: most bodies and headers are made once for many of them. */
export function ownResponse<Response extends ApiResponse>(response: Response): Response {
  const { headers, body, effects } = response
  return { ...response, headers: { ...headers }, body: body.slice(), effects: { ...effects } }
}
