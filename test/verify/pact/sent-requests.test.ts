import { text } from 'node:stream/consumers'
import { verifyProvider } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import { serveDuringTest } from '../providers/during-test.js'

// What of an interaction reaches the provider.

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

test('the query, headers and body of a request reach the provider as the consumer wrote them', async () => {
  const request = {
    method: 'POST',
    path: '/store/orders',
    query: { petId: ['1', '2 3'] },
    headers: { 'Content-Type': ['application/json'], 'X-Trace': ['a', 'b'], Accept: ['*/*'] },
    body: { contentType: 'application/json', encoded: false, content: { petId: 'ID', note: 'ü' } },
  }
  const exact = JSON.stringify(request).replace('"ID"', '9007199254740993')
  expect(await sentFor(exact)).toMatchObject({
    method: 'POST',
    url: '/v1/store/orders?petId=1&petId=2+3',
    headers: { 'content-type': 'application/json', 'x-trace': 'a, b', accept: '*/*' },
    body: '{"note":"ü","petId":9007199254740993}',
  })
})

test('headers that only Pact’s verifier adds do not', async () => {
  const sent = await sentFor('{ "method": "GET", "path": "/store/orders" }')
  expect(Object.keys(sent?.headers ?? {}).toSorted()).toEqual(['connection', 'host'])
})

test.each([
  ['/v1', '/v1/store/orders/7', '/v1/store/orders/7'],
  ['/v1', '/store/orders/7', '/v1/store/orders/7'],
  ['/v1', '/v10/store/orders', '/v1/v10/store/orders'],
  ['/shop/v1', '/shop/v1/store/orders', '/shop/v1/store/orders'],
  ['/shop/v1', '/v1/store/orders', '/shop/v1/store/orders'],
  ['', '/v1/store/orders', '/v1/store/orders'],
])('below the base path "%s", a pact’s path %s means %s', async (basePath, path, url) => {
  expect(await sentFor(`{ "method": "GET", "path": "${path}" }`, { basePath })).toMatchObject({ url })
})

test.each([
  [200, 'Bearer example', /^Bearer the-real-key$/],
  [404, 'bearer  example', /^bearer  the-real-key$/],
  // It stays wrong even where it is somebody else's valid key.
  [401, 'Bearer example', /^Bearer example-made-wrong$/],
  [200, 'Basic dXNlcjpwYXNz', /^Basic dXNlcjpwYXNz$/],
])('where %i is expected, the key %j is sent as %s', async (status, authorization, sent) => {
  const request = JSON.stringify({ method: 'GET', path: '/store/orders', headers: { Authorization: [authorization] } })
  expect((await sentFor(request, { status }))?.headers).toMatchObject({
    authorization: expect.stringMatching(sent) as string,
  })
})

test.each([
  ['Content-Length', '99'],
  ['content-length', '0'],
  ['Transfer-Encoding', 'chunked'],
  ['Expect', '100-continue'],
  ['Connection', 'close'],
  ['Host', 'elsewhere'],
])('a pact’s header %s: %s, which concerns the connection alone, is not sent', async (name, value) => {
  const request = { method: 'POST', path: '/store/orders', headers: { [name]: [value] }, body: { content: { a: 1 } } }
  const { body, headers } = (await sentFor(JSON.stringify(request))) ?? {}
  expect([body, headers?.[name.toLowerCase()] === value]).toEqual(['{"a":1}', false])
})

async function sentFor(request: string, { basePath = '/v1', status = 200 } = {}): Promise<Seen | undefined> {
  const seen: Seen[] = []
  const origin = await serveDuringTest(async (incoming, response) => {
    const { method, url, headers } = incoming
    seen.push({ method, url, headers, body: await text(incoming) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('[]')
  })
  const interaction = `{ "type": "Synchronous/HTTP", "description": "it", "request": ${request}, "response": { "status": ${status} } }`
  const head = '"consumer": { "name": "shop" }, "provider": { "name": "store-orders-service" }'
  const metadata = '"metadata": { "pactSpecification": { "version": "4.0" } }'
  const pact = temporaryFile('pact.json', `{ ${head}, "interactions": [${interaction}], ${metadata} }`)
  const what = { pacts: [pact], defaultPact: false, checks: ['pact'] } as const
  const { checks } = await verifyProvider({ baseUrl: origin + basePath, key: 'the-real-key', ...what })
  expect(checks).toMatchObject([{ result: 'passed' }])
  // The first request asks whether the key is valid.
  return seen.at(-1)
}
