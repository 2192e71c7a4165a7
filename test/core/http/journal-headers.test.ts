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
})
