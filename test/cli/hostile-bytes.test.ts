import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, type Serving, startServing } from './command.js'

// One process bears all of it: it must still answer after each of these.

let server: Serving

beforeAll(async () => {
  server = await startServing(['--scenario', 'pending'])
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** Sends the bytes, and reads until the server closes the connection or has been quiet for a moment. */
function sendBytes(bytes: string | Uint8Array, quietMs = 150): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(bytes)
      socket.setTimeout(quietMs, () => socket.destroy())
    })
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

/** What the next client gets to see, and what has become of the process. */
async function lookAfter(): Promise<Record<string, unknown>> {
  const response = await callApi(server, 'GET /store/orders', 'test-key~empty')
  const { exitCode } = server.child
  return { status: response.status, body: await response.text(), exitCode, stderr: server.stderr() }
}

const ALIVE = { status: 200, body: '[]\n', exitCode: null, stderr: '' }
const KEY = 'Host: a\r\nAuthorization: Bearer test-key\r\n'
const LAST = `${KEY}Connection: close\r\n`
/** For requests after which the server closes the connection: however slow it is, the answer is awaited. */
const UNTIL_CLOSED_MS = 20_000
const noise = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255)

test.each<readonly [what: string, bytes: string | Uint8Array]>([
  ['a hundred thousand bytes of noise', noise],
  ['a TLS handshake', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, ...noise.subarray(0, 500))],
  ['a target that is a star', `OPTIONS * HTTP/1.1\r\n${KEY}\r\n`],
  ['a target that is broken outside the API', `GET /%E0%A4%A HTTP/1.1\r\n${KEY}\r\n`],
  ['a target that is half a URL', `GET http:// HTTP/1.1\r\n${KEY}\r\n`],
  ['a request to be a tunnel', `CONNECT a:443 HTTP/1.1\r\n${KEY}\r\n`],
  [
    'a request for a web socket',
    `GET /v1/store/orders HTTP/1.1\r\n${KEY}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  ['a body that is shorter than it says', `POST /v1/store/orders HTTP/1.1\r\n${KEY}Content-Length: 999\r\n\r\nabc`],
  [
    'a key with bytes beyond ASCII',
    'GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \u00ff\u00fe\t\u00e9\r\n\r\n',
  ],
  [
    'a preflight that asks for hostile headers',
    'OPTIONS /v1/store/orders HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: \u00ff\u0080\t"<>;\r\n\r\n',
  ],
  ['half a request', `GET /v1/store/orders HTTP/1.1\r\n${KEY}X: `],
])('it withstands %s', async (_, bytes) => {
  await sendBytes(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  await expect(lookAfter()).resolves.toEqual(ALIVE)
})

test('it withstands clients that leave before the response', async () => {
  for (let times = 0; times < 50; times += 1) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET /v1/store/orders HTTP/1.1\r\n${KEY}\r\n`.repeat(20), () => socket.resetAndDestroy())
  }
  await expect(lookAfter()).resolves.toEqual(ALIVE)
})

test('a target in absolute form is that of its path', async () => {
  const request = `DELETE http://any.example/v1/store/orders/1?x HTTP/1.1\r\n${LAST}\r\n`
  const received = await sendBytes(request, UNTIL_CLOSED_MS)
  expect(received).toMatch(/^HTTP\/1\.1 204 No Content\r\n/)
})
