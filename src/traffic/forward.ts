import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES, type StreamedRequest } from '../contract/index.js'

/** The request that an intermediary sends to a server in place of a client's. */
export function forwardedRequest(
  request: IncomingMessage,
  { baseUrl, path, signal }: { baseUrl: string; path: string; signal: AbortSignal },
): StreamedRequest {
  const { headersDistinct, method = 'GET', httpVersion } = request
  const dropped = hopByHop(request)
  const fields = Object.entries(headersDistinct).filter(([name]) => !dropped.has(name))
  const isChunked = headersDistinct['transfer-encoding'] !== undefined
  return {
    method,
    path,
    url: baseUrl + path,
    headers: Object.fromEntries(fields.map(([name, values = []]) => [name, values.join(', ')])),
    allHeaders: {
      ...Object.fromEntries(fields),
      host: new URL(baseUrl).host,
      via: [...(headersDistinct['via'] ?? []), `${httpVersion} orders-mock`].join(', '),
      // Node would send the body of a DELETE without saying where it ends.
      ...(isChunked && { 'transfer-encoding': 'chunked' }),
    },
    body: isChunked || headersDistinct['content-length'] !== undefined ? request : undefined,
    signal,
  }
}

/** Passes a response on to a client byte for byte, as it comes, until `signal` says that the client has hung up. */
export async function passOn(
  incoming: IncomingMessage,
  body: AsyncIterable<Buffer>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const head = headOf(incoming)
  response.sendDate = false
  for await (const chunk of body) {
    if (!response.headersSent) response.writeHead(...head)
    if (!response.write(chunk)) await once(response, 'drain', { signal })
  }
  if (!response.headersSent) response.writeHead(...head)
  response.end()
}

/** How many bytes of bodies may be kept at once while they come. */
export const MAX_HELD_BYTES = 4 * MAX_BODY_BYTES

/**
 * Sends each chunk when the next has come, and the last after the whole is noted: only then can the client react to it.
 * @param room how many bytes all together may still keep
 * @param note gets the body, or `undefined` if it was too large to be kept
 */
export async function* heldBack(
  chunks: AsyncIterable<Buffer>,
  room: { bytes: number },
  note: (body: Buffer | undefined) => Promise<void>,
): AsyncGenerator<Buffer> {
  const body: Buffer[] = []
  let [length, isKept] = [0, true]
  let last: Buffer | undefined
  const keep = (chunk: Buffer | undefined): void => {
    if (chunk === undefined) body.length = 0
    else body.push(chunk)
    const change = chunk?.length ?? -length
    length += change
    room.bytes -= change
  }
  try {
    for await (const chunk of chunks) {
      if (last !== undefined) yield last
      last = chunk
      isKept &&= chunk.length <= Math.min(room.bytes, MAX_BODY_BYTES - length)
      keep(isKept ? chunk : undefined)
    }
    await note(isKept ? Buffer.concat(body) : undefined)
  } finally {
    keep(undefined)
  }
  if (last !== undefined) yield last
}

function headOf(incoming: IncomingMessage): [status: number, reason: string, headers: string[]] {
  const dropped = hopByHop(incoming)
  const { statusCode = 502, statusMessage = '', rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !dropped.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  )
  // Node reads control characters in the reason phrase, and writes none.
  return [statusCode, /^[\t -~\u0080-\u00FF]*$/.test(statusMessage) ? statusMessage : '', headers]
}

const HOP_BY_HOP =
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te transfer-encoding upgrade'.split(
    ' ',
  )

/** Headers that belong to one connection (RFC 9110, section 7.6.1): an intermediary does not pass them on. */
function hopByHop({ headersDistinct }: IncomingMessage): Set<string> {
  const named = (headersDistinct['connection'] ?? []).flatMap((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  return new Set([...HOP_BY_HOP, ...named])
}
