import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyProvider, type CheckResult, type VerificationReport, type VerifyOptions } from 'orders-mock/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningProvider } from '../providers/running-provider.js'
import { startSmallProvider } from '../providers/small-provider.js'

// Pacts of other consumers, of any version of the specification. The built package runs them.

let provider: RunningProvider
beforeAll(async () => {
  provider = await startSmallProvider()
})
afterAll(() => provider.close())

const LIST = { method: 'GET', path: '/store/orders', headers: { Authorization: 'Bearer some-example' } }

test.each([
  ['2.0.0', { providerState: 'no orders' }],
  ['3.0.0', { providerStates: [{ name: 'no orders' }] }],
])('a pact of version %s is verified with the key of the run', async (version, state) => {
  const interaction = { description: 'a list', ...state, request: LIST, response: { status: 200, body: [] } }
  expect(await verify(version, [interaction])).toMatchObject([
    { id: 'pact.a-shop.a-list', result: 'passed', clause: 'List orders', states: ['no orders'] },
  ])
})

test('what differs is told with what was expected, what came, and how to get it again', async () => {
  const response = { status: 201, headers: { 'X-Total': '0' }, body: { orders: [] } }
  const [check] = await verify('3.0.0', [{ description: 'a list', request: LIST, response }])
  expect(check).toMatchObject({
    result: 'failed',
    curl: expect.stringContaining('"Authorization: Bearer $ORDERS_MOCK_KEY"') as string,
    name: 'a-shop: a list is answered with 201',
    message:
      "The status is 200, not 201; header X-Total: Expected a header 'X-Total' but was missing; " +
      'the body: Type mismatch: Expected [] (Array) to be the same type as {"orders":[]} (Object).',
    expected: 'status 201\nheader X-Total: "0"\nthe body: {"orders":[]}',
  })
  expect(check?.actual).toContain('status 200\ncontent-type: application/json')
})

test('the same description twice is two results', async () => {
  const interaction = { description: 'a list', request: LIST, response: { status: 200 } }
  const checks = await verify('3.0.0', [interaction, { ...interaction, providerStates: [{ name: 'no orders' }] }])
  expect(checks.map(({ id }) => id)).toEqual(['pact.a-shop.a-list', 'pact.a-shop.a-list-2'])
})

test('2.0 is an integer, unless the pact wants a decimal number', async () => {
  const spelled = await startSmallProvider((usual) => ({
    listOrders: () => ({ ...usual.json(200, []), body: '[{"id":2.0,"text":"2.0 \\" 3.0"}]' }),
  }))
  const interactions = [
    { description: 'an integer', request: LIST, response: wants('integer', { id: 7, text: '2.0 " 3.0' }) },
    { description: 'a decimal', request: LIST, response: wants('decimal', { id: 7.5 }) },
  ]
  const pact = await file(JSON.stringify(pactOf('3.0.0', interactions)))
  const { baseUrl, apiKey: key } = spelled
  const { checks } = await report(pact, { baseUrl, key, states: undefined })
  await spelled.close()
  expect(checks.map(({ result }) => result)).toEqual(['passed', 'passed'])
})

test('a redirect is a wrong status, and is not followed', async () => {
  const redirecting = await startSmallProvider((usual) => ({
    listOrders: () => ({ ...usual.json(302, []), headers: { location: '/login' } }),
  }))
  const interaction = { description: 'a list', request: LIST, response: { status: 200 } }
  const pact = await file(JSON.stringify(pactOf('3.0.0', [interaction])))
  const { baseUrl, apiKey: key } = redirecting
  const { checks } = await report(pact, { baseUrl, key, states: undefined })
  await redirecting.close()
  expect(checks).toMatchObject([{ result: 'failed', message: 'The status is 302, not 200.' }])
})

test('of a long list the first elements and those of the states are compared', async () => {
  const COUNT = 40_000
  const long = await startSmallProvider((usual) => ({
    listOrders: () =>
      usual.json(
        200,
        Array.from({ length: COUNT }, (_, id) => ({ id, note: 'x'.repeat(30) })),
      ),
  }))
  const [shown] = [{ id: COUNT - 1 }]
  const variants = [{ index: 0, contents: shown, rules: {} }]
  const matchingRules = { body: { $: { matchers: [{ match: 'arrayContains', variants }] } } }
  const response = { status: 200, body: [{ id: COUNT - 1 }], matchingRules }
  const state = { name: 'an unknown order id' }
  const pact = await file(
    JSON.stringify(
      pactOf('4.0', [
        { type: 'Synchronous/HTTP', description: 'a list', request: LIST, response, providerStates: [state] },
      ]),
    ),
  )
  const states = await file(JSON.stringify({ [state.name]: { orderId: `${COUNT - 1}` } }))
  const { checks } = await report(pact, { baseUrl: long.baseUrl, key: long.apiKey, states })
  await long.close()
  expect(checks).toMatchObject([{ result: 'passed' }])
})

test.each(['000', '099'])('the status %s is no answer', async (status) => {
  const server = createTcpServer((socket) => {
    socket.on('data', () => socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n[]`))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const pact = await file(
    JSON.stringify(pactOf('3.0.0', [{ description: 'a list', request: LIST, response: { status: 200 } }])),
  )
  const { checks } = await report(pact, { baseUrl, states: undefined })
  server.close()
  expect(checks).toMatchObject([{ result: 'failed', message: `There was no answer: its status is ${status}.` }])
})

test('a pact may come from a URL', async () => {
  const pact = pactOf('3.0.0', [{ description: 'a list', request: LIST, response: { status: 200 } }])
  const server = createServer((_, response) => response.end(JSON.stringify(pact)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pact.json`
  expect(await run(url)).toMatchObject([{ id: 'pact.a-shop.a-list', result: 'passed' }])
  server.close()
})

test('messages are skipped by name, for HTTP cannot verify them', async () => {
  const event = { type: 'Asynchronous/Messages', description: 'an event', contents: {} }
  const call = { type: 'Synchronous/Messages', description: 'a call', request: {}, response: [{}] }
  const list = { type: 'Synchronous/HTTP', description: 'a list', request: LIST, response: { status: 200 } }
  const plugin = { ...list, description: 'a call of a plugin', transport: 'grpc' }
  const checks = await verify('4.0', [event, call, plugin, list])
  expect(checks[0]?.name).toBe('a-shop: an event')
  expect(checks.map(({ id, result, message }) => ({ id, result, message }))).toEqual([
    {
      id: 'pact.a-shop.an-event',
      result: 'skipped',
      message: 'it is an asynchronous message, which no HTTP request can verify',
    },
    {
      id: 'pact.a-shop.a-call',
      result: 'skipped',
      message: 'it is a synchronous message, which no HTTP request can verify',
    },
    { id: 'pact.a-shop.a-call-of-a-plugin', result: 'skipped', message: 'it needs the transport "grpc"' },
    { id: 'pact.a-shop.a-list', result: 'passed', message: undefined },
  ])
})

test('a pact of messages alone (version 3) checks nothing, and says so', async () => {
  const { interactions, ...pact } = pactOf('3.0.0', [])
  const messages = [{ description: 'an event', contents: {} }]
  expect(await report(await file(JSON.stringify({ ...pact, messages })))).toMatchObject({
    result: 'error',
    error: { exitCode: 2 },
    checks: [{ id: 'pact.a-shop.an-event', result: 'skipped' }],
  })
  expect(interactions).toEqual([])
})

test('a pact of another provider is refused by its name', async () => {
  const pact = { ...pactOf('3.0.0', []), provider: { name: 'pets' } }
  await expect(run(await file(JSON.stringify(pact)))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /it is a pact with "pets", not with "store-orders-service".*--provider 'pets'\.$/,
    ) as string,
  })
})

test('own pacts stand beside the contract that ships with the package', async () => {
  const list = { description: 'a list', request: LIST, response: { status: 200 } }
  const pact = await file(JSON.stringify(pactOf('3.0.0', [list])))
  const { checks } = await report(pact, { defaultPact: true })
  const ids = checks.map(({ id }) => id)
  expect(ids).toContain('pact.a-request-to-cancel-a-pending-order')
  expect(ids.at(-1)).toBe('pact.a-shop.a-list')
})

test('a failure that is pending is a note, and fails nothing', async () => {
  const list = { type: 'Synchronous/HTTP', description: 'a list', request: LIST, response: { status: 200 } }
  const tea = { ...list, description: 'a tea', pending: true, response: { status: 418 } }
  const pact = await file(JSON.stringify(pactOf('4.0', [list, tea])))
  expect(await report(pact)).toMatchObject({
    result: 'pass',
    summary: { passed: 1, failed: 0 },
    checks: [
      { result: 'passed' },
      { result: 'note', message: 'Pending, so it fails nothing yet: The status is 200, not 418.' },
    ],
  })
})

test('the comments of an interaction are told', async () => {
  const list = { type: 'Synchronous/HTTP', description: 'a list', request: LIST, response: { status: 200 } }
  const comments = { text: ['for the overview page'], testname: 'overview.test.ts' }
  expect(await verify('4.0', [{ ...list, comments }])).toMatchObject([
    { comments: ['for the overview page', 'test: overview.test.ts'] },
  ])
})

test.each([
  ['no JSON', '{'],
  ['no pact', '{"orders":[]}'],
])('a file that is %s is refused', async (_, text) => {
  await expect(run(await file(text))).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

function wants(match: string, body: object): object {
  const rule = { matchers: [{ match }] }
  return { status: 200, body: [body], matchingRules: { body: { '$[0].id': rule } } }
}

function pactOf(version: string, interactions: readonly object[]) {
  const metadata = { pactSpecification: { version } }
  return { consumer: { name: 'a-shop' }, provider: { name: 'store-orders-service' }, interactions, metadata }
}

async function verify(version: string, interactions: readonly object[]): Promise<readonly CheckResult[]> {
  return run(await file(JSON.stringify(pactOf(version, interactions))))
}

async function run(pact: string): Promise<readonly CheckResult[]> {
  return (await report(pact)).checks
}

async function report(pact: string, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  return verifyProvider({ baseUrl, key, states, pacts: [pact], defaultPact: false, checks: ['pact'], ...options })
}

async function file(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'orders-pact-')), 'pact.json')
  await writeFile(path, text)
  return path
}
