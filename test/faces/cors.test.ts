import { describe, expect, test } from 'vitest'
import { CORS_FIELDS, MISSING_KEY, noContent } from './expected.js'
import { type ApiCall, call, type Reply } from './face.js'
import { faces } from './faces.js'

/** What lets the page that asks read a response, even if it has sent credentials. */
const READABLE = {
  'access-control-allow-origin': 'https://shop.example',
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
}

describe.each(faces)('CORS through $name', ({ open, fact, cannot }) => {
  const preflights = [
    ['/store/orders', 'GET, HEAD, OPTIONS'],
    ['/store/orders/1', 'DELETE, OPTIONS'],
    ['/store/orders/abc', 'DELETE, OPTIONS'],
    ['/pets/11', 'GET, HEAD, OPTIONS'],
    ['/nowhere', 'GET, HEAD, DELETE, OPTIONS'],
  ].flatMap(([path = '', allow = '']) => [
    [ask(path, 'GET', 'authorization,x-trace'), preflight(allow, 'authorization,x-trace')] as const,
    [ask(path, 'DELETE'), preflight(allow, 'Authorization')] as const,
  ])
  fact('a preflight for any path succeeds without a key', preflights, {}, cannot.anyHeader)

  const options = permitted('GET, HEAD, OPTIONS', 'Authorization', { vary: 'Access-Control-Request-Headers' })
  fact('OPTIONS on a route lists its methods without a key; on an unknown path it needs one unless it is a preflight', [
    [{ method: 'OPTIONS', path: '/store/orders' }, options],
    [{ method: 'OPTIONS', path: '/nowhere' }, MISSING_KEY],
  ])

  test('a page of any origin may read every response', async () => {
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
      const withOrigin = await api.send({ method, path, headers })
      expect(withOrigin.headers).toMatchObject({ ...CORS_FIELDS, ...(cannot.anyHeader === undefined && READABLE) })
      const withoutOrigin = await api.send(call(method, path))
      expect(withoutOrigin.headers).toMatchObject(CORS_FIELDS)
      expect(withoutOrigin.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('a page that sends credentials may read a response that a fault has made, and one of no origin', async ({
    skip,
  }) => {
    skip(cannot.anyHeader !== undefined, cannot.anyHeader)
    await using api = await open({ scenario: { faults: [{ kind: 'status', status: 503 }] } })
    for (const origin of ['https://shop.example', 'null']) {
      const headers = { authorization: 'Bearer test-key', origin }
      await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toMatchObject({
        status: 503,
        headers: { ...READABLE, 'access-control-allow-origin': origin },
      })
    }
  })

  test('a preflight that asks to reach a private network may do so', async ({ skip }) => {
    skip(cannot.anyHeader !== undefined, cannot.anyHeader)
    await using api = await open()
    const sent = ask('/store/orders', 'GET')
    const headers = { ...sent.headers, 'access-control-request-private-network': 'true' }
    await expect(api.send({ ...sent, headers })).resolves.toMatchObject({
      status: 204,
      headers: { 'access-control-allow-private-network': 'true' },
    })
  })
})

/** The response to OPTIONS, which allows these methods and headers. */
function permitted(allow: string, headers: string, more: Record<string, string>): Reply {
  const methods = { allow, 'access-control-allow-methods': allow, 'access-control-max-age': '600' }
  const reply = noContent({ ...methods, 'access-control-allow-headers': headers })
  return { ...reply, headers: { ...reply.headers, ...more } }
}

function preflight(allow: string, headers: string): Reply {
  return permitted(allow, headers, { ...READABLE, vary: 'Origin, Access-Control-Request-Headers' })
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
