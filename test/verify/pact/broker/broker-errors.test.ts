import { verifyProvider, type BrokerOptions, type VerificationReport } from 'orders-mock/verify'
import { afterAll, expect, test } from 'vitest'
import { serveDuringTest } from '../../providers/during-test.js'
import { listen } from '../../providers/running-provider.js'
import { startSmallProvider } from '../../providers/small-provider.js'
import { type Asked, listing, startSmallBroker } from './small-broker.js'

// A broker that cannot be reached or refuses ends a run with exit code 3, and never silently.

const provider = await startSmallProvider()
afterAll(provider.close)

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each<[string, string, BrokerOptions, (url: string) => string]>([
  ['a token', 'Bearer s3cret', { token: 's3cret' }, (url) => url],
  ['a user with a password', basic('ann:s3cret'), { username: 'ann', password: 's3cret' }, (url) => url],
  ['what stands in its URL', basic('ann:s3:cr@t'), {}, (url) => url.replace('//', '//ann:s3%3Acr%40t@')],
])('a broker lets in with %s', async (_, authorization, credentials, urlOf) => {
  await using broker = await startSmallBroker({ authorization })
  const pactUrl = broker.publish([listing('a list')])
  const { checks } = await run({ url: urlOf(broker.url), ...credentials }, [urlOf(pactUrl)])
  expect(checks).toMatchObject([{ result: 'passed' }, { result: 'passed' }])
})

test('the credentials of the broker go to no other host', async () => {
  await using broker = await startSmallBroker()
  await using other = await startSmallBroker()
  broker.publish([listing('a list')])
  const pactUrl = other.publish([listing('a list')])
  expect((await run({ url: broker.url, token: 's3cret' }, [pactUrl])).result).toBe('pass')
  expect(broker.asked.every(({ authorization }) => authorization === 'Bearer s3cret')).toBe(true)
  expect(other.asked.map(({ authorization }) => authorization)).toEqual([undefined])
})

test.each<[string, (asked: Asked) => number | undefined, RegExp]>([
  ['that breaks', () => 500, /^GET http:\S+ returned 500 \(\{"message":"no GET today"\}\)\.$/],
  ['that wants credentials', () => 401, /returned 401 .* Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT/],
  [
    'without the provider',
    ({ method }) => (method === 'POST' ? 404 : undefined),
    /has no pact of "store-orders-service" for/,
  ],
  [
    'that lost the pact',
    ({ path }) => (path.includes('pact-ver') ? 404 : undefined),
    /^GET .*pact-version.* returned 404/,
  ],
])('a broker %s ends the run with a report', async (_, fault, message) => {
  await using broker = await startSmallBroker({ fault })
  broker.publish([listing('a list')])
  expect(await run({ url: broker.url })).toMatchObject(refused(message))
})

const HAL = 'application/hal+json;charset=utf-8'
const INDEX = '{"_links":{"pb:provider-pacts-for-verification":{"href":"http://inner:9292/pacts/{provider}"}}}'
// As pact_broker itself says it, for a provider that it does not know.
const UNKNOWN = '{"error":"No provider with name \'store-orders-service\' found"}'

test.each<[what: string, response: [status: number, type: string, body: string], RegExp | undefined]>([
  ['404 of a broker', [404, HAL, UNKNOWN], undefined],
  ['an empty list', [200, 'Application/HAL+JSON; charset=utf-8', '{"_embedded":{"pacts":[]},"_links":{}}'], undefined],
  ['404 of a gateway', [404, 'text/html', '<html>404'], /^POST http:\S+ returned 404\.$/],
  ['404 of a route', [404, 'application/json;charset=utf-8', UNKNOWN], /returned 404 \("No provider with name/],
  [
    '404 as a problem',
    [404, 'application/problem+json', '{"detail":"No provider"}'],
    /returned 404 \("No provider"\)\.$/,
  ],
  ['404 of another HAL', [404, 'application/hal+json-seq', UNKNOWN], /returned 404/],
  ['a page to log in', [200, 'text/html', '<html>Log in'], /did not return a JSON object/],
  ['no content', [204, HAL, ''], /^The response has no "_embedded\.pacts"\. Is it of a Pact Broker\?$/],
  ['an empty body', [200, HAL, ''], /did not return a JSON object/],
  ['JSON that is no HAL', [200, 'application/json', '{"pacts":[]}'], /^The response has no "_embedded\.pacts"/],
  ['a pact list of another shape', [200, HAL, '{"_embedded":{"pacts":{}}}'], /^The response has no "_embedded\.pacts"/],
  ['a redirect', [302, 'text/html', ''], /returned 302/],
])('only a broker can say that there is no pact: %s', async (_, [status, type, body], message) => {
  const url = await serveDuringTest(async (request, response) => {
    const [code, media, text] = request.method === 'GET' ? [200, HAL, INDEX] : [status, type, body]
    response.writeHead(code, { 'content-type': media }).end(text)
  })
  const report = await run({ url, ignoreNoPacts: true })
  const none = { checks: [{ id: 'pact.no-pacts', result: 'note' }] }
  expect(report).toMatchObject(message === undefined ? none : refused(message))
})

test('a broker below a path, whose links lack that path, is asked there', async () => {
  await using broker = await startSmallBroker()
  broker.publish([listing('a list')])
  const gateway = await serveDuringTest(async ({ url = '', method, headers }, response) => {
    if (!url.startsWith('/pact-broker')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>')
      return
    }
    const inner = await fetch(broker.url + url.slice('/pact-broker'.length), {
      method: method ?? 'GET',
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': headers['content-type'] ?? '' } }),
    })
    response.writeHead(inner.status, { 'content-type': HAL }).end(await inner.text())
  })
  for (const end of ['', '/'])
    expect(await run({ url: `${gateway}/pact-broker${end}`, ignoreNoPacts: true })).toMatchObject({
      result: 'pass',
      checks: [{ id: 'pact.shop.a-list', result: 'passed' }],
    })
})

test('a broker that hangs ends the run after the timeout', async () => {
  await using broker = await startSmallBroker({ fault: () => 'hang' })
  const reason = /^Cannot reach http:\S+, where pacts should be: nothing complete came within 500 ms\.$/
  expect(await run({ url: broker.url }, [], 500)).toMatchObject(refused(reason))
})

test('a broker that is not there, or is a web page, is recognized', async () => {
  const { origin, close } = await listen(async (_, response) => void response.end('<html>Log in</html>'))
  expect(await run({ url: origin })).toMatchObject(
    refused(/did not return a JSON object\. Check that it is the URL of a pact or a Pact Broker\.$/),
  )
  await close()
  expect(await run({ url: origin })).toMatchObject(refused(/^Cannot reach http:\S+, .*: connection refused\.$/))
})

test.each<[string, (asked: Asked) => number | undefined]>([
  ['the result', ({ path }) => (path.endsWith('/verification-results') ? 500 : undefined)],
  ['the branch', ({ method }) => (method === 'PUT' ? 403 : undefined)],
])('a broker that does not take %s fails a run in which all passed', async (_, fault) => {
  await using broker = await startSmallBroker({ fault })
  broker.publish([listing('a list')])
  const report = await run({ url: broker.url, publish: true, providerVersion: 'p1', providerBranch: 'main' })
  const message = expect.stringMatching(/^The result could not be published: P/) as string
  expect(report).toMatchObject({
    result: 'error',
    error: { exitCode: 3 },
    checks: [
      { id: 'pact.shop.a-list', result: 'passed' },
      { id: 'pact.shop.published', result: 'error', message },
    ],
  })
})

test('a pact whose URL is not that of a broker cannot be published, which fails the run', async () => {
  const pact = { provider: { name: 'store-orders-service' }, interactions: [listing('a list')] }
  const origin = await serveDuringTest(async (_, response) => void response.end(JSON.stringify(pact)))
  const report = await run({ publish: true, providerVersion: 'p1' }, [`${origin}/pact.json`])
  const message = expect.stringMatching(/^The result could not be published: The link "pb:pub/) as string
  expect(report).toMatchObject({ result: 'error', error: { exitCode: 3 }, checks: [{ result: 'passed' }, { message }] })
})

test('a broker that is busy for a moment is asked again', async () => {
  const asked = new Set<string>()
  const fault = ({ path }: Asked) => {
    if (asked.has(path) || !(path === '/' || path.endsWith('/verification-results'))) return undefined
    asked.add(path)
    return 503
  }
  await using broker = await startSmallBroker({ fault })
  broker.publish([listing('a list')])
  expect((await run({ url: broker.url, publish: true, providerVersion: 'p1' })).result).toBe('pass')
  expect(broker.results).toHaveLength(1)
})

test('a broker that names too many pacts, or a link that is not a URL, is rejected', async () => {
  await using broker = await startSmallBroker({ linkOrigin: 'http://[bad' })
  expect(await run({ url: broker.url })).toMatchObject(
    refused(/^A link of http:\S+ is not an address: http:\/\/\[bad\/pacts/),
  )
  await using crowded = await startSmallBroker()
  for (let version = 0; version <= 1_000; version++) crowded.publish([], { consumer: `shop-${version}` })
  expect(await run({ url: crowded.url })).toMatchObject(
    refused(/^The Pact Broker names 1001 pacts, and a run verifies at most 1000\./),
  )
  expect(crowded.asked).toHaveLength(2)
})

test('a redirect is reported, not followed, and no query of an address is printed', async () => {
  await using other = await startSmallBroker()
  const origin = await serveDuringTest(async ({ url }, response) => {
    response.writeHead(307, { location: `${other.url}${url}` }).end(`Not here: ${url}`)
  })
  const report = await run({ token: 's3cret' }, [`${origin}/pact.json?token=s3cret`])
  expect(report).toMatchObject(
    refused(/^GET http:\S+\/pact\.json returned 307, which leads to http:\S+\/pact\.json\.$/),
  )
  expect(other.asked).toEqual([])
})

test('an address that is not a broker’s, or not of a pact, is printed without its credentials', async () => {
  const origin = await serveDuringTest(async (_, response) => void response.end('{}'))
  expect(await run({ url: origin.replace('//', '//ann:s3cret@') })).toMatchObject(
    refused(
      /^The link "pb:provider-pacts-for-verification" is missing\. Check that the URL is that of a Pact Broker\.$/,
    ),
  )
  const pactUrl = origin.replace('//', '//ann:s3@cret@')
  expect(await run({}, [`${pactUrl}/p?token=s3cret`])).toMatchObject(
    refused(/^Cannot use http:\/\/127\.0\.0\.1:\d+\/p: it is not a pact file \(it has no "interactions"\)\.$/),
  )
})

test.each<BrokerOptions>([
  { url: 'broker.example.com' },
  { url: 'http://127.0.0.1:1', publish: true },
  { publish: true, providerVersion: 'p1' },
  { url: 'http://127.0.0.1:1', includeWipPactsSince: 'yesterday' },
  { url: 'http://127.0.0.1:1', includeWipPactsSince: '2026-13-45' },
])('%j is rejected as wrong usage', async (broker) => {
  await expect(run(broker)).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

function refused(message: RegExp): object {
  return { result: 'error', error: { exitCode: 3, message: expect.stringMatching(message) as string } }
}

function run(broker: BrokerOptions, pacts: readonly string[] = [], timeoutMs = 60_000): Promise<VerificationReport> {
  const { baseUrl, apiKey: key } = provider
  return verifyProvider({ baseUrl, key, pacts, defaultPact: false, checks: ['pact'], broker, timeoutMs })
}
