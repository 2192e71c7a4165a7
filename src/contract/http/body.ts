import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import type { ProviderResponse } from '../exchange.js'

/** The largest body that is read, packed or unpacked. */
export const MAX_BODY_BYTES = 64 * 2 ** 20

/** A body that is larger than what is read, as it came or once it is unpacked. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'

  constructor() {
    super('its body is larger than 64 MiB, of which no more is read')
  }
}

/**
 * Reads a body to its end.
 *
 * @throws {BodyTooLargeError}
 */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new BodyTooLargeError()
  }
  return Buffer.concat(chunks)
}

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const inflateFramed: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const inflateBare: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)
const ungzip: Decode = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', ungzip],
  ['x-gzip', ungzip],
  ['deflate', (bytes: Buffer, options: ZlibOptions) => (isFramed(bytes) ? inflateFramed : inflateBare)(bytes, options)],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
  ['identity', (bytes: Buffer) => Promise.resolve(bytes)],
])

/** What a request sends that wants its answer compressed: the codings that every HTTP client of today can undo. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/**
 * A body's bytes as text, decompressed as its `Content-Encoding` says; as they came, if they are something else.
 *
 * @throws {BodyTooLargeError} if it is too large once it is decompressed
 */
export async function decodeBody(
  bytes: Buffer,
  encoding = '',
): Promise<Pick<ProviderResponse, 'body' | 'isUtf8' | 'encodingProblem'>> {
  const plain = await decompress(bytes, encoding)
  const isText = isUtf8(plain.bytes)
  return {
    body: plain.bytes.toString('utf8'),
    isUtf8: isText,
    ...(plain.problem !== undefined && { encodingProblem: plain.problem }),
  }
}

async function decompress(bytes: Buffer, encoding: string): Promise<{ bytes: Buffer; problem?: string }> {
  const codings = encoding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  let decoded = bytes
  // The last coding was applied last (RFC 9110, section 8.4).
  for (const coding of bytes.length === 0 ? [] : codings.toReversed()) {
    const decode = DECODERS.get(coding)
    if (decode === undefined) return { bytes, problem: `${coding} is none of ${ACCEPT_ENCODING}` }
    try {
      decoded = await decode(decoded, { maxOutputLength: MAX_BODY_BYTES })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError()
      return { bytes, problem: `it is not ${coding} (${(error as Error).message})` }
    }
  }
  if (!isGzip(decoded)) return { bytes: decoded }
  return {
    bytes,
    problem: decoded === bytes ? 'it is gzip, which no header says' : 'once decompressed, it is still gzip',
  }
}

// Many servers leave out the frame that RFC 9110 asks for, and clients cope with it.
function isFramed(bytes: Buffer): boolean {
  return bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 15) === 8
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b
}
