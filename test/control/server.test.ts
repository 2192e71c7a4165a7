import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exchange } from '../exchange.js'
import { PersistError } from '../../src/core/index.js'
import { controlledServer } from './controlled-server.js'

test('health says that the mock is up', async () => {
  const { control } = await controlledServer({ scenario: 'sparse' })
  expect((await control('GET /health')).body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptime: expect.toSatisfy((seconds) => seconds >= 0 && seconds < performance.now() / 1000),
    scenario: 'sparse',
    sandboxes: 1,
  })
})

test('without the token that is needed, health says no more than that the mock is up', async () => {
  const { control } = await controlledServer({ controlToken: 'sesame' })
  const response = await control('GET /health')
  expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { status: 'ok' } })
  expect((await control('HEAD /health')).status).toBe(200)
  const foreign = await control('GET /health', undefined, { origin: 'http://evil.example' })
  expect(foreign).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
})

test('health says that the mock is up to any host or none, but not to pages of others', async () => {
  const { control, server } = await controlledServer()
  for (const rest of ['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.1\r\nHost: a_cluster']) {
    const answer = await exchange(server.origin, `GET /__mock/health ${rest}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"status":"ok"\}\n$/)
  }
  expect((await control('GET /health', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('behind a tunnel that replaces Host the token admits the control panel, and the error says so', async () => {
  const tunnelled = {
    origin: 'https://shop-4010.app.github.dev',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': '203.0.113.9',
  }
  const { control } = await controlledServer({ controlToken: 'sesame' })
  const headers = { ...tunnelled, authorization: 'Bearer sesame' }
  expect(await control('GET /scenarios', undefined, headers)).toMatchObject({ status: 200 })
  const { body } = await (await controlledServer()).control('GET /scenarios', undefined, tunnelled)
  const message =
    'Pages of other origins and other machines cannot use the control API (it comes from 203.0.113.9). Start the mock with --control-token <token>, and send that.'
  expect(body).toEqual({ status: 403, code: 'foreign_origin', message })
})

test('bodies are read in a test of jsdom, where Uint8Array is not that of Node', async () => {
  const { control } = await controlledServer()
  vi.stubGlobal('Uint8Array', class extends Uint8Array {})
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await control('POST /sandboxes', { name: 'shop' })).body).toMatchObject({ name: 'shop' })
})

test('the index links to what can be read', async () => {
  const { control, server } = await controlledServer()
  const { status, body } = await control('GET ')
  expect({ status, body }).toMatchObject({ status: 200, body: { baseUrl: server.baseUrl } })
  const { headers, ...head } = await control('HEAD ')
  expect([head, headers['content-type']]).toEqual([{ status: 200 }, 'application/json; charset=utf-8'])
  const own = ['openapi.json', 'health', 'scenarios', 'events', 'sandboxes'].map((path) => `/__mock/${path}`)
  expect((body as { links: { href: string }[] }).links.map(({ href }) => href)).toEqual([...own, '/openapi.yaml'])
})

test('the scenarios are listed with their counts, and each says what it is good for', async () => {
  const { control } = await controlledServer()
  const { body } = await control('GET /scenarios')
  expect((body as { description?: string }[]).filter(({ description = '' }) => description === '')).toEqual([])
  expect(body).toContainEqual({
    name: 'shipped',
    title: 'Shipped orders',
    description: 'None of them can be cancelled.',
    counts: { pending: 0, shipped: 3, cancelled: 0 },
  })
})

test('the control API describes itself, and every described operation is there', async () => {
  const { control } = await controlledServer()
  const { body } = await control('GET /openapi.json')
  const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> }
  expect(openapi).toBe('3.1.0')
  for (const [path, item] of Object.entries(paths)) {
    const target = path.replace('{sandbox}', 'main').replace('{id}', '1')
    const methods = Object.keys(item).filter((method) => method !== 'parameters')
    const { status, headers } = await control(`TRACE ${target}`)
    const allow = headers['allow']?.toLowerCase().split(', ')
    const described = allow?.filter((method) => method !== 'head').toSorted()
    expect({ path, status, described }).toEqual({ path, status: 405, described: methods.toSorted() })
  }
})

test('a body above 16 MiB is rejected with 413, one below is read', async () => {
  const { control } = await controlledServer()
  const most = 16 * 1024 * 1024
  expect(await control('POST /sandboxes/main/orders', '{}'.padEnd(most))).toMatchObject({ status: 201 })
  expect(await control('POST /sandboxes/main/orders', '{}'.padEnd(most + 1))).toMatchObject({
    status: 413,
    body: { code: 'body_too_large', status: 413 },
  })
})

const PATHS = 'The API is at /v1, its OpenAPI description at /openapi.yaml, and the control API at /__mock.'
const NO_NAME = 'name: must be letters, digits, ".", "_" and "-", 100 at most'
const STATES =
  'no orders, a pending order, a shipped order, a cancelled order, an unknown order id, an order with every field, an order with a large id, many orders, a pet, and the names and titles of scenarios'

test.each([
  ['GET /nothing', 404, 'route_not_found', `Path not found: /__mock/nothing. ${PATHS}`],
  ['GET /sandboxes/main/requests/7', 404, 'request_not_found', 'There is no request 7 in the journal.'],
  ['GET /scenarios?a=1', 400, 'invalid_request', 'a: this operation has no query parameters'],
  ['GET /sandboxes/%/orders', 400, 'invalid_request', "The request cannot be read: Failed to decode param '%'."],
  ['PUT /sandboxes/main/clock', 400, 'invalid_request', '(top): a JSON body is required'],
  ['PUT /health', 405, 'method_not_allowed', 'PUT is not allowed on /__mock/health. Use one of GET, HEAD.'],
  ['POST /provider-states?sandbox=. {"state":"a pet"}', 400, 'invalid_request', NO_NAME],
  ['GET /sandboxes/main/requests/next?timeout=12ms', 408, 'no_request', 'No such request came within 0.012 s.'],
  ['GET /sandboxes/main/requests/next?timeout=11m', 400, 'invalid_request', 'timeout: must be from 0 to 10 minutes'],
  [
    'POST /provider-states {"state":"a pending ordr"}',
    501,
    'unknown_state',
    `Unknown provider state "a pending ordr". Did you mean a pending order? Available: ${STATES}.`,
  ],
])('%s returns %i with the code %s', async (line, status, code, message) => {
  const { control } = await controlledServer()
  const [, request = '', content] = /^(\S+ \S+) ?(.*)$/.exec(line) ?? []
  const { headers, ...rejected } = await control(request, content)
  expect(rejected).toEqual({ status, body: { code, message, status } })
  expect(headers['location']).toBeUndefined()
})

test.each([
  ['a page of another origin', { origin: 'http://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page on another port', { origin: 'http://127.0.0.1:1' }],
  ['a page of another site, by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }],
  ['a page of the same site but another origin', { 'sec-fetch-site': 'same-site' }],
  ['a name that DNS rebinding made lead here', { host: 'evil.example' }],
  ['an address of the network', { host: '192.168.1.7:4010' }],
  ['a name that only looks like this machine', { host: '127.0.0.1.evil.example' }],
  ['another machine behind a proxy', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }],
])('%s gets 403 from the control API, and changes nothing', async (_, headers) => {
  const { control } = await controlledServer()
  const { status, headers: answered, body } = await control('POST /sandboxes/main/orders', {}, headers)
  expect({ status, body, cors: answered['access-control-allow-origin'] }).toEqual({
    status: 403,
    body: { code: 'foreign_origin', message: expect.any(String), status: 403 },
    cors: undefined,
  })
  expect((await control('GET /sandboxes/main')).body).toMatchObject({ counts: { pending: 6 } })
})

test.each([
  ['two Host headers', '/__mock/scenarios', ['Host', '127.0.0.1', 'Host', 'evil.example'], 400],
  ['a foreign host in its target', 'http://evil.example/__mock/scenarios', ['Host', '127.0.0.1'], 403],
  ['this machine after a user name in its target', 'http://127.0.0.1@evil.example/__mock', ['Host', '127.0.0.1'], 403],
  ['this machine in its target', 'http://127.0.0.1/__mock/scenarios', ['Host', 'evil.example'], 200],
])('a request with %s gets the response of the host that it is for', async (_, path, headers, status) => {
  const { server } = await controlledServer()
  const { port } = new URL(server.origin)
  const [answered] = await once(get({ port, path, setHost: false, headers, agent: false }), 'response')
  expect((answered as IncomingMessage).resume().statusCode).toBe(status)
})

test('the server’s own page and tools without an origin may use the control API', async () => {
  const { control, server } = await controlledServer()
  for (const headers of [
    { origin: server.origin, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1, ::1' },
  ]) {
    expect(await control('GET /scenarios', undefined, headers)).toMatchObject({ status: 200 })
  }
})

test('a control token is asked for wherever one is set', async () => {
  const { control, api } = await controlledServer({ controlToken: 'sesame' })
  const message =
    'Send the control token in the header "Authorization: Bearer <token>". The server prints the token when it starts, unless it was set with --control-token.'
  const wrong = ['Bearer sesam', 'Bearer Sesame', 'Bearer sesame2', 'Basic sesame', 'Bearer test-key']
  for (const sent of [{}, ...wrong.map((authorization) => ({ authorization }))]) {
    const { status, headers, body } = await control('GET /scenarios', undefined, sent)
    expect({ status, challenge: headers['www-authenticate'], body }).toEqual({
      status: 401,
      challenge: 'Bearer realm="orders-mock control"',
      body: { code: 'missing_control_token', message, status: 401 },
    })
  }
  const right = { authorization: 'bearer sesame' }
  for (const more of [{}, { host: 'host.docker.internal:4010' }, { 'x-real-ip': '203.0.113.9' }])
    expect(await control('GET /scenarios', undefined, { ...right, ...more })).toMatchObject({ status: 200 })
  expect(await api('GET /store/orders')).toMatchObject({ status: 200 })
})

test('a host that others reach gets a token without being asked', async () => {
  const { control, server } = await controlledServer({ host: '0.0.0.0' })
  expect(server.controlToken).toMatch(/^[\w-]{32}$/)
  expect(await control('GET /scenarios')).toMatchObject({ status: 401 })
  const headers = { authorization: `Bearer ${server.controlToken}`, host: 'mock.internal:4010' }
  expect(await control('GET /scenarios', undefined, headers)).toMatchObject({ status: 200 })
})

test('events tell what happens while it happens, of one sandbox if asked', async () => {
  const { control, api, server } = await controlledServer()
  const all = await follow(`${server.origin}/__mock/events`)
  const one = await follow(`${server.origin}/__mock/events?sandbox=shipped`)
  await api('DELETE /store/orders/1')
  await api('DELETE /store/orders/1', 'test-key~shipped')
  await control('POST /sandboxes/main/reset')
  await expect.poll(() => all().length).toBe(5)
  expect(all()).toMatchObject([
    { type: 'order', sandbox: 'main', change: 'cancelled', orderId: '1', order: { id: 1, status: 'cancelled' } },
    { type: 'request', sandbox: 'main', entry: { status: 204 } },
    { type: 'sandbox', sandbox: 'shipped', change: 'created' },
    { type: 'request', sandbox: 'shipped', entry: { status: 409 } },
    { type: 'sandbox', sandbox: 'main', change: 'reset' },
  ])
  await expect.poll(() => one().length).toBe(2)
  expect(one()).toMatchObject([{ change: 'created' }, { type: 'request', sandbox: 'shipped' }])
})

test('a page that forgets the /v1 gets to read that it is missing', async () => {
  const { server } = await controlledServer()
  const preflight = await fetch(`${server.origin}/store/orders`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://shop.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })
  const headers = { 'access-control-request-method': 'GET', origin: 'http://shop.example' }
  const readable = { 'access-control-allow-origin': headers.origin, 'access-control-allow-credentials': 'true' }
  const allowed = { ...readable, 'access-control-allow-headers': 'authorization' }
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([204, allowed])
  const answer = await fetch(`${server.origin}/store/orders`, { headers })
  expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([404, readable])
})

test('a provider state adds what it promises, and returns the values to build the request with', async () => {
  const { control, server } = await controlledServer({ scenario: { faults: [{ kind: 'hang' }] } })
  const given: unknown[] = []
  for (const state of [
    ['', 'a shipped order', 'no orders', 'a pending order', 'a shipped order', 'a cancelled order'],
    [
      'an unknown order id',
      'an order with every field',
      'an order with a large id',
      'an order with a large id',
      'a pet',
      'a pet',
    ],
  ].flat())
    given.push((await control('POST /provider-states', { state, action: 'setup' })).body)
  const large = ['9007199254740993', '9007199254740994']
  const orderIds = [1, 2, 3, 404000000000, 4, ...large].map((orderId) => ({ orderId }))
  expect(given).toEqual([{}, { orderId: 1 }, {}, ...orderIds, { petId: 11 }, { petId: 11 }])
  const full = { petId: 11n, quantity: 2, shipDate: expect.any(String), complete: false }
  const { orders, pets, faults } = server.mock.sandbox().state()
  expect([faults, orders, pets]).toEqual([
    [{ kind: 'hang' }],
    [
      { id: 1n, quantity: 1, status: 'pending' },
      { id: 2n, quantity: 1, status: 'shipped' },
      { id: 3n, quantity: 1, status: 'cancelled' },
      { id: 4n, ...full, status: 'pending' },
      ...large.map((id) => ({ id: BigInt(id), quantity: 1, status: 'pending' })),
    ],
    [{ id: 11 }],
  ])
  await control('POST /provider-states', { state: 'many orders', params: { count: 300 } })
  // And the cancelled one.
  expect(server.mock.sandbox().orders.all()).toHaveLength(301)
})

test.each([
  ['-1', 400],
  ['1.5', 400],
  ['100001', 400],
  ['"many"', 400],
  ['6', 200],
  ['0', 200],
])('"many orders" with the count %s returns %i and leaves the orders that are there', async (count, status) => {
  const { control, server } = await controlledServer({ scenario: 'pending' })
  const before = server.mock.sandbox().orders.all()
  const reply = await control('POST /provider-states', `{"state":"many orders","params":{"count":${count}}}`)
  const message = 'params.count: must be a whole number up to 100000'
  const expected = status === 200 ? {} : { code: 'invalid_request', message, status }
  expect([reply.status, reply.body]).toEqual([status, expected])
  expect(server.mock.sandbox().orders.all().slice(0, before.length)).toEqual(before)
})

test('a body that is not UTF-8 is rejected', async () => {
  const { server } = await controlledServer()
  const body = Uint8Array.of(0x22, 0xe9, 0x22)
  const response = await fetch(`${server.origin}/__mock/sandboxes/main/orders`, { method: 'POST', body })
  const message = '(top): the body is not JSON: it is not UTF-8'
  expect(await response.json()).toEqual({ code: 'invalid_request', message, status: 400 })
})

test('a change that cannot be persisted, and a failure of the mock, are errors with 500 that say so', async () => {
  const { control, server } = await controlledServer()
  server.mock.persistTo({ write: failing(new PersistError('disk full')), remove: () => {} })
  expect(await control('POST /sandboxes/main/orders', {})).toMatchObject({
    status: 500,
    body: { code: 'change_not_kept', message: expect.stringContaining('disk full'), status: 500 },
  })
  vi.spyOn(server.mock, 'scenario').mockImplementation(failing(new Error('out of order')))
  const message = 'The mock failed: out of order. Please report it.'
  expect(await control('GET /scenarios')).toMatchObject({
    status: 500,
    body: { code: 'internal_error', message, status: 500 },
  })
})

test('a provider state that is the name or the title of a scenario resets the sandbox to it', async () => {
  const scenarios = { 'two-orders': { title: 'two orders on a Monday', orders: [{ id: 1 }, { id: 2 }] } }
  const { control, api } = await controlledServer({ scenarios })
  for (const state of ['two orders on a Monday', 'two-orders']) {
    await control('POST /sandboxes/main/reset', { scenario: 'empty' })
    expect(await control('POST /provider-states', { state, action: 'setup' })).toMatchObject({ status: 200, body: {} })
    expect((await api('GET /store/orders')).body).toEqual([{ id: 1 }, { id: 2 }])
  }
  await api('DELETE /store/orders/1')
  const teardown = await control('POST /provider-states', { state: 'two-orders', action: 'teardown' })
  expect(teardown).toMatchObject({ status: 200, body: {} })
  expect((await control('GET /sandboxes/main')).body).toMatchObject({ counts: { pending: 1, cancelled: 1 } })
})

test('a provider state creates the sandbox that its request names', async () => {
  const { control, api } = await controlledServer({ scenario: 'shipped' })
  const states = '/provider-states?sandbox=pact-7'
  expect(await control(`POST ${states}`, { state: 'a pending order' })).toMatchObject({ body: { orderId: 4 } })
  expect((await api('GET /store/orders', 'test-key~~pact-7')).body).toHaveLength(4)
  expect((await api('GET /store/orders')).body).toHaveLength(3)
})

function failing(error: Error) {
  return () => {
    throw error
  }
}

/** Follows a stream of events; the function that it returns tells those that have come. */
async function follow(url: string): Promise<() => unknown[]> {
  const { body, headers } = await fetch(url)
  expect(headers.get('content-type')).toBe('text/event-stream')
  let text = ''
  const stream = new WritableStream<string>({ write: (chunk) => void (text += chunk) })
  const decoded = body?.pipeThrough(new TextDecoderStream())
  // The server ends with the test.
  decoded?.pipeTo(stream).catch(() => {})
  return () => Array.from(text.matchAll(/^data: (.*)\n/gm), ([, data = '']) => JSON.parse(data) as unknown)
}
