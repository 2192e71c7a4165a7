import { createServer } from 'node:https'
import { connect, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { networkReason, unreachable } from '../../src/contract/http/no-answer.js'
import { type VerifyOptions, verifyProvider } from '../../src/verify/index.js'
import { runCommand, runProcess } from '../cli/command.js'
import { listening } from '../listening.js'
import { missingCommands } from '../on-this-machine.js'
import { certificate } from './providers/certificate.js'
import { providerDuringTest, serveDuringTest } from './providers/during-test.js'
import { SMALL_KEY } from './providers/small-provider.js'

test('a base URL without /v1 is told once and first', async () => {
  const { origin } = new URL(await smallProvider())
  const { hints } = await verify({ baseUrl: origin })
  expect(hints).toEqual([
    `GET ${origin}/store/orders is answered with 404. The base URL has no /v1 at its end: is ${origin}/v1 meant?`,
  ])
  const { stdout } = await runCommand(['verify', origin, '--checks', 'openapi'], { ORDERS_MOCK_KEY: SMALL_KEY })
  expect(stdout.trimStart()).toMatch(/^! GET .*is .*\/v1 meant\?\n\nopenapi/)
  expect(stdout.split('meant?')).toHaveLength(2)
})

test('a base URL that goes on after its version is told', async () => {
  const rest = '/store'
  const baseUrl = await smallProvider()
  expect((await verify({ baseUrl: baseUrl + rest })).hints).toEqual([
    `GET ${baseUrl}${rest}/store/orders is answered with 404. The base URL goes on after its version: is ${baseUrl} meant?`,
  ])
})

test('a page in the place of the list is told', async () => {
  const baseUrl = await answering(200, { 'content-type': 'text/html; charset=utf-8' }, '<h1>Welcome')
  expect((await verify({ baseUrl })).hints).toEqual([
    `GET ${baseUrl}/store/orders is answered with 200 and a page (text/html). Is ${baseUrl} where the API is?`,
  ])
})

test.each([
  ['https://shop/v1/store/orders', ' Give https://shop/v1 as the base URL.'],
  ['/login', ''],
])('a redirect is told with its Location: %s', async (location, wayOut) => {
  const baseUrl = await answering(301, { location })
  expect((await verify({ baseUrl })).hints).toEqual([
    `GET ${baseUrl}/store/orders is answered with 301 and Location: ${location}. Redirects are not followed.${wayOut}`,
  ])
})

test('a gateway that answers 502 to everything ends with 3', async () => {
  const status = 502
  const baseUrl = await answering(status, {})
  expect(await verify({ baseUrl })).toMatchObject({
    result: 'error',
    checks: [],
    error: {
      message: `Cannot verify ${baseUrl}: every request is answered with ${status}, as a gateway does whose provider is not there. Is the provider running?`,
      exitCode: 3,
    },
  })
})

test.skipIf(missingCommands('openssl') !== undefined)(
  'a certificate that is not trusted is told with the way out',
  async () => {
    const { baseUrl, cert } = await servingTls('IP:127.0.0.1')
    const { error } = await verify({ baseUrl })
    expect(error).toEqual({
      exitCode: 3,
      message: `Cannot reach ${new URL(baseUrl).origin}: its certificate is not trusted (self-signed certificate): set NODE_EXTRA_CA_CERTS to the file of the certificate that signed it.`,
    })
    const trusting = await runProcess(['verify', baseUrl, '--checks', 'openapi'], { NODE_EXTRA_CA_CERTS: cert })
    expect(trusting.code).toBe(1)
  },
)

test.skipIf(missingCommands('openssl') !== undefined)('a certificate for another host is told as that', async () => {
  const { baseUrl, cert } = await servingTls('DNS:shop.example')
  const { code, stderr } = await runProcess(['verify', baseUrl, '--checks', 'model'], { NODE_EXTRA_CA_CERTS: cert })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/: its certificate is for another host \(.*\)\.\n$/) as string,
  })
})

test.skipIf(missingCommands('openssl') !== undefined)(
  'http:// where https:// is meant is told, whether the connection is closed or 400 comes',
  async () => {
    const { baseUrl } = await servingTls('IP:127.0.0.1')
    const closing = baseUrl.replace('https:', 'http:')
    expect((await verify({ baseUrl: closing })).error?.message).toBe(
      `Cannot reach ${closing}: it closed the connection before its answer was complete. It speaks TLS: is https:// meant?`,
    )
    const telling = await tellingOfTls(Number(new URL(baseUrl).port))
    expect((await verify({ baseUrl: telling })).hints).toEqual([
      `GET ${telling}/store/orders is answered with 400, and the provider speaks TLS: is https:// meant?`,
    ])
  },
)

test('https:// where http:// is meant is told', async () => {
  const baseUrl = (await smallProvider()).replace('http:', 'https:')
  expect((await verify({ baseUrl })).error?.message).toBe(
    `Cannot reach ${new URL(baseUrl).origin}: it does not speak TLS. Is http:// meant?`,
  )
})

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
])('%s is told, and nobody asked whether the provider runs', (code, reason) => {
  const { message } = unreachable('https://shop', Object.assign(new Error('unfit'), { code }))
  expect(message).toBe(`Cannot reach https://shop: ${reason}.`)
})

test.each([
  ['EPROTO', 'sslv3 alert handshake failure', 40, 'handshake failure'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tlsv13 alert certificate required', 116, 'certificate required'],
])('%s with an alert is not taken for a lack of TLS', (code, told, number, alert) => {
  const message = `write EPROTO 80AC:error:0A0:SSL routines:ssl3_read_bytes:${told}:../rec_layer_s3.c:1601:SSL alert number ${number}\n`
  expect(networkReason(Object.assign(new Error(message), { code }))).toBe(`it broke off TLS (${alert})`)
})

test('the reason of what was skipped is told once, and the last line says that something was', async () => {
  const { stdout, code } = await runCommand(['verify', await smallProvider(), '--checks', 'model', '--runs', '1'], {
    ORDERS_MOCK_KEY: SMALL_KEY,
  })
  expect(code).toBe(0)
  expect(stdout.match(/no --states were given/g)).toHaveLength(1)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^PASS, \d+ skipped {2}http/)
})

async function smallProvider(): Promise<string> {
  return (await providerDuringTest()).baseUrl
}

/** A provider that answers the same to everything. */
async function answering(status: number, headers: Record<string, string>, body = ''): Promise<string> {
  return `${await serveDuringTest(async (_, response) => void response.writeHead(status, headers).end(body))}/v1`
}

function verify(options: VerifyOptions) {
  return verifyProvider({ key: SMALL_KEY, checks: ['openapi'], timeBudgetMs: 500, runs: 1, ...options })
}

/** A gate to a server of TLS that answers those who speak none. */
async function tellingOfTls(tlsPort: number): Promise<string> {
  const gate = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      if (first[0] !== TLS_HANDSHAKE) return void socket.end('HTTP/1.0 400 Bad Request\r\n\r\nThis port is for TLS.\n')
      const inner = connect(tlsPort, '127.0.0.1').on('error', () => {})
      inner.write(first)
      return void socket.pipe(inner).pipe(socket)
    })
  })
  return `${await listening(gate)}/v1`
}

const TLS_HANDSHAKE = 0x16

/** A provider with a certificate of its own. */
async function servingTls(name: string) {
  const { cert, key, certFile } = certificate(name)
  const server = createServer({ key, cert }, (_, response) => response.end('[]'))
  return { baseUrl: `${(await listening(server)).replace('http:', 'https:')}/v1`, cert: certFile }
}
