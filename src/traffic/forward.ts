import type { IncomingMessage } from 'node:http'
import type { StreamedRequest } from '../contract/index.js'

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/**
 * The header fields that an intermediary passes on, in their order and spelling (RFC 9110, section 7.6.1): all but
 * those that speak of one connection, and those that `Connection` names.
 *
 * @param rawHeaders names and values in turn, as Node gives them
 */
export function endToEndHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const fields = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** The request that goes to the provider in the place of a client's. */
export function forwardedRequest(
  request: IncomingMessage,
  { baseUrl, path, signal }: { baseUrl: string; path: string; signal: AbortSignal },
): StreamedRequest {
  const { headers, rawHeaders, method = 'GET' } = request
  const fields = endToEndHeaders(rawHeaders)
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const allHeaders: Record<string, string | string[]> = { host: new URL(baseUrl).host }
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    if (key !== 'host') allHeaders[key] = key in allHeaders ? [allHeaders[key] ?? [], value].flat() : value
  }
  allHeaders['via'] = [allHeaders['via'] ?? [], `${request.httpVersion} orders-mock`].flat().join(', ')
  // Node would send the body of a DELETE without saying where it ends.
  if (headers['transfer-encoding'] !== undefined) allHeaders['transfer-encoding'] = 'chunked'
  return {
    method,
    path,
    url: baseUrl + path,
    headers: Object.fromEntries(fields),
    allHeaders,
    body: hasBody ? request : undefined,
    signal,
  }
}
