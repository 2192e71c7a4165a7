import { isUtf8 } from 'node:buffer'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** The largest body that is read, packed or unpacked. */
export const MAX_BODY_BYTES = 64 * 2 ** 20

const TOO_LARGE = 'its body is larger than 64 MiB, the most that is read'

/** Reads a body to its end, unless it is too large: that is an error. */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error(TOO_LARGE)
  }
  return Buffer.concat(chunks)
}

const DECODERS = new Map<string, (bytes: Buffer) => Duplex>([
  ['gzip', () => createGunzip()],
  ['deflate', (bytes) => (isFramed(bytes) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
])

/** The codings in a request for a compressed response: those that every HTTP client of today can decode. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** A few bytes that are packed often enough would take minutes. */
const MAX_CODINGS = 4

/**
 * A body's bytes as text, decompressed as its `Content-Encoding` says; as they came, if they are something else. Timers run
 * meanwhile.
 * @throws {Error} if it is too large once it is decompressed
 */
export async function decodeBody(bytes: Buffer, encoding = '') {
  const { plain, ...problem } = await decompress(bytes, encoding.toLowerCase().match(/[^\s,]+/g) ?? [])
  return {
    body: plain.toString('utf8'),
    ...(isUtf8(plain) ? { isUtf8: true } : { isUtf8: false, bytes: plain }),
    ...problem,
  }
}

async function decompress(
  bytes: Buffer,
  named: readonly string[],
): Promise<{ plain: Buffer; encodingProblem?: string }> {
  const codings = named.map((coding) => coding.replace(/^x-(?=gzip$)/, '')).filter((coding) => coding !== 'identity')
  if (codings.length > MAX_CODINGS)
    return { plain: bytes, encodingProblem: `it names more than ${MAX_CODINGS} codings` }
  let plain = bytes
  // The last coding was applied last (RFC 9110, section 8.4).
  for (const coding of bytes.length === 0 ? [] : codings.toReversed()) {
    const decoder = DECODERS.get(coding)
    if (decoder === undefined) return { plain: bytes, encodingProblem: `${coding} is none of ${ACCEPT_ENCODING}` }
    try {
      plain = await readBody(decoder(plain).end(plain))
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      return { plain: bytes, encodingProblem: `it is not ${coding} (${message})` }
    }
  }
  const isGzip = plain.length > 2 && plain.readUInt16BE(0) === 0x1f8b
  if (!isGzip) return { plain }
  return { plain: bytes, encodingProblem: plain === bytes ? 'it is gzip' : 'it is still gzip after decoding' }
}

// Many servers omit the frame that RFC 9110 asks for, and clients cope with it.
function isFramed(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 15) === 8
}
