import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody, fetchText } from '../../src/contract/index.js'
import { serveDuringTest } from '../verify/providers/during-test.js'

const TEXT = '[{"id":9007199254740993}]'
const bytes = Buffer.from(TEXT)

test.each([
  [undefined, bytes, TEXT],
  ['identity', bytes, TEXT],
  ['gzip', gzipSync(bytes), TEXT],
  [' X-GZip ', gzipSync(bytes), TEXT],
  ['br', brotliCompressSync(bytes), TEXT],
  ['deflate', deflateSync(bytes), TEXT],
  ['deflate', deflateRawSync(bytes), TEXT],
  ['deflate, gzip', gzipSync(deflateSync(bytes)), TEXT],
  ['gzip, gzip', gzipSync(gzipSync(bytes)), TEXT],
  ['gzip', Buffer.alloc(0), ''],
])('a body in the coding %j is decompressed, if there is one', async (encoding, encoded, body) => {
  const answer = await answerWith(encoded, encoding)
  expect(answer).toMatchObject({ body, isUtf8: true })
  expect(answer).not.toHaveProperty('encodingProblem')
})

test.each([
  ['gzip', bytes, 'it is not gzip (incorrect header check)'],
  ['gzip', gzipSync(bytes).subarray(0, 20), 'it is not gzip (unexpected end of file)'],
  ['br', gzipSync(bytes), 'it is not br (Decompression failed)'],
  ['gzip, gzip', gzipSync(bytes), 'it is not gzip (incorrect header check)'],
  ['br, x-gzip, gzip, gzip, gzip', gzipSync(bytes), 'it names more than 4 codings'],
  ['gzip', gzipSync(gzipSync(bytes)), 'it is still gzip after decoding'],
  [undefined, gzipSync(bytes), 'it is gzip'],
  ['lzma', bytes, 'lzma is none of gzip, deflate, br'],
  ['constructor', bytes, 'constructor is none of gzip, deflate, br'],
])('a body that is not what the coding %j says has a problem', async (encoding, encoded, encodingProblem) => {
  expect(await answerWith(encoded, encoding)).toMatchObject({ encodingProblem })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('timers run while a large body in the coding %s is decompressed', async (encoding, compress) => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const { body } = await decodeBody(compress(Buffer.alloc(2 ** 24, ' ')), encoding)
  clearInterval(timer)
  expect([body.length, turns > 1]).toEqual([2 ** 24, true])
})

async function answerWith(body: Buffer, encoding: string | undefined) {
  const fields = encoding === undefined ? {} : { 'content-encoding': encoding }
  const origin = await serveDuringTest(async (_, response) => void response.writeHead(200, fields).end(body))
  return await fetchText(origin, { method: 'GET', headers: {}, timeoutMs: 60_000 })
}
