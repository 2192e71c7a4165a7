import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** The codings that `ACCEPT_ENCODING` asks for, which every HTTP client of today can undo. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
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

/** A body's bytes as text, decompressed as its `Content-Encoding` says. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): DecodedBody {
  const plain = decompress(bytes, encoding)
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

function decompress(bytes: Buffer, encoding: string | undefined): Decompressed {
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
      decoded = decode(decoded)
    } catch (error) {
      return { bytes, problem: `it is not ${coding} (${(error as Error).message})` }
    }
  }
  if (!isGzip(decoded)) return { bytes: decoded }
  const isDeclared = decoded !== bytes
  return { bytes, problem: isDeclared ? 'once decompressed, it is still gzip' : 'it is gzip, which no header says' }
}

// Many servers leave out the frame that RFC 9110 asks for, and clients cope with it.
function inflate(bytes: Buffer): Buffer {
  const isFramed = bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 15) === 8
  return isFramed ? inflateSync(bytes) : inflateRawSync(bytes)
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b
}
