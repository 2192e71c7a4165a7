import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Sender } from '../../src/contract/index.js'
import { listening } from '../listening.js'

const HEAD_204 = 'HTTP/1.1 204 No Content\r\n'

test.each([
  ['with a length', `${HEAD_204}Content-Length: 2\r\n\r\n{}`, '{}'],
  ['without a length', `${HEAD_204}\r\n{"ok":true}`, '{"ok":true}'],
  ['after an interim answer', `HTTP/1.1 100 Continue\r\n\r\n${HEAD_204}\r\nx`, 'x'],
])('the bytes of a body after a 204 are seen: %s', async (_, bytes, body) => {
  const { answer } = await send('DELETE', bytes)
  expect(answer).toMatchObject({ status: 204, body })
})

test('a 204 whose server leaves the connection open does not hold the run', async () => {
  const { answer, durationMs } = await send('DELETE', `${HEAD_204}\r\n`, { isLeftOpen: true })
  expect(answer).toMatchObject({ status: 204, body: '' })
  expect(durationMs).toBeLessThan(30_000)
})

test('digits, chunks and repeated headers come as they are', async () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nSunset: a\r\nSunset: b\r\n\r\n'
  const { answer } = await send('GET', `${head}9\r\n[{"id":90\r\n12\r\n07199254740993.0}]\r\n0\r\n\r\n`)
  expect(answer).toEqual({
    status: 200,
    headers: { 'transfer-encoding': 'chunked', sunset: 'a, b' },
    body: '[{"id":9007199254740993.0}]',
    isUtf8: true,
  })
})

test('bytes that are not UTF-8 are reported', async () => {
  const { answer } = await send('GET', Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"\xE9"', 'latin1'))
  expect(answer).toMatchObject({ isUtf8: false, body: '"\uFFFD"' })
})

test.each([
  ['hangs up', '', 'it closed the connection before its response was complete'],
  ['cuts the body short', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]', 'it closed the connection'],
  ['does not speak HTTP', 'hello\r\n\r\n', 'what it sent is not HTTP'],
  [
    'sends endless headers',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2 ** 16)}\r\n\r\n`,
    'its headers are larger than 64 KiB',
  ],
])('a provider that %s returned no response', async (_, bytes, reason) => {
  for (const method of ['GET', 'DELETE']) {
    await expect(send(method, bytes)).rejects.toMatchObject({
      name: 'NoAnswerError',
      reason: expect.stringContaining(reason) as string,
    })
  }
})

test('a provider that never responds is given up after the timeout', async () => {
  await expect(send('GET', 'HTTP/1.1 200 OK\r\n', { isLeftOpen: true, timeoutMs: 100 })).rejects.toMatchObject({
    name: 'NoAnswerError',
    reason: 'nothing complete came within 100 ms',
  })
})

test('where no connection can be made, the provider cannot be reached', async () => {
  const sender = new Sender(30_000)
  const secure = (await listening(createServer((socket) => socket.destroy()))).replace('http', 'https')
  const reasons = { 'http://127.0.0.1:1': 'connection refused', [secure]: 'it closed the connection' }
  for (const [origin, reason] of Object.entries(reasons)) {
    const request = { method: 'GET', path: '/v1', headers: {}, url: `${origin}/v1` }
    await expect(sender.send(request)).rejects.toMatchObject({ name: 'UnreachableError', exitCode: 3, reason })
  }
})

// When the system runs a process is nobody's to say, so one go may miss; without the pause of the line none ever meets.
test('requests that race each other mostly meet in one turn of the provider', async () => {
  let turn = 0
  let turns: number[] = []
  const request = await listenForCancels(() => {
    turns.push(turn)
    setImmediate(() => (turn += 1))
  })
  const sender = new Sender(30_000)
  let met = 0
  for (let go = 0; go < 10; go += 1) {
    turns = []
    await Promise.all(Array.from({ length: 8 }, () => sender.send(request, { isRace: true })))
    expect(turns).toHaveLength(8)
    if (new Set(turns).size === 1) met += 1
  }
  sender.close()
  expect(met).toBeGreaterThanOrEqual(3)
})

test('a path goes out as it is', async () => {
  const { sent } = await send('GET', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', { path: '/a/../b//c%2Fd?' })
  expect(sent.split('\r\n')[0]).toBe('GET /v1/a/../b//c%2Fd? HTTP/1.1')
})

async function listenForCancels(see: (request: IncomingMessage) => void) {
  const server = createHttpServer((request, response) => {
    see(request)
    response.writeHead(204).end()
  })
  const url = `${await listening(server)}/v1/store/orders/7`
  return { method: 'DELETE', path: '/store/orders/7', headers: {}, url }
}

async function send(
  method: string,
  bytes: string | Buffer,
  { isLeftOpen = false, timeoutMs = 30_000, path = '/store/orders/7' } = {},
) {
  let sent = ''
  let onClose: (() => void) | undefined
  onTestFinished(() => onClose?.())
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk) => {
      sent = chunk.toString('latin1')
      socket.write(bytes)
      if (!isLeftOpen) socket.end()
    })
    onClose = () => socket.destroy()
  })
  const origin = await listening(server)
  const sender: Sender = new Sender(timeoutMs)
  const startedMs = performance.now()
  try {
    const answer = await sender.send({ method, path, headers: {}, url: `${origin}/v1${path}` })
    return { answer, sent, durationMs: performance.now() - startedMs }
  } finally {
    sender.close()
  }
}
