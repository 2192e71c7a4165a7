import { describe, expect, test } from 'vitest'
import { call, cancel, headOf, MISSING_KEY, noOrderId, noSuchRoute, notAllowed, refusal } from './expected.js'
import { faces } from './faces.js'

describe.each(faces)('routes and methods through $name', ({ open, cannot }) => {
  for (const path of [
    [
      '/',
      '/store/',
      '/store/orders/',
      '/store//orders',
      '/store/orders/1/',
      '/store/orders/1/2',
      '/Store/orders',
      '/store/orders%2F1',
    ],
    ['/store%2Forders', '/pets', '/pets/11/', '/v1/store/orders', '/constructor', '/__proto__/1', '/__mock/health'],
  ].flat()) {
    test(`there is nothing at ${path}: 404, whatever the method`, async () => {
      await using api = await open()
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        await expect(api.send(call(method, path))).resolves.toEqual(noSuchRoute(path))
      }
      await expect(api.send(call('HEAD', path))).resolves.toEqual(headOf(noSuchRoute(path)))
    })
  }

  test('there is nothing at the base URL itself: 404', async () => {
    await using api = await open()
    await expect(api.send(call('GET', ''))).resolves.toEqual(noSuchRoute('/'))
    await expect(api.send(call('GET', '?a=b'))).resolves.toEqual(noSuchRoute('/'))
  })

  test('dot segments are not resolved', async ({ skip }) => {
    skip(cannot.rawPath !== undefined, cannot.rawPath)
    await using api = await open()
    await expect(api.send(call('GET', '/store/./orders'))).resolves.toEqual(noSuchRoute('/store/./orders'))
    await expect(api.send(call('GET', '/pets/../store/orders'))).resolves.toEqual(noSuchRoute('/pets/../store/orders'))
    await expect(api.send(cancel('..'))).resolves.toEqual(noOrderId('..'))
    await expect(api.send(cancel('1\\2'))).resolves.toEqual(noOrderId('1\\2'))
    await expect(api.send(cancel('1#2'))).resolves.toEqual(noOrderId('1#2'))
  })

  for (const [path, allow, methods] of [
    ['/store/orders', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']],
    ['/store/orders/1', 'DELETE, OPTIONS', ['GET', 'POST', 'PUT', 'PATCH']],
    ['/store/orders/abc', 'DELETE, OPTIONS', ['GET']],
    ['/pets/11', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
  ] as const) {
    for (const method of methods) {
      test(`${method} ${path} is rejected with 405 and the methods that are allowed`, async () => {
        await using api = await open()
        await expect(api.send(call(method, path))).resolves.toEqual(notAllowed(method, path, allow))
      })
    }
  }

  test('a body above 16 MiB is rejected with 413, whatever it is sent to; without a key it is a 401', async () => {
    await using api = await open()
    const body = 'x'.repeat(16 * 1024 * 1024 + 1)
    const refused = refusal(413, 'body_too_large', 'The request body is larger than 16 MiB.')
    await expect(api.send({ ...call('POST', '/store/orders', 'test-key~empty'), body })).resolves.toEqual(refused)
    await expect(api.send({ ...call('PUT', '/nowhere', 'test-key~empty'), body })).resolves.toEqual(refused)
    await expect(api.send({ method: 'PATCH', path: '/store/orders', body })).resolves.toEqual(MISSING_KEY)
    const reason = 'the body is too large'
    expect(api.mock.sandbox('empty').requests.all()).toMatchObject([
      { status: 413, reason },
      { status: 413, reason },
    ])
  })

  test('HEAD of an order is rejected with 405, without a body', async () => {
    await using api = await open()
    await expect(api.send(call('HEAD', '/store/orders/1'))).resolves.toEqual(
      headOf(notAllowed('HEAD', '/store/orders/1', 'DELETE, OPTIONS')),
    )
  })

  test('TRACE is rejected with 405 like any other method', async ({ skip }) => {
    skip(cannot.anyMethod !== undefined, cannot.anyMethod)
    await using api = await open()
    await expect(api.send(call('TRACE', '/store/orders'))).resolves.toEqual(
      notAllowed('TRACE', '/store/orders', 'GET, HEAD, OPTIONS'),
    )
  })
})
