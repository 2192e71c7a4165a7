import { describe, expect, test } from 'vitest'
import { headOf, MISSING_KEY, noOrderId, noSuchRoute, notAllowed, refusal } from './expected.js'
import { call, cancel } from './face.js'
import { faces } from './faces.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const NOWHERE = [
  ['/', '/store/', '/store/orders/', '/store//orders', '/store/orders/1/', '/store/orders/1/2', '/Store/orders'],
  ['/store/orders%2F1', '/store%2Forders', '/pets', '/pets/11/', '/v1/store/orders', '/constructor', '/__proto__/1'],
  '/__mock/health',
].flat()

describe.each(faces)('routes and methods through $name', ({ open, fact, cannot }) => {
  const nowhere = NOWHERE.flatMap((path) => [
    ...METHODS.map((method) => [call(method, path), noSuchRoute(path)] as const),
    [call('HEAD', path), headOf(noSuchRoute(path))] as const,
  ])
  const root = ['', '?a=b'].map((path) => [call('GET', path), noSuchRoute('/')] as const)
  fact('there is nothing at any other path, nor at the base URL itself: 404, whatever the method', [
    ...nowhere,
    ...root,
  ])

  const paths = ['/store/./orders', '/pets/../store/orders'].map(
    (path) => [call('GET', path), noSuchRoute(path)] as const,
  )
  const segments = ['..', '1\\2', '1#2'].map((id) => [cancel(id), noOrderId(id)] as const)
  fact('dot segments are not resolved', [...paths, ...segments], {}, cannot.rawPath)

  const wrong = [
    ['/store/orders', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']],
    ['/store/orders/1', 'DELETE, OPTIONS', ['GET', 'POST', 'PUT', 'PATCH']],
    ['/store/orders/abc', 'DELETE, OPTIONS', ['GET']],
    ['/pets/11', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
  ] as const
  const headless = headOf(notAllowed('HEAD', '/store/orders/1', 'DELETE, OPTIONS'))
  fact('another method is rejected with 405 and the methods that are allowed; HEAD gets no body', [
    ...wrong.flatMap(([path, allow, methods]) =>
      methods.map((method) => [call(method, path), notAllowed(method, path, allow)] as const),
    ),
    [call('HEAD', '/store/orders/1'), headless],
  ])

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

  const trace = [call('TRACE', '/store/orders'), notAllowed('TRACE', '/store/orders', 'GET, HEAD, OPTIONS')] as const
  fact('TRACE is rejected with 405 like any other method', [trace], {}, cannot.anyMethod)
})
