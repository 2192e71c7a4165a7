import { createServer as createHttp2Server } from 'node:http2'
import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { type VerifyOptions, verifyProvider } from '../../src/verify/index.js'
import { runCommand, runProcess } from '../cli/command.js'
import { listening } from '../listening.js'
import { certificate } from './providers/certificate.js'
import { providerDuringTest, serveDuringTest } from './providers/during-test.js'
import { isInt64, SMALL_KEY, startSmallProvider } from './providers/small-provider.js'

test('a base URL without /v1 is reported once and first', async () => {
  const { origin } = new URL(await smallProvider())
  const { hints } = await verify({ baseUrl: origin })
  const hint = `GET ${origin}/store/orders returns 404. The base URL does not end with /v1. Did you mean ${origin}/v1?`
  expect(hints).toEqual([hint])
  const { stdout } = await runCommand(['verify', origin, '--checks', 'openapi'], { ORDERS_MOCK_KEY: SMALL_KEY })
  expect(stdout.trimStart()).toMatch(/^! GET .*Did you mean .*\/v1\?\n\nopenapi/)
  expect(stdout.split('Did you mean')).toHaveLength(2)
})

test.each([
  ['HTTP/2 alone', createHttp2Server((_, response) => response.end('[]')), 'it supports only HTTP/2'],
  ['no HTTP', createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\n\n[]')), 'what it sent is not HTTP/1.1'],
] as const)('a provider that speaks %s is told so', async (_, server, reason) => {
  const { error } = await verify({ baseUrl: await listening(server) })
  expect(error?.message).toContain(`: ${reason}`)
  expect(error?.message).not.toContain('Is the provider running')
})

test('a redirect is reported with its Location', async () => {
  const baseUrl = await answering(301, { location: '/login' })
  const hint = `GET ${baseUrl}/store/orders returns 301 and Location: /login. Redirects are not followed; use the base URL that it redirects to.`
  expect((await verify({ baseUrl })).hints).toEqual([hint])
})

test.each([
  [502, 'application/json', []],
  [200, 'text/html; charset=utf-8', ['GET AT/store/orders returns 200. Check that AT is the base URL of the API.']],
])('a gateway that returns %i and %s for everything ends with 3', async (status, type, hints) => {
  const baseUrl = await answering(status, { 'content-type': type })
  const message = `Cannot verify ${baseUrl}: every request returns ${status}, which suggests that a gateway or a web page is responding instead. Is the provider running?`
  expect(await verify({ baseUrl })).toMatchObject({
    result: 'error',
    hints: hints.map((hint) => hint.replaceAll(/\bAT\b/g, baseUrl)),
    checks: [],
    error: { message, exitCode: 3 },
  })
})

test('a provider that rejects curl is told so', async () => {
  const { baseUrl } = await providerDuringTest((usual) => ({
    answer: (call) => {
      const isCurl = call.request.headers['user-agent']?.startsWith('curl/')
      return isCurl === true ? usual.error(403, 'no_bots') : usual.answer(call)
    },
  }))
  const message = `Cannot verify ${baseUrl}: requests of curl are rejected with 403, those of a browser are not. Allow requests of curl, which the verifier sends.`
  expect(await verify({ baseUrl })).toMatchObject({ checks: [], error: { message, exitCode: 3 } })
})

test('a certificate that is not trusted is reported with the way out', async () => {
  const { cert, key, certFile } = certificate('IP:127.0.0.1')
  const server = createServer({ key, cert }, (_, response) => response.end('[]'))
  const baseUrl = `${(await listening(server)).replace('http:', 'https:')}/v1`
  const { error } = await verify({ baseUrl })
  const message = `Cannot reach ${new URL(baseUrl).origin}: its certificate is not trusted (self-signed certificate): set NODE_EXTRA_CA_CERTS to the file of the certificate that signed it. Is the provider running there?`
  expect(error).toEqual({ exitCode: 3, message })
  const trusting = await runProcess(['verify', baseUrl, '--checks', 'openapi'], { NODE_EXTRA_CA_CERTS: certFile })
  expect(trusting.code).toBe(1)
})

test('https:// where http:// is meant is reported', async () => {
  const baseUrl = (await smallProvider()).replace('http:', 'https:')
  expect((await verify({ baseUrl })).error?.message).toMatch(/^Cannot reach https:.*: TLS failed \(.*\)\. Is the/)
})

test('the reason for skipped checks is reported once, with a count, and the last line mentions them', async () => {
  const args = ['verify', await smallProvider(), '--checks', 'model', '--runs', '1']
  const { stdout, ...ended } = await runCommand(args, { ORDERS_MOCK_KEY: SMALL_KEY })
  expect(ended).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/--states is not set/g)).toHaveLength(1)
  const [, count] = /^ {3}(\d+) checks: --states is not set$/m.exec(stdout) ?? []
  const lastLine = stdout.trimEnd().split('\n').at(-1)
  expect(lastLine).toMatch(new RegExp(`^PASS, ${count} checks skipped without --states {2}http`))
})

test('the key is not blamed where the name of its header counts only in lower case', async () => {
  const { baseUrl } = await providerDuringTest((usual) => ({
    admits: (call) => usual.admits(call) && call.request.rawHeaders.includes('authorization'),
  }))
  expect(await verify({ baseUrl, checks: ['model'], timeBudgetMs: 60_000 })).toMatchObject({
    result: 'fail',
    hints: [],
  })
})

// Without a delay, the request is known to be lost first; else a state is the first that finds no provider.
test.for([0, 100])('a request over which the provider ended is named (closed after %i ms)', async (delayMs) => {
  const ending = new AbortController()
  const { close, ...provider } = await startSmallProvider((usual) => ({
    answer: (call) => {
      if (call.operation !== 'cancelOrder' || isInt64(call.id)) return usual.answer(call)
      ending.abort()
      setTimeout(() => call.request.socket.destroy(), delayMs)
      return new Promise(() => {})
    },
  }))
  ending.signal.addEventListener('abort', () => void close())
  const { baseUrl, statesUrl: states } = provider
  const { error } = await verify({ baseUrl, states, checks: ['model'], timeoutMs: 1_000, timeBudgetMs: 60_000 })
  expect(error?.message).toMatch(/ The first requests without a response were: DELETE \/store\/orders\/\S+/)
})

async function smallProvider(): Promise<string> {
  return (await providerDuringTest()).baseUrl
}

async function answering(status: number, headers: Record<string, string>): Promise<string> {
  return `${await serveDuringTest(async (_, response) => void response.writeHead(status, headers).end())}/v1`
}

function verify(options: VerifyOptions) {
  return verifyProvider({ key: SMALL_KEY, checks: ['openapi'], timeBudgetMs: 500, runs: 1, ...options })
}
