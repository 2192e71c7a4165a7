import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'
import { exchange } from '../exchange.js'
import { listening } from '../listening.js'
import { temporaryFolder } from '../temporary-file.js'

test('a connection that knows no reset, such as a Unix socket, is closed without a response', async () => {
  const socketPath = join(temporaryFolder(), 'socket')
  const mock = new OrdersMock({ scenario: { faults: [{ kind: 'reset' }] } })
  const server = createServer((message, response) => ordersMiddleware(mock)(message, response, () => response.end()))
  await once(server.listen(socketPath), 'listening')
  const sent = request({ socketPath, path: '/store/orders', headers: { authorization: 'Bearer test-key' } }).end()
  await expect(once(sent, 'response')).rejects.toThrow('socket hang up')
  server.close()
})

test('middleware that overlooks the encoding of what is written still sends every character', async () => {
  const message = 'Später, 訂單 😀.'
  const serve = ordersMiddleware(new OrdersMock({ scenario: { faults: [{ kind: 'status', message }] } }))
  const server = createServer((incoming, response) => {
    const end = response.end.bind(response) as (chunk: unknown) => typeof response
    response.end = (chunk: unknown) => end(chunk)
    serve(incoming, response, () => {})
  })
  const headers = { authorization: 'Bearer test-key' }
  const response = await fetch(`${await listening(server)}/store/orders`, { headers })
  await expect(response.json()).resolves.toMatchObject({ message })
})

test('a mistake while a request is handled costs that response, not the server', async () => {
  let isBroken = true
  const inspect = (): string[] => {
    if (isBroken) throw new TypeError('no such thing')
    return []
  }
  await using server = await startServer({ inspect })
  const list = (): Promise<Response> =>
    fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${server.apiKey}` } })
  const broken = await list()
  const headers = Object.fromEntries(broken.headers)
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  expect({ status: broken.status, body: await broken.json() }).toEqual({
    status: 500,
    body: { code: 'internal_error', message: 'The mock failed: no such thing. Please report it.', status: 500 },
  })
  isBroken = false
  expect((await list()).status).toBe(200)
})

const HEAD = 'HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer test-key\r\n'

test('after a body in chunks, on demand or of no use the connection is usable; a broken one costs only its request', async () => {
  await using server = await startServer()
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').setEncoding('latin1')
  const say = async (bytes: string) => {
    socket.write(bytes)
    const [answer] = await once(socket, 'data')
    return /\d{3}/.exec(String(answer))?.[0]
  }
  const chunked = `POST /v1/store/orders ${HEAD}Transfer-Encoding: chunked\r\n\r\n`
  expect(await say(`${chunked}2\r\nab\r\n0\r\n\r\n`)).toBe('405')
  expect(await say(`PUT /v1/nowhere ${HEAD}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`)).toBe('100')
  expect(await say('cd')).toBe('404')
  expect(await say(`DELETE /v1/store/orders/1 ${HEAD}Content-Length: 2\r\n\r\nef`)).toBe('204')
  expect(await say(`${chunked}2\r\nghi`)).toBe('400')
  const { requests } = server.mock.sandbox()
  expect(requests.all().map(({ id }) => requests.get(id)?.request.body)).toEqual(['ab', 'cd', undefined, undefined])
})

test('what has been answered makes room for other requests on its connection', async () => {
  await using server = await startServer({ latencyMs: 1 })
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').setEncoding('latin1')
  let received = ''
  socket.on('data', (text: string) => (received += text))
  for (const wanted of [600, 1200]) {
    socket.write(`GET /v1/nowhere ${HEAD}\r\n`.repeat(600))
    // A line may come in two pieces.
    await expect.poll(() => received.split('HTTP/1.1 404').length - 1).toBe(wanted)
  }
  socket.destroy()
})

test('a response that is cut off ends after the first half of its body', async () => {
  await using server = await startServer({ scenario: { orders: [{ id: 1 }], faults: [{ kind: 'truncate' }] } })
  const received = await exchange(server.origin, `GET /v1/store/orders ${HEAD}\r\n`)
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect([/content-length: \d+/i.exec(head)?.[0], body]).toEqual(['Content-Length: 11', '[{"id'])
})

test.each([{ kind: 'hang' }, { kind: 'delay', delayMs: 600_000 }] as const)(
  'a connection on which more than 1,000 requests wait is closed: $kind',
  async (fault) => {
    await using server = await startServer({ scenario: { faults: [fault] } })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
    socket.write(`GET /v1/store/orders ${HEAD}\r\n`.repeat(1001))
    await once(socket.resume(), 'close')
    expect(server.mock.sandbox().requests.total).toBe(1001)
  },
)
