import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { startServer } from '../../src/server/index.js'
import { send } from '../verify/providers/send.js'

const FREEDOMS = { framing: 'chunked', compression: 'gzip' } as const

test('a server sends chunks, and compresses with gzip for those who accept that', async () => {
  await using server = await startServer({ scenario: 'shipped', freedoms: FREEDOMS })
  const list = (encoding: Record<string, string> = {}) =>
    send('GET', `${server.baseUrl}/store/orders`, { authorization: 'Bearer test-key', ...encoding })
  const [plain, zipped] = [await list(), await list({ 'accept-encoding': 'br, gzip' })]
  const declined = await list({ 'accept-encoding': 'gzip;q=0, br' })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(Buffer.from(zipped.body, 'latin1')).toString('latin1')).toBe(plain.body)
  expect(declined.body).toBe(plain.body)
  for (const { headers } of [plain, zipped, declined])
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined])
  server.mock.sandbox().freedoms.set({ compression: 'gzip' })
  const { headers, body } = await list({ 'accept-encoding': 'gzip' })
  expect([headers['content-length'], headers['transfer-encoding']]).toEqual([String(body.length), undefined])
})

test('without a server, nothing is compressed, and each body has its length', async () => {
  const mock = new OrdersMock({ scenario: 'shipped', freedoms: FREEDOMS })
  const headers = { authorization: 'Bearer test-key', 'accept-encoding': 'gzip' }
  const response = await mock.fetch('http://any.example/v1/store/orders', { headers })
  const length = String((await response.text()).length)
  expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([null, length])
})
