import { describe, expect, test } from 'vitest'
import { CORS_FIELDS, MISSING_KEY, noContent } from './expected.js'
import type { ApiCall, Reply } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('CORS through $name', ({ open, cannot }) => {
  for (const [path, allow] of [
    ['/store/orders', 'GET, HEAD, OPTIONS'],
    ['/store/orders/1', 'DELETE, OPTIONS'],
    ['/store/orders/abc', 'DELETE, OPTIONS'],
    ['/pets/11', 'GET, HEAD, OPTIONS'],
    ['/nowhere', 'GET, HEAD, DELETE, OPTIONS'],
  ] as const) {
    test(`a preflight for ${path} is answered without a key`, async ({ skip }) => {
      skip(cannot.anyHeader !== undefined, cannot.anyHeader)
      await using api = await open()
      await expect(api.send(ask(path, 'GET', 'authorization,x-trace'))).resolves.toEqual(
        preflight(allow, 'authorization,x-trace'),
      )
      await expect(api.send(ask(path, 'DELETE'))).resolves.toEqual(preflight(allow, 'Authorization'))
    })
  }

  test('OPTIONS on a route lists its methods without a key', async () => {
    await using api = await open()
    await expect(api.send({ method: 'OPTIONS', path: '/store/orders' })).resolves.toEqual(
      preflight('GET, HEAD, OPTIONS', 'Authorization'),
    )
  })

  test('OPTIONS on an unknown path needs a key unless it is a preflight', async () => {
    await using api = await open()
    await expect(api.send({ method: 'OPTIONS', path: '/nowhere' })).resolves.toEqual(MISSING_KEY)
  })

  test('a page of any origin may read every answer', async () => {
    await using api = await open()
    const headers = { authorization: 'Bearer test-key', origin: 'https://shop.example' }
    for (const [method, path] of [
      ['GET', '/store/orders'],
      ['DELETE', '/store/orders/1'],
      ['DELETE', '/store/orders/2'],
      ['GET', '/pets/404'],
      ['GET', '/nowhere'],
      ['POST', '/store/orders'],
    ] as const) {
      await expect(api.send({ method, path, headers })).resolves.toMatchObject({ headers: CORS_FIELDS })
    }
  })
})

/** The answer to a preflight, which allows these methods and headers. */
function preflight(allow: string, headers: string): Reply {
  return noContent({
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': headers,
    'access-control-max-age': '600',
    vary: 'Access-Control-Request-Headers',
  })
}

/** A preflight, as a browser sends it: without a key. */
function ask(path: string, method: string, headers?: string): ApiCall {
  return {
    method: 'OPTIONS',
    path,
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': method,
      ...(headers !== undefined && { 'access-control-request-headers': headers }),
    },
  }
}
