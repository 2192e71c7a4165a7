import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('the journal keeps the values of headers that it knows to be harmless, and the names of all others', async () => {
  const mock = new OrdersMock()
  const kept = { accept: 'text/csv', 'content-type': 'text/plain', traceparent: '00-1-2-03', 'x-request-id': 'r1' }
  const hidden = {
    authorization: 'Bearer test-key',
    cookie: 'a=b',
    'x-api-key': 'k',
    'x-amz-credential': 'c',
    'x-own': 'o',
  }
  const headers = { ...kept, ...hidden, referer: 'http://shop/cart?code=s3cret#s3cret' }
  await mock.fetch('http://any/v1/store/orders', { headers })
  expect(mock.sandbox().requests.get(1)?.request.headers).toEqual({
    ...kept,
    ...Object.fromEntries(Object.keys(hidden).map((name) => [name, '…'])),
    referer: 'http://shop/cart',
  })
  await mock.fetch('http://any/v1/store/orders', { headers: { ...headers, accept: 'text/html' } })
  expect(mock.sandbox().requests.get(2)?.request.headers).toMatchObject({ accept: 'text/html', cookie: '…' })
})

test('the journal says what the inspector finds wrong with a response, unless a fault made it', async () => {
  const faults = [{ kind: 'status' as const, times: 1 }]
  const mock = new OrdersMock({ inspect: () => ['wrong'], scenario: { faults } })
  const headers = { authorization: 'Bearer test-key' }
  for (let sent = 0; sent < 2; sent += 1) await mock.fetch('http://any/v1/store/orders', { headers })
  expect(
    mock
      .sandbox()
      .requests.all()
      .map(({ violations }) => violations),
  ).toEqual([undefined, ['wrong']])
})
