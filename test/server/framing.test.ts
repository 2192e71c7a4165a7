import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { startServer } from '../../src/server/index.js'

async function get(url: string, more: Record<string, string>) {
  const sent = request(url, { headers: { authorization: 'Bearer test-key', ...more } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { headers: response.headers, bytes: await buffer(response) }
}

const FREEDOMS = { framing: 'chunked', compression: 'gzip' } as const

test('a server sends chunks, and compresses with gzip for those who accept that', async () => {
  await using server = await startServer({ scenario: 'shipped', freedoms: FREEDOMS })
  const url = `${server.baseUrl}/store/orders`
  const [plain, zipped, declined] = await Promise.all([
    get(url, {}),
    get(url, { 'accept-encoding': 'br, gzip' }),
    get(url, { 'accept-encoding': 'gzip;q=0, br' }),
  ])
  const { 'content-encoding': coding, vary } = zipped.headers
  expect({ coding, vary }).toEqual({ coding: 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes)
  expect(declined.bytes).toEqual(plain.bytes)
  for (const { headers } of [plain, zipped, declined])
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined])
  server.mock.sandbox().freedoms.set({ compression: 'gzip' })
  const { headers, bytes } = await get(url, { 'accept-encoding': 'gzip' })
  expect([headers['content-length'], headers['transfer-encoding']]).toEqual([String(bytes.length), undefined])
})

test('without a server, nothing is compressed, and each body has its length', async () => {
  const mock = new OrdersMock({ scenario: 'shipped', freedoms: FREEDOMS })
  const headers = { authorization: 'Bearer test-key', 'accept-encoding': 'gzip' }
  const response = await mock.fetch('http://any.example/v1/store/orders', { headers })
  const length = String((await response.text()).length)
  expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([null, length])
})
