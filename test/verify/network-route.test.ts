import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NetworkRoute } from '../../src/contract/index.js'
import { verifyProvider } from '../../src/verify/index.js'
import { listening } from '../listening.js'
import { certificate } from './providers/certificate.js'
import { providerDuringTest } from './providers/during-test.js'
import { canPaste, paste } from './paste.js'

const env = {
  HTTP_PROXY: 'proxy:3128',
  https_proxy: 'http://secure-proxy:3129',
  NO_PROXY: 'intern.example, .corp:8443',
}

test.each([
  ['http://api.example.com/v1', true],
  ['https://api.example.com/v1', true],
  ['https://intern.example/v1', false],
  ['https://api.intern.example/v1', false],
  ['https://notintern.example/v1', true],
  ['https://a.corp:8443/v1', false],
  ['https://a.corp/v1', true],
  ['http://localhost:8080/v1', false],
  ['http://127.0.0.1:8080/v1', false],
  ['http://[::1]:8080/v1', false],
])('%s goes through the proxy of the environment: %s', (url, isProxied) => {
  const route = new NetworkRoute({ proxyEnv: env })
  expect(route.proxyFor(new URL(url)) !== undefined).toBe(isProxied)
  expect(new NetworkRoute({ proxyEnv: { ...env, no_proxy: '*' } }).proxyFor(new URL(url))).toBeUndefined()
  expect(new NetworkRoute().proxyFor(new URL(url))).toBeUndefined()
})

test('a provider, its states and a pact are reached through a proxy, whatever their names mean here', async () => {
  const provider = await providerDuringTest()
  const { baseUrl } = provider
  const asked = new Set<string>()
  const proxy = await listening(
    createServer((request, response) => {
      asked.add(new URL(request.url ?? '').hostname)
      forward(request, response, baseUrl)
    }),
  )
  const report = await verifyProvider({
    baseUrl: provider.baseUrl.replace('127.0.0.1', 'shop.example'),
    states: provider.statesUrl.replace('127.0.0.1', 'states.example'),
    key: provider.apiKey,
    checks: ['openapi', 'pact'],
    timeoutMs: 60_000,
    proxyEnv: { HTTP_PROXY: proxy },
  })
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0 } })
  expect([...asked]).toEqual(expect.arrayContaining(['shop.example', 'states.example']))
})

test('a provider that wants a client certificate is verified with one, through a tunnel too', async () => {
  const { baseUrl, apiKey } = await providerDuringTest()
  const { cert, key } = certificate('IP:127.0.0.1,DNS:shop.example')
  const port = await portWanting(cert, key, baseUrl)
  let tunnels = 0
  const proxy = createServer()
  proxy.on('connect', (_, client: Socket) => {
    tunnels += 1
    const server = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'))
    server.on('error', () => client.destroy()).pipe(client)
    client.on('error', () => server.destroy()).pipe(server)
  })
  const proxyEnv = { HTTPS_PROXY: await listening(proxy) }
  // It is its own authority, which only a new process can be given.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const run = (host: string, certified: object) =>
    verifyProvider({
      baseUrl: `https://${host}:${port}/v1`,
      key: apiKey,
      checks: ['openapi'],
      timeoutMs: 60_000,
      proxyEnv,
      ...certified,
    })
  expect(await run('127.0.0.1', { cert, certKey: key })).toMatchObject({ result: 'pass' })
  expect(await run('127.0.0.1', {})).toMatchObject({ result: 'error' })
  expect(tunnels).toBe(0)
  const { checks, result } = await run('shop.example', { cert, certKey: key })
  expect([result, checks.filter((check) => check.result === 'failed')]).toEqual(['pass', []])
  expect(tunnels).toBeGreaterThan(0)
})

test.skipIf(!canPaste)('a finding is reproduced by lines that name the files of the client certificate', async () => {
  const { baseUrl, apiKey } = await providerDuringTest((usual) => ({ listOrders: () => usual.json(206, []) }))
  const { cert, key, certFile, keyFile } = certificate('IP:127.0.0.1,DNS:shop.example')
  const port = await portWanting(cert, key, baseUrl)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  vi.stubEnv('CURL_CA_BUNDLE', certFile)
  vi.stubEnv('ORDERS_MOCK_CERT', certFile)
  vi.stubEnv('ORDERS_MOCK_CERT_KEY', keyFile)
  onTestFinished(() => void vi.unstubAllEnvs())
  const plan = { baseUrl: `https://127.0.0.1:${port}/v1`, key: apiKey, checks: ['openapi'] as const }
  const { checks } = await verifyProvider({ ...plan, cert, certKey: key })
  const { curl = '', steps = [] } = checks.find(({ id }) => id === 'openapi.listOrders.status') ?? {}
  expect(await paste([curl], apiKey)).toContain('206 Partial Content')
  expect(await paste(steps, apiKey)).toContain('206 Partial Content')
})

test('a proxy that is not there is reported, and a file that is not a certificate rejected', async () => {
  const plan = { baseUrl: 'https://shop.example/v1', key: 'k', checks: ['openapi'] as const }
  const proxyEnv = { HTTPS_PROXY: 'http://127.0.0.1:9' }
  expect((await verifyProvider({ ...plan, proxyEnv })).error?.message).toBe(
    'Cannot reach https://shop.example through its proxy: connection refused. Is the provider running there?',
  )
  await expect(verifyProvider({ ...plan, cert: 'no certificate' })).rejects.toThrow(
    'Cannot use the client certificate: ',
  )
})

/** Where a server forwards to a base URL that wants a certificate of this authority, which its own certificate is. */
async function portWanting(cert: string, key: string, baseUrl: string): Promise<string> {
  const options = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true }
  return new URL(await listening(createTlsServer(options, (request, response) => forward(request, response, baseUrl))))
    .port
}

function forward(request: IncomingMessage, response: ServerResponse, baseUrl: string): void {
  const { method, url = '', headers } = request
  const { port, hostname: host, origin } = new URL(baseUrl)
  const passed = httpRequest(
    { port, host, path: new URL(url, origin).pathname, method, headers, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  request.pipe(passed)
}
