import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES, type StreamedRequest, type StreamedResponse } from '../contract/index.js'

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]

/** Header fields that speak of one connection (RFC 9110, section 7.6.1): an intermediary does not pass them on. */
function hopByHop({ headersDistinct }: IncomingMessage): Set<string> {
  const named = (headersDistinct['connection'] ?? []).flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
  return new Set([...HOP_BY_HOP, ...named])
}

/** The request that goes to the provider in the place of a client's. */
export function forwardedRequest(
  request: IncomingMessage,
  { baseUrl, path, signal }: { baseUrl: string; path: string; signal: AbortSignal },
): StreamedRequest {
  const { headersDistinct, method = 'GET', httpVersion } = request
  const dropped = hopByHop(request)
  const fields = Object.entries(headersDistinct).flatMap(([name, values = []]): [string, string[]][] =>
    dropped.has(name) ? [] : [[name, values]],
  )
  const isChunked = headersDistinct['transfer-encoding'] !== undefined
  const allHeaders = {
    ...Object.fromEntries(fields),
    host: new URL(baseUrl).host,
    via: [...(headersDistinct['via'] ?? []), `${httpVersion} orders-mock`].join(', '),
    // Node would send the body of a DELETE without saying where it ends.
    ...(isChunked && { 'transfer-encoding': 'chunked' }),
  }
  return {
    method,
    path,
    url: baseUrl + path,
    headers: Object.fromEntries(fields.map(([name, values]) => [name, values.join(', ')])),
    allHeaders,
    body: isChunked || headersDistinct['content-length'] !== undefined ? request : undefined,
    signal,
  }
}

/** An answer on its way to a client. */
export interface Passage {
  readonly answer: StreamedResponse
  readonly response: ServerResponse
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal
}

/** Passes an answer on as it comes, byte for byte. */
export async function passOn(passage: Passage): Promise<void> {
  sendHead(passage)
  for await (const chunk of passage.answer.chunks()) await write(passage, chunk)
  passage.response.end()
}

/**
 * Passes an answer on byte for byte, each chunk when the next has come: the client has the whole only after `beforeEnd`.
 *
 * @param beforeEnd gets the body, or `undefined` if it was too large to be kept
 */
export async function passOnHeldBack(
  passage: Passage,
  beforeEnd: (body: Buffer | undefined) => Promise<void>,
): Promise<void> {
  let body: Buffer[] | undefined = []
  let length = 0
  let last: Buffer | undefined
  for await (const chunk of passage.answer.chunks()) {
    if (last !== undefined) await write(passage, last)
    last = chunk
    length += chunk.length
    if (length > MAX_BODY_BYTES) body = undefined
    body?.push(chunk)
  }
  await beforeEnd(body && Buffer.concat(body))
  sendHead(passage)
  passage.response.end(last)
}

async function write(passage: Passage, chunk: Buffer): Promise<void> {
  const { response, signal } = passage
  signal.throwIfAborted()
  sendHead(passage)
  if (!response.write(chunk)) await once(response, 'drain', { signal })
}

function sendHead({ answer: { incoming }, response }: Passage): void {
  if (response.headersSent) return
  const dropped = hopByHop(incoming)
  const { statusCode = 502, statusMessage = '', rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !dropped.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  )
  response.sendDate = false
  // Node reads control characters in the reason phrase, and writes none.
  response.writeHead(statusCode, /^[\t -~\u0080-\u00FF]*$/.test(statusMessage) ? statusMessage : '', headers)
}
