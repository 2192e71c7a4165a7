import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** A body's bytes as text; `isUtf8` is false if the bytes are not valid UTF-8. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): { body: string; isUtf8: boolean } {
  const plain = unpack(bytes, encoding)
  try {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { body: strict.decode(plain), isUtf8: true }
  } catch {
    return { body: plain.toString('utf8'), isUtf8: false }
  }
}

// A body that cannot be unpacked stays as it came: the rules about JSON then say what is wrong with it.
function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  const decode = DECODERS[encoding?.trim().toLowerCase() ?? '']
  if (decode === undefined || bytes.length === 0) return bytes
  try {
    return decode(bytes)
  } catch {
    return bytes
  }
}
