import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyProvider, type CheckResult } from 'orders-mock/verify'
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
    { id: 'pact.a-list', result: 'passed', clause: 'List orders', states: ['no orders'] },
  ])
})

test('what differs is told with what was expected, what came, and how to get it again', async () => {
  const response = { status: 201, headers: { 'X-Total': '0' }, body: { orders: [] } }
  const [check] = await verify('3.0.0', [{ description: 'a list', request: LIST, response }])
  expect(check).toMatchObject({
    result: 'failed',
    curl: expect.stringContaining('"Authorization: Bearer $ORDERS_MOCK_KEY"') as string,
  })
  expect(check?.message).toContain('the status is 200, not 201')
  expect(check?.message).toContain('X-Total')
  expect(check?.expected).toContain('status 201')
  expect(check?.actual).toContain('status 200\ncontent-type: application/json')
})

test('the same description twice is two results', async () => {
  const interaction = { description: 'a list', request: LIST, response: { status: 200 } }
  const checks = await verify('3.0.0', [interaction, { ...interaction, providerStates: [{ name: 'no orders' }] }])
  expect(checks.map(({ id }) => id)).toEqual(['pact.a-list', 'pact.a-list-2'])
})

test('a pact may come from a URL', async () => {
  const pact = pactOf('3.0.0', [{ description: 'a list', request: LIST, response: { status: 200 } }])
  const server = createServer((_, response) => response.end(JSON.stringify(pact)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pact.json`
  expect(await run(url)).toMatchObject([{ id: 'pact.a-list', result: 'passed' }])
  server.close()
})

test('a message in a pact is skipped, for HTTP cannot verify it', async () => {
  const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {} }
  const list = { type: 'Synchronous/HTTP', description: 'a list', request: LIST, response: { status: 200 } }
  expect((await verify('4.0', [message, list])).map(({ result }) => result)).toEqual(['skipped', 'passed'])
})

test.each([
  ['no JSON', '{'],
  ['no pact', '{"orders":[]}'],
])('a file that is %s is refused', async (_, text) => {
  await expect(run(await file(text))).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

function pactOf(version: string, interactions: readonly object[]): object {
  const metadata = { pactSpecification: { version } }
  return { consumer: { name: 'a-shop' }, provider: { name: 'orders' }, interactions, metadata }
}

async function verify(version: string, interactions: readonly object[]): Promise<readonly CheckResult[]> {
  return run(await file(JSON.stringify(pactOf(version, interactions))))
}

async function run(pact: string): Promise<readonly CheckResult[]> {
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  return (await verifyProvider({ baseUrl, key, states, pacts: [pact], checks: ['pact'] })).checks
}

async function file(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'orders-pact-')), 'pact.json')
  await writeFile(path, text)
  return path
}
