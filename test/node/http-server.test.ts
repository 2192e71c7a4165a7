import { once } from 'node:events'
import { connect } from 'node:net'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { createHttpServer } from '../../src/node/index.js'
import { startServer } from '../../src/server/index.js'
import { exchange } from '../exchange.js'
import { listening } from '../listening.js'
import { proxied, proxyTo } from '../traffic/proxied.js'
import { serveDuringTest } from '../verify/providers/during-test.js'

const PAGE = 'Host: localhost\r\nOrigin: https://shop.example\r\nAuthorization: Bearer test-key\r\n'
const LIST = 'GET /v1/store/orders HTTP/1.1\r\n'
const CHUNKED = `POST /v1/store/orders HTTP/1.1\r\n${PAGE}Transfer-Encoding: chunked\r\n`

const REJECTED: readonly (readonly [what: string, request: string, status: number, code: string])[] = [
  ['headers above 64 KiB', `${LIST}${PAGE}Cookie: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['endless headers', `${LIST}${PAGE}Cookie: ${'x'.repeat(2 ** 20)}\r\n\r\n`, 431, 'headers_too_large'],
  ['no Host header', `${LIST}\r\n`, 400, 'malformed_request'],
  ['two Host headers', `${LIST}${PAGE}Host: b\r\n\r\n`, 400, 'malformed_request'],
  ['an expectation', `${LIST}${PAGE}Expect: 200-ok\r\n\r\n`, 417, 'expectation_failed'],
  ['a tunnel to ask for', `CONNECT api.example:443 HTTP/1.1\r\n${PAGE}\r\n`, 501, 'not_implemented'],
  ['a header that is none', `${LIST}${PAGE}Bad Name: x\r\n\r\n`, 400, 'malformed_request'],
  ['no method', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
  ['encryption', '\x16\x03\x01\x02\x00\x01', 400, 'malformed_request'],
  ['two lengths', `${CHUNKED}Content-Length: 1\r\n\r\n`, 400, 'malformed_request'],
  ['large chunk extensions', `${CHUNKED}\r\n1;${'a'.repeat(20_000)}\r\n`, 413, 'body_too_large'],
]

test.each(REJECTED)(
  'a request with %s gets an Error object and a line in the journal',
  async (_, request, status, code) => {
    await using server = await startServer()
    const response = await say(server.origin, request)
    expect(JSON.parse(response.body)).toEqual({ code, message: expect.any(String) as string, status })
    expect(response.head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nAccess-Control-Allow-Origin: `))
    expect(response.head).toContain('\r\nConnection: close')
    expect(server.mock.sandbox().requests.all()).toMatchObject([{ status, code }])
  },
)

test('a page may read why its cookies are rejected', async () => {
  await using server = await startServer()
  const { head } = await say(server.origin, `GET /shop HTTP/1.1\r\n${PAGE}Cookie: ${'x'.repeat(70_000)}\r\n\r\n`)
  expect(head).toContain('\r\nAccess-Control-Allow-Origin: https://shop.example\r\n')
  expect(head).toContain('\r\nAccess-Control-Allow-Credentials: true\r\n')
  expect(server.mock.sandbox().requests.all()).toMatchObject([{ method: 'GET', path: '../shop', status: 431 }])
})

test('a client is told that its connection is kept longer than a test process is busy, and than nginx keeps it', async () => {
  await using server = await startServer()
  const { headers } = await fetch(`${server.baseUrl}/store/orders`)
  expect(headers.get('keep-alive')).toBe('timeout=75')
})

test('20 kB of cookies are read, and the proxy passes on as many', async () => {
  const cookie = `session=${'x'.repeat(20_000)}`
  await using server = await startServer()
  const headers = { authorization: 'Bearer test-key', cookie }
  expect((await fetch(`${server.baseUrl}/store/orders`, { headers })).status).toBe(200)
  const origin = await serveDuringTest(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': cookie }).end('[]')
    await finished(response)
  })
  const { proxy } = await proxyTo(`${origin}/v1`)
  const { head } = await say(proxy.baseUrl, `${LIST}${PAGE}Connection: close\r\n\r\n`)
  expect(head.includes(`\r\nset-cookie: ${cookie}\r\n`)).toBe(true)
})

test('the proxy rejects requests in the same way, and logs each once', async () => {
  const { proxy, events } = await proxied()
  const { head, body } = await say(proxy.baseUrl, `${LIST}${PAGE}Cookie: ${'x'.repeat(70_000)}\r\n\r\n`)
  expect(JSON.parse(body)).toMatchObject({ code: 'headers_too_large', status: 431 })
  expect(head).toContain('\r\nAccess-Control-Allow-Origin: https://shop.example\r\n')
  expect(events).toMatchObject([{ method: 'GET', path: '/v1/store/orders', status: 431, remark: 'not forwarded' }])
})

const [BROKEN, TUNNEL] = ['BROKEN\r\n\r\n', `CONNECT api.example:443 HTTP/1.1\r\n${PAGE}\r\n`]
const UNEXPECTED = `${LIST}${PAGE}Expect: 200-ok\r\n\r\n`

// The last response ends the connection.
test.each([
  ['a request that is broken', `${LIST}${PAGE}\r\n${BROKEN}`, ['200', '400']],
  [
    'a request whose body is broken',
    `${LIST}${PAGE}\r\n${LIST}${PAGE}Transfer-Encoding: chunked\r\n\r\nBROKEN`,
    ['200', '400'],
  ],
  ['a request for a tunnel', `${LIST}${PAGE}\r\n${TUNNEL}`, ['200', '501']],
  ['an expectation, and what is broken', `${LIST}${PAGE}\r\n${UNEXPECTED}${BROKEN}`, ['200', '417']],
])(
  'a request is followed by %s on its connection: each gets its response, in their order',
  async (_, requests, all) => {
    // The first one is the last to be ready.
    const faults = [{ kind: 'delay' as const, delayMs: 50, times: 1 }]
    await using server = await startServer({ latencyMs: 5, scenario: { orders: [], faults } })
    const responses = await exchange(server.origin, requests)
    expect(Array.from(responses.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual(all)
  },
)

const NOISE = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255))
const KEY = 'Host: a\r\nAuthorization: Bearer test-key\r\n'

test('whatever bytes come, and whenever clients leave, the server stays up', async () => {
  await using server = await startServer({ scenario: 'pending', latencyMs: 5 })
  for (const bytes of [
    NOISE.toString('latin1'),
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${NOISE.toString('latin1', 0, 500)}`,
    `OPTIONS * HTTP/1.1\r\n${KEY}\r\n`,
    `GET /%E0%A4%A HTTP/1.1\r\n${KEY}\r\n`,
    `GET http:// HTTP/1.1\r\n${KEY}\r\n`,
    `${LIST}${KEY}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `POST /v1/store/orders HTTP/1.1\r\n${KEY}Content-Length: 999\r\n\r\nabc`,
    `${LIST}Host: a\r\nAuthorization: Bearer \xff\xfe\t\xe9\r\n\r\n`,
    `OPTIONS /v1/store/orders HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: \xff\x80\t"<>;\r\n\r\n`,
    `${LIST}${KEY}X: `,
    `${LIST}${KEY}\r\n`.repeat(20),
    `${LIST}${KEY}\r\n${TUNNEL}${'x'.repeat(1000)}`,
    ...REJECTED.map(([, request]) => request),
  ]) {
    for (const leave of ['resetAndDestroy', 'end'] as const) {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
      socket.write(bytes, 'latin1', () => socket[leave]())
      await once(socket.resume(), 'close')
    }
    const absolute = `GET http://any.example/v1/store/orders?x HTTP/1.1\r\n${KEY}Connection: close\r\n\r\n`
    expect((await say(server.origin, absolute)).head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  }
})

test('an unfinished request gets 408 when its time is over', async () => {
  const server = createHttpServer(
    () => {},
    ({ status, code }, response) => void response.writeHead(status).end(code),
    { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 },
  )
  const { head, body } = await say(await listening(server), LIST)
  expect([head.slice(0, 12), body]).toEqual(['HTTP/1.1 408', 'request_timeout'])
})

async function say(origin: string, request: string): Promise<{ head: string; body: string }> {
  const whole = await exchange(origin, request)
  const end = whole.indexOf('\r\n\r\n')
  return { head: whole.slice(0, end), body: whole.slice(end + 4) }
}
