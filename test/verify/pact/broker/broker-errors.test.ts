import type { BrokerOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { serveDuringTest } from '../../providers/during-test.js'
import { type Asked, listing, startSmallBroker, verifyPacts } from './small-broker.js'

// A broker that cannot be reached or refuses ends a run with exit code 3, and never silently.

const LISTING = [listing('a list')]
const PUBLISH = { publish: true, providerVersion: 'p1' } as const
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each<[string, string, BrokerOptions, user?: string]>([
  ['a token', 'Bearer s3cret', { token: 's3cret' }],
  ['a user with a password', basic('ann:s3cret'), { username: 'ann', password: 's3cret' }],
  ['what stands in its URL', basic('ann:s3:cr@t'), {}, 'ann:s3%3Acr%40t@'],
])('a broker lets in with %s', async (_, authorization, credentials, user = '') => {
  const broker = await startSmallBroker([], { authorization })
  const [url = '', ...pacts] = [broker.url, broker.publish(LISTING)].map((each) => each.replace('//', `//${user}`))
  expect((await verifyPacts({ url, ...credentials }, { pacts })).summary).toMatchObject({ passed: 2, errors: 0 })
})

test('the credentials of the broker go to no other host', async () => {
  const [broker, other] = [await startSmallBroker(LISTING), await startSmallBroker()]
  const pacts = [other.publish(LISTING)]
  expect((await verifyPacts({ url: broker.url, token: 's3cret' }, { pacts })).result).toBe('pass')
  expect(broker.asked.every(({ authorization }) => authorization === 'Bearer s3cret')).toBe(true)
  expect(other.asked.map(({ authorization }) => authorization)).toEqual([undefined])
})

const BAD_LINKS = { linkOrigin: 'http://[bad' }

test.each<[string, Parameters<typeof startSmallBroker>[1], RegExp]>([
  ['breaks', { fault: () => 500 }, /^GET http:\S+ returned 500 \(\{"message":"no GET today"\}\)\.$/],
  ['wants credentials', { fault: () => 401 }, /returned 401 .* Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and P/],
  ['has no provider', { fault: failsAt('POST', 404) }, /has no pact of "store-orders-service" for/],
  ['lost the pact', { fault: failsAt('pact-version', 404) }, /^GET .*pact-version.* returned 404/],
  ['has bad links', BAD_LINKS, /^A link of http:\S+ is not an address: http:\/\/\[bad\/pacts/],
])('a broker that %s ends the run with a report', async (_, options, message) => {
  const { url } = await startSmallBroker(LISTING, options)
  expect(await verifyPacts({ url })).toMatchObject(refused(message))
})

test('a broker that hangs ends the run after the timeout', async () => {
  const { url } = await startSmallBroker(LISTING, { fault: () => 'hang' })
  const message = /^Cannot reach http:\S+, where pacts should be: nothing complete came within 500 ms\.$/
  expect(await verifyPacts({ url }, { timeoutMs: 500 })).toMatchObject(refused(message))
})

test('a broker that names too many pacts is rejected', async () => {
  const { url, publish, asked } = await startSmallBroker()
  for (let version = 0; version <= 1_000; version++) publish([], { consumer: `shop-${version}` })
  const message = /^The Pact Broker names 1001 pacts, and a run verifies at most 1000\./
  expect(await verifyPacts({ url })).toMatchObject(refused(message))
  expect(asked).toHaveLength(2)
})

const HAL = 'application/hal+json;charset=utf-8'
const INDEX = '{"_links":{"pb:provider-pacts-for-verification":{"href":"http://inner:9292/pacts/{provider}"}}}'
// As pact_broker itself says it, for a provider that it does not know.
const UNKNOWN = '{"error":"No provider with name \'store-orders-service\' found"}'
const NO_PACTS = '{"_embedded":{"pacts":[]},"_links":{}}'
const PROBLEM = '{"detail":"No provider"}'
const NO_JSON = /did not return a JSON object\. Check that it is the URL of a pact or a Pact Broker\.$/

test.each<[what: string, response: [status: number, type: string, body: string], RegExp | undefined]>([
  ['404 of a broker', [404, HAL, UNKNOWN], undefined],
  ['an empty list', [200, 'Application/HAL+JSON; charset=utf-8', NO_PACTS], undefined],
  ['404 of a gateway', [404, 'text/html', '<html>404'], /^POST http:\S+ returned 404\.$/],
  ['404 of a route', [404, 'application/json;charset=utf-8', UNKNOWN], /returned 404 \("No provider with name/],
  ['404 as a problem', [404, 'application/problem+json', PROBLEM], /returned 404 \("No provider"\)\.$/],
  ['404 of another HAL', [404, 'application/hal+json-seq', UNKNOWN], /returned 404/],
  ['a page to log in', [200, 'text/html', '<html>Log in'], NO_JSON],
  ['no content', [204, HAL, ''], /^The response has no "_embedded\.pacts"\. Is it of a Pact Broker\?$/],
  ['an empty body', [200, HAL, ''], NO_JSON],
  ['JSON that is no HAL', [200, 'application/json', '{"pacts":[]}'], /^The response has no "_embedded\.pacts"/],
  ['a pact list of another shape', [200, HAL, '{"_embedded":{"pacts":{}}}'], /^The response has no "_embedded\.pacts"/],
  ['a redirect', [302, 'text/html', ''], /returned 302/],
])('only a broker can say that there is no pact: %s', async (_, [status, type, body], message) => {
  const url = await serveDuringTest(async (request, response) => {
    const [code, media, text] = request.method === 'GET' ? [200, HAL, INDEX] : [status, type, body]
    response.writeHead(code, { 'content-type': media }).end(text)
  })
  const none = {
    result: 'pass',
    checks: [{ id: 'pact.no-pacts', result: 'note', message: expect.stringContaining('has no pact of') as string }],
  }
  expect(await verifyPacts({ url, ignoreNoPacts: true })).toMatchObject(message === undefined ? none : refused(message))
})

test('a broker below a path, whose links lack that path, is asked there', async () => {
  const broker = await startSmallBroker(LISTING)
  const gateway = await serveDuringTest(async ({ url = '', method = 'GET', headers }, response) => {
    const [, path] = /^\/pact-broker(.*)$/.exec(url) ?? []
    if (path === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>')
      return
    }
    const posted = { body: '{}', headers: { 'content-type': headers['content-type'] ?? '' } }
    const inner = await fetch(broker.url + path, { method, ...(method === 'POST' && posted) })
    response.writeHead(inner.status, { 'content-type': HAL }).end(await inner.text())
  })
  for (const end of ['', '/']) {
    const { result, checks } = await verifyPacts({ url: `${gateway}/pact-broker${end}`, ignoreNoPacts: true })
    expect([result, checks.map(({ id }) => id)]).toEqual(['pass', ['pact.shop.a-list']])
  }
})

test.each([
  ['the result', failsAt('/verification-results', 500)],
  ['the branch', failsAt('PUT', 403)],
])('a broker that does not take %s fails a run in which all passed', async (_, fault) => {
  const { url } = await startSmallBroker(LISTING, { fault })
  const message = expect.stringMatching(/^The result could not be published: P/) as string
  expect(await verifyPacts({ url, ...PUBLISH, providerBranch: 'main' })).toMatchObject({
    result: 'error',
    error: { exitCode: 3 },
    checks: [
      { id: 'pact.shop.a-list', result: 'passed' },
      { id: 'pact.shop.published', result: 'error', message },
    ],
  })
})

test('a pact whose URL is not that of a broker cannot be published, which fails the run', async () => {
  const origin = await returning(JSON.stringify({ provider: { name: 'store-orders-service' }, interactions: LISTING }))
  const report = await verifyPacts(PUBLISH, { pacts: [`${origin}/pact.json`] })
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
  const { url, results } = await startSmallBroker(LISTING, { fault })
  expect((await verifyPacts({ url, ...PUBLISH })).result).toBe('pass')
  expect(results).toHaveLength(1)
})

test('a redirect is reported, not followed, and no query of an address is printed', async () => {
  const other = await startSmallBroker()
  const origin = await serveDuringTest(async ({ url }, response) => {
    response.writeHead(307, { location: `${other.url}${url}` }).end(`Not here: ${url}`)
  })
  const message = /^GET http:\S+\/pact\.json returned 307, which leads to http:\S+\/pact\.json\.$/
  const pacts = [`${origin}/pact.json?token=s3cret`]
  expect(await verifyPacts({ token: 's3cret' }, { pacts })).toMatchObject(refused(message))
  expect(other.asked).toEqual([])
})

test('an address that is not a broker’s, or not of a pact, is printed without its credentials', async () => {
  const origin = await returning('{}')
  const noBroker =
    /^The link "pb:provider-pacts-for-verification" is missing\. Check that the URL is that of a Pact Broker\.$/
  expect(await verifyPacts({ url: origin.replace('//', '//ann:s3cret@') })).toMatchObject(refused(noBroker))
  const pacts = [`${origin.replace('//', '//ann:s3@cret@')}/p?token=s3cret`]
  const noPact = /^Cannot use http:\/\/127\.0\.0\.1:\d+\/p: it is not a pact file \(it has no "interactions"\)\.$/
  expect(await verifyPacts({}, { pacts })).toMatchObject(refused(noPact))
})

test('a broker that is not there is recognized', async () => {
  const url = 'http://127.0.0.1:1'
  expect(await verifyPacts({ url })).toMatchObject(refused(/^Cannot reach http:\S+, .*: connection refused\.$/))
})

const NO_DATE = 'is not a date. Use a date such as 2026-11-01.'

test.each<[BrokerOptions, message: string]>([
  [{ url: 'broker.example.com' }, 'The address of a Pact Broker begins with http(s)://.'],
  [{ url: 'http://127.0.0.1:1', publish: true }, 'requires the version of the provider: set --provider-version'],
  [{ publish: true, providerVersion: 'p1' }, 'requires a Pact Broker: set --broker, or --pact to the URL of a pact'],
  [{ url: 'http://127.0.0.1:1', includeWipPactsSince: 'yesterday' }, `"yesterday" ${NO_DATE}`],
  [{ url: 'http://127.0.0.1:1', includeWipPactsSince: '2026-13-45' }, `"2026-13-45" ${NO_DATE}`],
])('%j is rejected as wrong usage', async (broker, message) => {
  const text = expect.stringContaining(message) as string
  await expect(verifyPacts(broker)).rejects.toMatchObject({ name: 'ToolError', exitCode: 2, message: text })
})

function failsAt(part: string, status: number) {
  return ({ method, path }: Asked) => (`${method} ${path}`.includes(part) ? status : undefined)
}

function returning(body: string): Promise<string> {
  return serveDuringTest(async (_, response) => void response.end(body))
}

function refused(message: RegExp): object {
  return { result: 'error', error: { exitCode: 3, message: expect.stringMatching(message) as string } }
}
