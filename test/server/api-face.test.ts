import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'
import { listening } from '../listening.js'
import { temporaryFolder } from '../temporary-file.js'

test('a connection that knows no reset, such as a Unix socket, is closed without an answer', async () => {
  const socketPath = join(temporaryFolder(), 'socket')
  const mock = new OrdersMock({ scenario: { faults: [{ kind: 'reset' }] } })
  const server = createServer((message, response) => ordersMiddleware(mock)(message, response, () => response.end()))
  await new Promise<void>((resolve) => {
    server.listen(socketPath, resolve)
  })
  const ending = await new Promise((resolve) => {
    const headers = { authorization: 'Bearer test-key' }
    request({ socketPath, path: '/store/orders', headers }, (response) => resolve(response.statusCode))
      .on('error', (error) => resolve(error.message))
      .end()
  })
  expect(ending).toBe('socket hang up')
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

test('a mistake while a request is answered costs that answer, not the server', async () => {
  let isBroken = true
  const inspect = (): string[] => {
    if (isBroken) throw new TypeError('no such thing')
    return []
  }
  await using server = await startServer({ inspect })
  const list = (): Promise<Response> =>
    fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${server.apiKey}` } })
  const broken = await list()
  expect({ status: broken.status, body: await broken.json() }).toEqual({
    status: 500,
    body: { code: 'internal_error', message: 'The mock failed: no such thing. Please report it.', status: 500 },
  })
  isBroken = false
  expect((await list()).status).toBe(200)
})

test.each([{ kind: 'hang' }, { kind: 'delay', delayMs: 600_000 }] as const)(
  'a connection on which more than 1,000 requests wait is closed: $kind',
  async (fault) => {
    await using server = await startServer({ scenario: { faults: [fault] } })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
    socket.write('GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer test-key\r\n\r\n'.repeat(1001))
    await new Promise((resolve) => socket.resume().on('close', resolve))
    expect(server.mock.sandbox().requests.total).toBe(1001)
  },
)
