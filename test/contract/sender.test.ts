import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Sender } from '../../src/contract/index.js'
import { listening } from '../listening.js'
import { certificate } from '../verify/providers/certificate.js'

const HEAD_200 = 'HTTP/1.1 200 OK\r\n'
const HEAD_204 = 'HTTP/1.1 204 No Content\r\n'
const GZIP = 'Content-Encoding: gzip\r\n\r\n'
const HEAD_101 = 'HTTP/1.1 101 Switching Protocols\r\n'

test.each([
  ['with a length', `${HEAD_204}Content-Length: 2\r\n\r\n{}`, '{}'],
  ['without a length', `${HEAD_204}\r\n{"ok":true}`, '{"ok":true}'],
  ['compressed', Buffer.from(`${HEAD_204}${GZIP}${gzipSync('{}').toString('latin1')}`, 'latin1'), '{}'],
  ['after an interim answer', `HTTP/1.1 100 Continue\r\n\r\n${HEAD_204}\r\nx`, 'x'],
])('the bytes of a body after a 204 are seen: %s', async (_, bytes, body) => {
  const { answer } = await send('DELETE', bytes)
  expect(answer).toMatchObject({ status: 204, body })
})

test('a 204 whose server leaves the connection open does not hold the run', async () => {
  const { answer, durationMs } = await send('DELETE', leavingOpen(`${HEAD_204}\r\n`))
  expect(answer).toMatchObject({ status: 204, body: '' })
  expect(durationMs).toBeLessThan(30_000)
})

test('a second response that follows the first is noted', async () => {
  const { answer } = await send('GET', leavingOpen(`${HEAD_200}Content-Length: 2\r\n\r\n[]${HEAD_200}\r\n`))
  expect(answer).toMatchObject({ status: 200, body: '[]', isFollowed: true })
})

test('digits, chunks and repeated headers come as they are', async () => {
  const head = `${HEAD_200}Transfer-Encoding: chunked\r\nSunset: a\r\nSunset: b\r\n\r\n`
  const { answer } = await send('DELETE', `${head}9\r\n[{"id":90\r\n12\r\n07199254740993.0}]\r\n0\r\n\r\n`)
  expect(answer).toEqual({
    status: 200,
    headers: { 'transfer-encoding': 'chunked', sunset: 'a, b' },
    allHeaders: { 'transfer-encoding': ['chunked'], sunset: ['a', 'b'] },
    body: '[{"id":9007199254740993.0}]',
    isUtf8: true,
  })
})

test('bytes that are not UTF-8 are reported', async () => {
  const { answer } = await send('GET', Buffer.from(`${HEAD_200}Content-Length: 3\r\n\r\n"\xE9"`, 'latin1'))
  expect(answer).toMatchObject({ isUtf8: false, body: '"\uFFFD"' })
})

/** 70 MiB of zeros. */
const BOMB = gzipSync(Buffer.alloc(70 * 2 ** 20), { level: 1 })
const BOMB_HEAD = `${HEAD_200}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`

test.each<[string, Answer, string]>([
  ['hangs up', '', 'it closed the connection before its response was complete'],
  ['cuts the body short', `${HEAD_200}Content-Length: 9\r\n\r\n[]`, 'it closed the connection'],
  ['does not speak HTTP', 'hello\r\n\r\n', 'what it sent is not HTTP'],
  ['sends endless headers', `${HEAD_200}X: ${'x'.repeat(2 ** 16)}\r\n\r\n`, 'its headers are larger than 64 KiB'],
  ['sends an endless body', flood, 'its body is larger than 64 MiB, the most that is read'],
  ['sends too much, compressed', Buffer.concat([Buffer.from(BOMB_HEAD), BOMB]), '64 MiB'],
  ['sends a 101 that nobody asked for', `${HEAD_101}Upgrade: x\r\n\r\n`, 'it sent 101 (Switching Protocols)'],
  ['switches protocols', `${HEAD_101}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`, 'it closed the connection'],
])('a provider that %s returned no response', async (_, answer, reason) => {
  for (const method of ['GET', 'DELETE']) {
    await expect(send(method, answer)).rejects.toMatchObject({
      name: 'NoAnswerError',
      reason: expect.stringContaining(reason) as string,
    })
  }
})

test('a provider that never responds is given up after the timeout', async () => {
  await expect(send('GET', leavingOpen(HEAD_200), { timeoutMs: 100 })).rejects.toMatchObject({
    name: 'NoAnswerError',
    reason: 'nothing complete came within 100 ms',
  })
})

test('where no connection can be made, the provider cannot be reached', async () => {
  const sender = new Sender(30_000)
  const secure = (await listening(createServer((socket) => socket.destroy()))).replace('http', 'https')
  const reasons = { 'http://127.0.0.1:1': 'connection refused', [secure]: 'it closed the connection' }
  for (const [origin, reason] of Object.entries({
    ...reasons,
    'http://[::1]:1': expect.not.stringContaining('host'),
  })) {
    const request = { method: 'GET', path: '/v1', headers: {}, url: `${origin}/v1` }
    const message = expect.stringContaining(`Cannot reach ${origin}: `) as string
    await expect(sender.send(request)).rejects.toMatchObject({ name: 'UnreachableError', exitCode: 3, message, reason })
  }
})

// When the system runs a process is nobody's to say, so one go may miss; without the pause of the line none ever meets.
test('requests that race each other mostly meet in one turn of the provider', async () => {
  let turn = 0
  let turns: number[] = []
  const server = createHttpServer((_, response) => {
    turns.push(turn)
    setImmediate(() => (turn += 1))
    response.writeHead(204).end()
  })
  const url = `${await listening(server)}/v1/store/orders/7`
  const sender = new Sender(30_000)
  let met = 0
  for (let go = 0; go < 10; go += 1) {
    turns = []
    const request = { method: 'DELETE', path: '/store/orders/7', headers: {}, url }
    await Promise.all(Array.from({ length: 8 }, () => sender.send(request, { isRace: true })))
    expect(turns).toHaveLength(8)
    if (new Set(turns).size === 1) met += 1
  }
  sender.close()
  expect(met).toBeGreaterThanOrEqual(3)
})

test('of requests that race each other none is sent before all are connected', async () => {
  const { cert, key } = certificate('DNS:localhost')
  const waits = [0, 100, 200]
  let connected = 0
  const seen: number[] = []
  const SNICallback: TlsOptions['SNICallback'] = (_, done) =>
    void setTimeout(() => {
      connected += 1
      done(null, createSecureContext({ cert, key }))
    }, waits.pop())
  const server = createHttpsServer({ cert, key, SNICallback }, (_, response) => {
    seen.push(connected)
    response.writeHead(204).end()
  })
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port } = new URL(await listening(server))
  const sender = new Sender(30_000)
  const request = { method: 'DELETE', path: '/', headers: {}, url: `https://localhost:${port}/` }
  await Promise.all(Array.from({ length: 3 }, () => sender.send(request, { isRace: true })))
  expect(seen).toEqual([3, 3, 3])
})

test('a path goes out as it is', async () => {
  const { sent } = await send('GET', `${HEAD_200}Content-Length: 0\r\n\r\n`, { path: '/a/../b//c%2Fd?' })
  expect(sent.split('\r\n')[0]).toBe('GET /v1/a/../b//c%2Fd? HTTP/1.1')
})

type Answer = string | Buffer | ((socket: Socket) => void)

function leavingOpen(bytes: string) {
  return (socket: Socket): void => void socket.write(bytes)
}

function flood(socket: Socket): void {
  const chunk = Buffer.alloc(2 ** 20, ' ')
  const more = () => void (socket.destroyed || !socket.write(chunk) || setImmediate(more))
  socket.write(`${HEAD_200}\r\n`)
  socket.on('drain', more)
  more()
}

async function send(method: string, answer: Answer, { timeoutMs = 30_000, path = '/store/orders/7' } = {}) {
  let sent = ''
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.once('data', (chunk) => {
      sent = chunk.toString('latin1')
      if (typeof answer === 'function') answer(socket)
      else socket.end(answer)
    })
  })
  const origin = await listening(server)
  const sender = new Sender(timeoutMs)
  const startedMs = performance.now()
  try {
    const response = await sender.send({ method, path, headers: {}, url: `${origin}/v1${path}` })
    return { answer: response, sent, durationMs: performance.now() - startedMs }
  } finally {
    sender.close()
  }
}
