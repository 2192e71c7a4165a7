import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KeptConnections, NetworkRoute, Sender } from '../../src/contract/index.js'
import { verifyProvider } from '../../src/verify/index.js'
import { listening } from '../listening.js'
import { certificate } from './providers/certificate.js'
import { providerDuringTest } from './providers/during-test.js'
import { type Deviation, SMALL_KEY } from './providers/small-provider.js'
import { canPaste, paste } from './paste.js'

const PLAN = { key: SMALL_KEY, checks: ['openapi'], timeoutMs: 60_000 } as const
const NO_PROXY = 'intern.example, .corp:8443, a.example:80, a.example:443, b.example:443'
const [PLAIN, SECURE] = ['http://proxy:3128', 'http://secure-proxy:3129']
const env = { HTTP_PROXY: 'proxy:3128', https_proxy: SECURE, NO_PROXY }

test.each([
  ['http://api.example.com/v1', PLAIN],
  ['https://api.example.com/v1', SECURE],
  ['https://intern.example/v1', undefined],
  ['https://api.intern.example/v1', undefined],
  ['https://notintern.example/v1', SECURE],
  ['https://a.corp:8443/v1', undefined],
  ['https://a.corp/v1', SECURE],
  ['http://a.example/v1', undefined],
  ['https://a.example/v1', undefined],
  ['http://b.example/v1', PLAIN],
  ['http://localhost:8080/v1', undefined],
  ['http://[::1]:8080/v1', undefined],
])('%s goes through the proxy of the environment: %s', (url, proxy) => {
  const route = new NetworkRoute({ proxyEnv: env })
  expect(route.proxyFor(new URL(url))).toBe(proxy)
  expect(new NetworkRoute({ proxyEnv: { ...env, no_proxy: '*' } }).proxyFor(new URL(url))).toBeUndefined()
  expect(new NetworkRoute().proxyFor(new URL(url))).toBeUndefined()
})

test('a provider, its states and a pact are reached through a proxy, whatever their names mean here', async () => {
  const provider = await providerDuringTest()
  const asked = new Set<string>()
  const proxy = createServer((request, response) => {
    asked.add(new URL(request.url ?? '').hostname)
    forward(request, response, provider.baseUrl)
  })
  const report = await verifyProvider({
    ...PLAN,
    baseUrl: provider.baseUrl.replace('127.0.0.1', 'shop.example'),
    states: provider.statesUrl.replace('127.0.0.1', 'states.example'),
    checks: ['openapi', 'pact'],
    proxyEnv: { HTTP_PROXY: await listening(proxy) },
  })
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0 } })
  expect([...asked]).toEqual(expect.arrayContaining(['shop.example', 'states.example']))
})

test('a request is sent again on a new connection where a proxy has closed those that it kept', async () => {
  const { baseUrl } = await providerDuringTest()
  const used = new Set<Socket>()
  const proxy = createServer((request, response) => {
    if (used.size < used.add(request.socket).size) forward(request, response, baseUrl)
    else request.socket.destroy()
  })
  const route = new NetworkRoute({ proxyEnv: { http_proxy: await listening(proxy) } })
  const sender = new Sender(60_000, new KeptConnections(route))
  onTestFinished(() => sender.close())
  const list = () => sender.send({ method: 'GET', path: '', headers: {}, url: 'http://shop.example/v1/store/orders' })
  const responses = [...(await Promise.all([list(), list(), list()])), await list()]
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401])
})

test('a provider that wants a client certificate is verified with one, through a tunnel too', async () => {
  const { port, certified } = await wantingCertificate()
  let tunnels = 0
  let openingMs = 0
  const proxy = createServer()
  proxy.on('connect', (_, client: Socket) => {
    tunnels += 1
    const open = () => setTimeout(() => client.write('HTTP/1.1 200 Connected\r\n\r\n'), openingMs)
    const server = connect(Number(port), '127.0.0.1', open)
    server.on('error', () => client.destroy()).pipe(client)
    client.on('error', () => server.destroy()).pipe(server)
  })
  const proxyEnv = { HTTPS_PROXY: await listening(proxy) }
  const run = (host: string, options: object) =>
    verifyProvider({ ...PLAN, baseUrl: `https://${host}:${port}/v1`, proxyEnv, ...options })
  expect(await run('127.0.0.1', certified)).toMatchObject({ result: 'pass' })
  expect(await run('127.0.0.1', {})).toMatchObject({ result: 'error' })
  expect(tunnels).toBe(0)
  const { checks, result } = await run('shop.example', certified)
  expect([result, checks.filter((check) => check.result === 'failed')]).toEqual(['pass', []])
  expect(tunnels).toBeGreaterThan(0)
  // Requests that go out together wait for one another a second at most.
  openingMs = 1_100
  const { cert, certKey } = certified
  const sender = new Sender(60_000, new KeptConnections(new NetworkRoute({ proxyEnv, cert, certKey })))
  onTestFinished(() => sender.close())
  const request = { method: 'GET', path: '', headers: {}, url: `https://shop.example:${port}/v1/store/orders` }
  const racing = [request, request].map((each) => sender.send(each, { isRace: true }))
  expect((await Promise.all(racing)).map(({ status }) => status)).toEqual([401, 401])
  const opened = tunnels
  expect([(await sender.send(request)).status, tunnels]).toEqual([401, opened])
})

test.skipIf(!canPaste)('a finding is reproduced by lines that name the files of the client certificate', async () => {
  const { port, certified, certFile, keyFile } = await wantingCertificate((usual) => ({
    listOrders: () => usual.json(206, []),
  }))
  vi.stubEnv('CURL_CA_BUNDLE', certFile)
  vi.stubEnv('ORDERS_MOCK_CERT', certFile)
  vi.stubEnv('ORDERS_MOCK_CERT_KEY', keyFile)
  const { checks } = await verifyProvider({ ...PLAN, baseUrl: `https://127.0.0.1:${port}/v1`, ...certified })
  const { curl = '', steps = [] } = checks.find(({ id }) => id === 'openapi.listOrders.status') ?? {}
  for (const lines of [[curl], steps]) expect(await paste(lines, SMALL_KEY)).toContain('206 Partial Content')
})

test('a proxy that is not there is reported, and a file that is not a certificate rejected', async () => {
  const plan = { ...PLAN, baseUrl: 'https://shop.example/v1' }
  const { error } = await verifyProvider({ ...plan, proxyEnv: { HTTPS_PROXY: 'http://127.0.0.1:9' } })
  const message =
    'Cannot reach https://shop.example through its proxy: connection refused. Is the provider running there?'
  expect(error).toEqual({ message, exitCode: 3 })
  const noCertificate = verifyProvider({ ...plan, cert: 'no certificate' })
  await expect(noCertificate).rejects.toThrow('Cannot use the client certificate: ')
})

/** A provider behind a server that wants the certificate of its authority, which its own certificate is. */
async function wantingCertificate(deviation?: Deviation) {
  const { baseUrl } = await providerDuringTest(deviation)
  const { cert, key, ...files } = certificate('IP:127.0.0.1,DNS:shop.example')
  const options = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true }
  const server = createTlsServer(options, (request, response) => forward(request, response, baseUrl))
  // It is its own authority, which only a new process can be given.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  return { port: new URL(await listening(server)).port, certified: { cert, certKey: key }, ...files }
}

function forward(request: IncomingMessage, response: ServerResponse, baseUrl: string): void {
  const { method, url = '', headers } = request
  const { port, hostname: host, origin } = new URL(baseUrl)
  const options = { port, host, path: new URL(url, origin).pathname, method, headers, agent: false }
  const passed = httpRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(passed)
}
