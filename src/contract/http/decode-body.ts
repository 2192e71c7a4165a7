import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import { BodyTooLargeError, MAX_BODY_BYTES } from './body-limit.js'

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const inflateFramed: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const inflateBare: Decode = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)
const ungzip: Decode = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

/** The codings that `ACCEPT_ENCODING` asks for, which every HTTP client of today can undo. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  deflate: (bytes, options) => (isFramed(bytes) ? inflateFramed : inflateBare)(bytes, options),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
  identity: (bytes) => Promise.resolve(bytes),
}

/** What a request sends that wants its answer compressed. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** A body as text. */
export interface DecodedBody {
  readonly body: string
  /** False if the bytes are not valid UTF-8. */
  readonly isUtf8: boolean
  /** Why the bytes are not what the `Content-Encoding` says; `body` is then made of the bytes as they came. */
  readonly encodingProblem?: string
}

/**
 * A body's bytes as text, decompressed as its `Content-Encoding` says.
 *
 * @throws {BodyTooLargeError} if it is too large once it is decompressed
 */
export async function decodeBody(bytes: Buffer, encoding: string | undefined): Promise<DecodedBody> {
  const plain = await decompress(bytes, encoding)
  const problem = plain.problem !== undefined && { encodingProblem: plain.problem }
  try {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { body: strict.decode(plain.bytes), isUtf8: true, ...problem }
  } catch {
    return { body: plain.bytes.toString('utf8'), isUtf8: false, ...problem }
  }
}

interface Decompressed {
  readonly bytes: Buffer
  readonly problem?: string
}

async function decompress(bytes: Buffer, encoding: string | undefined): Promise<Decompressed> {
  if (bytes.length === 0) return { bytes }
  // The last coding was applied last (RFC 9110, section 8.4).
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  let decoded = bytes
  for (const coding of codings.filter((each) => each !== '').toReversed()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
    if (decode === undefined) return { bytes, problem: `${coding} is none of ${ACCEPT_ENCODING}` }
    try {
      decoded = await decode(decoded, { maxOutputLength: MAX_BODY_BYTES })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError()
      return { bytes, problem: `it is not ${coding} (${(error as Error).message})` }
    }
  }
  if (!isGzip(decoded)) return { bytes: decoded }
  const isDeclared = decoded !== bytes
  return { bytes, problem: isDeclared ? 'once decompressed, it is still gzip' : 'it is gzip, which no header says' }
}

// Many servers leave out the frame that RFC 9110 asks for, and clients cope with it.
function isFramed(bytes: Buffer): boolean {
  return bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 15) === 8
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b
}
