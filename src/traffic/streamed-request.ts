import type { IncomingMessage } from 'node:http'
import type { StreamedRequest } from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'

/** The request that goes to the provider in the place of a client's. */
export function streamedRequest(
  request: IncomingMessage,
  { baseUrl, path, signal }: { baseUrl: string; path: string; signal: AbortSignal },
): StreamedRequest {
  return {
    method: request.method ?? 'GET',
    path,
    url: baseUrl + path,
    headers: Object.fromEntries(endToEndHeaders(request.rawHeaders)),
    allHeaders: allHeaders(request, new URL(baseUrl).host),
    body: hasBody(request) ? request : undefined,
    signal,
  }
}

function allHeaders(request: IncomingMessage, host: string): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { host }
  for (const [name, value] of endToEndHeaders(request.rawHeaders)) {
    const key = name.toLowerCase()
    if (key !== 'host') headers[key] = key in headers ? [headers[key] ?? [], value].flat() : value
  }
  headers['via'] = [headers['via'] ?? [], `${request.httpVersion} orders-mock`].flat().join(', ')
  // Node would send the body of a DELETE without saying where it ends.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  return headers
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
