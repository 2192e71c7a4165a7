import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from '../../src/contract/http/body.js'

const TEXT = '[{"id":9007199254740993}]'
const bytes = Buffer.from(TEXT)

test.each([
  [undefined, bytes],
  ['', bytes],
  ['identity', bytes],
  ['gzip', gzipSync(bytes)],
  [' X-GZip ', gzipSync(bytes)],
  ['br', brotliCompressSync(bytes)],
  ['deflate', deflateSync(bytes)],
  ['deflate', deflateRawSync(bytes)],
  ['deflate, gzip', gzipSync(deflateSync(bytes))],
])('a body in the coding %j is decompressed', (encoding, encoded) => {
  expect(decodeBody(encoded, encoding)).toEqual({ body: TEXT, isUtf8: true })
})

test('without a body there is nothing to decompress', () => {
  expect(decodeBody(Buffer.alloc(0), 'gzip')).toEqual({ body: '', isUtf8: true })
})

test.each([
  ['gzip', bytes, 'it is not gzip (incorrect header check)'],
  ['gzip', gzipSync(bytes).subarray(0, 20), 'it is not gzip (unexpected end of file)'],
  ['br', gzipSync(bytes), 'it is not br (Decompression failed)'],
  ['gzip, gzip', gzipSync(bytes), 'it is not gzip (incorrect header check)'],
  ['gzip', gzipSync(gzipSync(bytes)), 'once decompressed, it is still gzip'],
  [undefined, gzipSync(bytes), 'it is gzip, but no header says so'],
  ['lzma', bytes, 'lzma is none of gzip, deflate, br'],
  ['constructor', bytes, 'constructor is none of gzip, deflate, br'],
])('a body that is not what the coding %j says has a problem', (encoding, encoded, encodingProblem) => {
  expect(decodeBody(encoded, encoding)).toMatchObject({ encodingProblem })
})
