import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifyProvider } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import { serveDuringTest } from '../providers/during-test.js'

const POST = { method: 'POST', path: '/store/orders' }

test.each(['POST', 'GET'])('query, headers and body of a %s reach the provider as in the pact', async (method) => {
  const request = {
    ...POST,
    method,
    query: { petId: ['1', '2 3'] },
    headers: { 'Content-Type': ['application/json'], 'X-Trace': ['a', 'b'], Accept: ['*/*'] },
    body: { contentType: 'application/json', encoded: false, content: { petId: 'ID', note: 'ü' } },
  }
  const exact = JSON.stringify(request).replace('"ID"', '9007199254740993')
  expect(await sentFor([exact])).toMatchObject([
    {
      method,
      url: '/v1/store/orders?petId=1&petId=2+3',
      headers: { 'content-type': 'application/json', 'x-trace': 'a, b', accept: '*/*' },
      body: '{"note":"ü","petId":9007199254740993}',
    },
  ])
})

test.each([
  [
    '/v1',
    ['/v1/store/orders/7', '/store/orders/7', '/v10/store/orders'],
    ['/v1/store/orders/7', '/v1/store/orders/7', '/v1/v10/store/orders'],
  ],
  ['/shop/v1', ['/shop/v1/store/orders', '/v1/store/orders'], ['/shop/v1/store/orders', '/shop/v1/store/orders']],
  ['', ['/v1/store/orders'], ['/v1/store/orders']],
])('below the base path "%s", the paths %j of a pact mean %j', async (basePath, paths, urls) => {
  const requests = paths.map((path) => JSON.stringify({ method: 'GET', path }))
  const sent = await sentFor(requests, { basePath })
  // Others are added by Pact's verifier alone.
  const headers = ['connection', 'host']
  expect(sent.map((each) => [each.url, Object.keys(each.headers).toSorted()])).toEqual(
    urls.map((url) => [url, headers]),
  )
})

test.each([
  [200, ['Bearer example', 'Basic dXNlcjpwYXNz'], ['Bearer the-real-key', 'Basic dXNlcjpwYXNz']],
  [404, ['bearer  example'], ['bearer  the-real-key']],
  // It stays wrong even where it is somebody else's valid key.
  [401, ['Bearer example'], ['Bearer example-made-wrong']],
])('where %i is expected, the keys %j are sent as %j', async (status, keys, sent) => {
  const requests = keys.map((key) => JSON.stringify({ ...POST, headers: { Authorization: [key] } }))
  expect((await sentFor(requests, { status })).map(({ headers }) => headers['authorization'])).toEqual(sent)
})

test('headers of a pact that concern the connection alone are not sent', async () => {
  const fields = {
    'Content-Length': '99',
    'content-length': '0',
    'Transfer-Encoding': 'chunked',
    Expect: '100-continue',
    // The verifier itself sends `close` or `keep-alive`, as serves better.
    Connection: 'x-hop',
    Host: 'elsewhere',
  }
  const requests = Object.entries(fields).map(([name, value]) =>
    JSON.stringify({ ...POST, headers: { [name]: [value] }, body: { content: { a: 1 } } }),
  )
  const sent = await sentFor(requests)
  expect(sent.map(({ body }) => body)).toEqual(requests.map(() => '{"a":1}'))
  const reached = Object.entries(fields).filter(([name, value], at) => sent[at]?.headers[name.toLowerCase()] === value)
  expect(reached).toEqual([])
})

/** What the provider gets for each of these requests, in one run. */
async function sentFor(requests: readonly string[], { basePath = '/v1', status = 200 } = {}) {
  const seen: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = []
  const origin = await serveDuringTest(async (incoming, response) => {
    const { method, url, headers } = incoming
    seen.push({ method, url, headers, body: await text(incoming) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('[]')
  })
  const interactions = requests.map(
    (request, index) =>
      `{ "type": "Synchronous/HTTP", "description": "${index}", "request": ${request}, "response": { "status": ${status} } }`,
  )
  const head = '"consumer": { "name": "shop" }, "provider": { "name": "store-orders-service" }'
  const metadata = '"metadata": { "pactSpecification": { "version": "4.0" } }'
  const pact = temporaryFile('pact.json', `{ ${head}, "interactions": [${interactions.join()}], ${metadata} }`)
  const what = { pacts: [pact], defaultPact: false, checks: ['pact'], timeoutMs: 60_000 } as const
  const { checks } = await verifyProvider({ baseUrl: origin + basePath, key: 'the-real-key', ...what })
  expect(checks.map(({ result }) => result)).toEqual(requests.map(() => 'passed'))
  // The first request asks whether the key is valid.
  return seen.slice(-requests.length)
}
