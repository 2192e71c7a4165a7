import { spawnSync } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/server/index.js'

const MAIN = new URL('../../dist/bin/main.js', import.meta.url).pathname

/** Characters of 2,000 tokens of JSON. */
const MAX_CHARACTERS = 6000

/** For tests that change a sandbox of their own, or none. */
const agent = await connect()
afterAll(agent.end)

test('there are at most eight tools, which say what they are for', async () => {
  const { client } = agent
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'create_sandbox',
    'look',
    'change_orders',
    'change_conditions',
    'go_back',
    'read_contract',
    'verify_provider',
  ])
  for (const { description } of tools) expect(description).toMatch(/^[A-Z].*\.$/s)
  expect(client.getInstructions()).toContain('Make a sandbox first')
  expect(JSON.stringify(tools).length).toBeLessThan(2 * MAX_CHARACTERS)
})

test('an agent makes a sandbox, sees why a request was refused, and goes back to before it', async () => {
  const { use } = agent
  const made = await use('create_sandbox', {
    name: 'shop',
    orders: [{ id: 1 }, { id: '9007199254740993', status: 'shipped' }],
  })
  const [, key = '', url = ''] = /Bearer (\S+)' '(\S+)'/.exec(made) ?? []
  const cancel = (id: string) =>
    fetch(`${url}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
  await cancel('9007199254740993')
  await cancel('1')
  expect(await use('look', { sandbox: 'shop', what: 'requests' })).toBe(
    `Requests, newest first (2):
2: DELETE /store/orders/1 204: the order was pending and is now cancelled
1: DELETE /store/orders/9007199254740993 409: order 9007199254740993 has shipped`,
  )
  expect(await use('look', { sandbox: 'shop', what: 'orders', status: 'shipped' })).toBe(
    'Orders (1):\n{"id":9007199254740993,"status":"shipped"}',
  )
  expect(await use('go_back', { sandbox: 'shop', to: 'before_request', id: 2 })).toContain(
    '1 pending, 1 shipped, 0 cancelled',
  )
})

test.each(['../../victim', '..', '%2e%2e'])(
  'an agent cannot name another sandbox by the order id %j',
  async (orderId) => {
    const { use, client } = agent
    await use('create_sandbox', { name: 'victim' }).catch(() => {})
    const result = await client.callTool({ name: 'change_orders', arguments: { action: 'remove', orderId } })
    expect(result.isError).toBe(true)
    expect(await use('look', { what: 'sandboxes' })).toContain('"victim"')
  },
)

test('orders, clock and faults are changed, and each change can be taken back', async () => {
  const { use } = await connectDuringTest('--scenario', 'empty')
  expect(await use('change_orders', { action: 'add', order: { petId: 11, shipAfter: 'P1D' } })).toMatch(
    /^Added: \{"id":1,"petId":11,"status":"pending","shipAfter":"P/,
  )
  expect(await use('change_orders', { action: 'change', orderId: 1, order: { petId: null } })).not.toContain('petId')
  const faults = [{ kind: 'status', status: 503, times: 1 }]
  expect(await use('change_conditions', { advance: 'P2D', frozen: true, faults })).toMatch(
    /^The clock stands still at \S+\. Faults \(1\):\n\{"kind":"status","status":503,"times":1\b/,
  )
  expect(await use('look', {})).toContain('"shipped":1')
  expect(await use('go_back', { to: 'before_newest_change' })).toContain('"change":"faults"')
  expect(await use('change_orders', { action: 'remove', orderId: 1 })).toContain('go_back')
  expect(await use('look', { what: 'history' })).toContain('"change":"removed"')
  expect(await use('go_back', { to: 'start', scenario: 'pending' })).toContain('from the scenario "pending"')
})

test('an impossible request is refused with the next step', async () => {
  const { call } = agent
  for (const [tool, request, message] of [
    ['change_orders', { action: 'ship', orderId: 404 }, /404.*Next: `look` lists .*"orders"/],
    ['change_orders', { action: 'ship' }, /Which order\? Give "orderId"/],
    ['change_orders', { action: 'add', order: { id: 2 ** 53 } }, /write ids beyond 2\^53 in quotes/],
    ['change_orders', { action: 'add', order: { quantitty: 1 } }, /quantitty.*quantity/],
    ['change_orders', { action: 'sell' }, /action: .*ship/],
    ['look', { sandbox: 'nowhere' }, /nowhere.*`create_sandbox` makes a sandbox/],
    ['look', { sandboxes: 'main' }, /sandboxes.*sandbox/],
    ['change_conditions', { faults: [{ kind: 'explode' }] }, /kind/],
    ['go_back', { to: 'before_request' }, /Give "id": `look` at "requests"/],
    ['create_sandbox', { scenario: 'shiped' }, /"shiped".*shipped/],
    ['verify_provider', { baseUrl: 'localhost' }, /http:\/\/localhost:8080\/v1/],
  ] as const) {
    const answer = await call(tool, request)
    expect({ tool, request, ...answer }).toEqual({ tool, request, isError: true, text: expect.stringMatching(message) })
  }
})

test('answers stay below 2,000 tokens, and say how to see the rest', async () => {
  const { use } = await connectDuringTest('--scenario', 'large')
  const orders = await use('look', { what: 'orders', limit: 100 })
  expect(orders).toMatch(/^Orders \(10,000\):\n[^]*… and [\d,]+ more\. Narrow it down with "status"/)
  const texts = [orders]
  const files = ['openapi.yaml', 'assumptions.md', 'provider-states.md', 'testers.md', 'consumers.md', 'verify.md']
  for (const file of files) texts.push(await use('read_contract', { file }))
  expect(texts.filter((text) => text.length > MAX_CHARACTERS || text.length < 100)).toEqual([])
  expect(await use('read_contract', { file: 'assumptions.md', page: 2 })).not.toContain('… page')
})

test('with --url it acts on a running mock, and an agent that looks into the wrong sandbox is warned', async () => {
  await using server = await startServer({ controlToken: 'secret' })
  await server.mock.fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: 'Bearer test-key~shipped' } })
  const { use } = await connectDuringTest('--url', server.origin, '--control-token', 'secret')
  expect(await use('look', { what: 'requests' })).toBe(
    'No matching requests in "main". No requests came to the sandbox "main", but some to "shipped": the API key chooses the sandbox.',
  )
  const { call } = await connectDuringTest('--url', server.origin)
  expect((await call('look', {})).text).toContain('Configure this server with --control-token')
  await server.close()
  expect((await call('look', {})).text).toContain('Is the mock running there?')
})

test('a provider is verified', async () => {
  await using server = await startServer()
  const { use } = agent
  const states = `${server.origin}/__mock/provider-states`
  const request = { baseUrl: server.baseUrl, states, checks: ['openapi'], seconds: 30 }
  expect(await use('verify_provider', request)).toMatch(/^pass: \d+ passed, 0 failed/)
  server.mock.sandbox().faults.set([{ kind: 'status', status: 500, operation: 'listOrders' }])
  const found = await use('verify_provider', { baseUrl: server.baseUrl, checks: ['openapi'] })
  expect(found).toMatch(/^fail: [^]*\n1\) openapi: [^]*curl/)
})

test('it ends with 0 when the editor hangs up, and has written nothing but the protocol', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mcp'], { input: '', encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

interface Connection {
  readonly client: Client
  /** Calls a tool that is to succeed. */
  readonly use: (tool: string, request: object) => Promise<string>
  readonly call: (tool: string, request: object) => Promise<{ isError: boolean; text: string }>
  readonly end: () => Promise<void>
}

async function connectDuringTest(...args: string[]): Promise<Connection> {
  const connection = await connect(...args)
  onTestFinished(connection.end)
  return connection
}

/** Starts the command as an editor does; what it writes must be the protocol and nothing else. */
async function connect(...args: string[]): Promise<Connection> {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  const strange: Error[] = []
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args] })
  Object.assign(client, { onerror: (error: Error) => strange.push(error) })
  await client.connect(transport)
  const end = async () => {
    await client.close()
    expect(strange).toEqual([])
  }
  const call = async (name: string, request: object) => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...request } })
    const [{ text }] = content as [{ text: string }]
    return { isError: isError === true, text }
  }
  const use = async (name: string, request: object) => {
    const { isError, text } = await call(name, request)
    expect({ isError, text }).toEqual({ isError: false, text })
    return text
  }
  return { client, use, call, end }
}
