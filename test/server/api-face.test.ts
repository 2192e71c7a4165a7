import { createServer, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'

test('a connection that knows no reset, such as a Unix socket, is closed without an answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-'))
  const socketPath = join(folder, 'socket')
  const mock = new OrdersMock({ scenario: { faults: [{ kind: 'reset' }] } })
  const server = createServer((message, response) => ordersMiddleware(mock)(message, response, () => response.end()))
  await new Promise<void>((resolve) => {
    server.listen(socketPath, resolve)
  })
  const outcome = await new Promise((resolve) => {
    const headers = { authorization: 'Bearer test-key' }
    request({ socketPath, path: '/store/orders', headers }, (response) => resolve(response.statusCode))
      .on('error', (error) => resolve(error.message))
      .end()
  })
  expect(outcome).toBe('socket hang up')
  server.close()
  await rm(folder, { recursive: true })
})

test.each([10, 10_000])('every character of a message arrives, also if there are %i times as many', async (times) => {
  const message = 'Später, 訂單 😀. '.repeat(times)
  await using server = await startServer({ scenario: { faults: [{ kind: 'status', message }] } })
  const response = await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: 'Bearer test-key' } })
  const body = await response.text()
  expect(JSON.parse(body)).toEqual({ code: 'injected_fault', message, status: 500 })
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
})

test('middleware that overlooks the encoding of what is written still sends every character', async () => {
  const message = 'Später, 訂單 😀.'
  const serve = ordersMiddleware(new OrdersMock({ scenario: { faults: [{ kind: 'status', message }] } }))
  const server = createServer((incoming, response) => {
    const end = response.end.bind(response) as (chunk: unknown) => typeof response
    response.end = (chunk: unknown) => end(chunk)
    serve(incoming, response, () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const headers = { authorization: 'Bearer test-key' }
  const response = await fetch(`http://127.0.0.1:${port}/store/orders`, { headers })
  await expect(response.json()).resolves.toMatchObject({ message })
  server.close()
})

for (const fault of [{ kind: 'hang' }, { kind: 'delay', delayMs: 600_000 }] as const) {
  test(`a connection on which more than 1,000 requests wait is closed: ${fault.kind}`, async () => {
    await using server = await startServer({ scenario: { faults: [fault] } })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {})
    socket.write('GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer test-key\r\n\r\n'.repeat(1001))
    await new Promise((resolve) => socket.resume().on('close', resolve))
    expect(server.mock.sandbox().requests.total).toBe(1001)
  })
}

test('the journal keeps no more of a long request than it shows', async () => {
  await using server = await startServer()
  const long = 'a'.repeat(14_000)
  const keepsAll: string[] = []
  const requests: [name: string, path: string, key: string][] = [
    ['query', `/v1/store/orders/123456789012345678?${long}`, 'test-key~empty~query'],
    ['path', `/v1/store/orders/${long}`, 'test-key~empty~path'],
    ['padding', '/v1/store/orders', `${' '.repeat(14_000)}test-key~empty~some-padding`],
    ['key', '/v1/store/orders', `test-key~~~${long}`],
  ]
  for (const [name, path, key] of requests) {
    const line = `DELETE ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
    const before = heapBytes()
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write(`${line}\r\n`.repeat(499))
    socket.write(`${line}Connection: close\r\n\r\n`)
    expect(await countAnswers(socket)).toBe(500)
    if (heapBytes() - before > 5e6) keepsAll.push(name)
  }
  expect(keepsAll).toEqual([])
})

/** In a function of its own, so that nothing holds on to the answers when the heap is measured. */
async function countAnswers(socket: Socket): Promise<number> {
  return (await text(socket)).split('HTTP/1.1 4').length - 1
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}
