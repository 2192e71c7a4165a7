import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib'

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

const DECODERS = new Map<string, (bytes: Buffer, options: ZlibOptions) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', (bytes, options) => (isFramed(bytes) ? inflateSync : inflateRawSync)(bytes, options)],
  ['br', brotliDecompressSync],
  ['identity', (bytes) => bytes],
])

/** What a request for a compressed answer sends: the codings that every HTTP client of today can decode. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/**
 * A body's bytes as text, decompressed as its `Content-Encoding` says; as they came, if they are something else.
 *
 * @throws {Error} if it is too large once it is decompressed
 */
export function decodeBody(bytes: Buffer, encoding = '') {
  const { plain, ...problem } = decompress(bytes, encoding.toLowerCase().match(/[^\s,]+/g) ?? [])
  return { body: plain.toString('utf8'), isUtf8: isUtf8(plain), ...problem }
}

function decompress(bytes: Buffer, codings: readonly string[]): { plain: Buffer; encodingProblem?: string } {
  let plain = bytes
  // The last coding was applied last (RFC 9110, section 8.4).
  for (const coding of bytes.length === 0 ? [] : codings.toReversed()) {
    const decode = DECODERS.get(coding)
    if (decode === undefined) return { plain: bytes, encodingProblem: `${coding} is none of ${ACCEPT_ENCODING}` }
    try {
      plain = decode(plain, { maxOutputLength: MAX_BODY_BYTES })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') throw new Error(TOO_LARGE, { cause: error })
      return { plain: bytes, encodingProblem: `it is not ${coding} (${message})` }
    }
  }
  const isGzip = plain.length > 2 && plain.readUInt16BE(0) === 0x1f8b
  if (!isGzip) return { plain }
  const encodingProblem =
    plain === bytes ? 'it is gzip, but Content-Encoding is missing' : 'it is still gzip after decoding'
  return { plain: bytes, encodingProblem }
}

// Many servers leave out the frame that RFC 9110 asks for, and clients cope with it.
function isFramed(bytes: Buffer): boolean {
  return bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 15) === 8
}
