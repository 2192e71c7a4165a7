import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { callApi, freePort, serveHere, startHere, startOnTerminal, startServing } from './command.js'

function makeFixtures(): string {
  return temporaryFolder({
    'mine.yaml': 'title: Mine\norders: [ { id: 77 } ]\n',
    'empty.json': '{ "orders": [ { "id": 78 } ] }',
  })
}

async function list(server: { baseUrl: string }, key = 'test-key') {
  const response = await callApi(server, 'GET /store/orders', key)
  return { status: response.status, body: (await response.text()).trim() }
}

function jsonLines(text: string): Record<string, unknown>[] {
  return Array.from(text.matchAll(/.+/g), ([line]) => JSON.parse(line) as Record<string, unknown>)
}

test('the banner names the API, the key, the scenario, the description, and a curl line that works when pasted', async ({
  skip,
}) => {
  const missing = missingCommands('curl')
  skip(missing !== undefined, missing)
  const key = `it's_"quoted"_$HOME_\`x\`_\\`
  await using server = await serveHere(['--scenario', 'shipped', '--key', key])
  await server.printed(/Ctrl\+C/)
  const banner = server.stdout()
  const scenario = 'shipped  3 shipped\n             Shipped orders\n'
  for (const text of [server.baseUrl, key, scenario, `${server.origin}/openapi.yaml`]) expect(banner).toContain(text)
  const [, line = ''] = /Try it\s+(curl .*)\n/.exec(banner) ?? []
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s`])
  expect(JSON.parse(stdout)).toHaveLength(3)
  expect(server.stderr()).toBe('')
})

test('each option of serve can be given by its environment variable, and the command line takes precedence', async () => {
  await using server = await serveHere(['--scenario', 'mine'], {
    ORDERS_MOCK_PORT: '1',
    ORDERS_MOCK_HOST: '0.0.0.0',
    ORDERS_MOCK_SCENARIO: 'shipped',
    ORDERS_MOCK_FIXTURES: makeFixtures(),
    ORDERS_MOCK_KEY: 'one, two',
    ORDERS_MOCK_SUNSET: '2040-01-01',
    ORDERS_MOCK_NOW: '2031-01-01T00:00:00Z',
    ORDERS_MOCK_LATENCY: '5',
    ORDERS_MOCK_MAX_SANDBOXES: '2',
    ORDERS_MOCK_LOG: 'json',
  })
  expect(server.port).not.toBe(1)
  const mine = { status: 200, body: '[{"id":77}]' }
  expect(await Promise.all([list(server, 'one'), list(server, 'two')])).toEqual([mine, mine])
  await expect(list(server, 'test-key')).resolves.toMatchObject({ status: 401 })
  const pet = await callApi(server, 'GET /pets/11', 'one')
  expect(pet.headers.get('sunset')).toBe('Sun, 01 Jan 2040 00:00:00 GMT')
  const { body } = await list(server, 'one~pending')
  expect(body).toContain('"shipDate":"2031-01-03T00:00:00Z"')
  await list(server, 'one~shipped')
  await list(server, 'one~pending')
  const lines = jsonLines(server.stdout())
  expect(lines[0]).toMatchObject({ event: 'listening', key: 'one', scenario: 'mine' })
  // A token is made up only where others can reach the host.
  expect(lines[0]).toHaveProperty('controlToken')
  expect(lines.slice(1).every((line) => Number(line['durationMs']) >= 5)).toBe(true)
})

test('a control token that was given is not printed', async () => {
  for (const log of ['pretty', 'json']) {
    await using server = await serveHere(['--log', log, '--host', '0.0.0.0', '--control-token', 'sesame'])
    await server.printed(log === 'json' ? /\n/ : /Ctrl\+C/)
    expect(server.stdout()).toContain('/__mock')
    expect(server.stdout()).not.toContain('sesame')
  }
})

test('keys of the command line replace those of the environment, a folder of scenarios adds to the built-in ones', async () => {
  const args = ['--key', 'one', '--key', 'three,four', '--fixtures', makeFixtures()]
  await using server = await serveHere(args, { ORDERS_MOCK_KEY: 'two' })
  for (const key of ['one', 'three', 'four']) await expect(list(server, key)).resolves.toMatchObject({ status: 200 })
  await expect(list(server, 'two')).resolves.toMatchObject({ status: 401 })
  await expect(list(server, 'one~mine')).resolves.toEqual({ status: 200, body: '[{"id":77}]' })
  // The built-in scenario of this name has no orders.
  await expect(list(server, 'one~empty')).resolves.toEqual({ status: 200, body: '[{"id":78}]' })
  await expect(list(server, 'one~cancelled')).resolves.toMatchObject({ status: 200 })
})

test('--log json prints one line when it listens, and one for each request', async () => {
  await using server = await serveHere(['--log', 'json', '--scenario', 'pending'])
  await callApi(server, 'DELETE /store/orders/1?a=b', 'test-key~shipped~w1')
  await fetch(`${server.baseUrl}/store/orders`)
  await server.printed(/missing_api_key.*\n/)
  const [listening, refused, missing, ...more] = jsonLines(server.stdout())
  const { baseUrl, origin } = server
  expect(listening).toMatchObject({ event: 'listening', baseUrl, panelUrl: `${origin}/`, scenario: 'pending' })
  const conflict = { sandbox: 'shipped~w1', id: 1, operation: 'cancelOrder', status: 409 }
  expect(refused).toMatchObject({ event: 'request', ...conflict })
  expect(missing).toMatchObject({ event: 'request', sandbox: 'main', status: 401, code: 'missing_api_key' })
  expect(more).toEqual([])
})

test.each([
  ['serve', 401],
  ['proxy http://127.0.0.1:1/v1', 502],
])('%s --log silent prints nothing at all', async (command, status) => {
  const port = await freePort()
  const silent = startHere([...command.split(' '), '--log', 'silent', '--port', String(port)])
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/v1/store/orders`).then(
      (response) => response.status,
      () => 'not yet',
    )
  await expect.poll(ask).toBe(status)
  silent.stop.abort('SIGTERM')
  await expect(silent.ended.finally(silent.giveBack)).resolves.toEqual({ code: 0, stdout: '', stderr: '' })
})

test('the log names each sandbox but main', async () => {
  await using server = await serveHere()
  await callApi(server, 'DELETE /store/orders/1')
  await list(server, 'test-key~shipped~worker-3')
  await list(server)
  const { stdout } = await server.end()
  const [, log = ''] = stdout.replaceAll(/ {2}\(\d+ ms\)/g, '').split('Ctrl+C to stop.\n\n')
  expect(log.replaceAll(/^\d\d:\d\d:\d\d/gm, '12:00:00').split('\n')).toEqual([
    '12:00:00 DELETE /store/orders/1  204 the order was pending and is now cancelled',
    '12:00:00 GET    /store/orders    200 returned all orders  [shipped~worker-3]',
    '12:00:00 GET    /store/orders    200 returned all orders',
    '',
  ])
})

test('the banner of a server that others reach names where, and a token that it has made up', async () => {
  await using server = await serveHere(['--host', '0.0.0.0'])
  await server.printed(/Ctrl\+C/)
  expect(server.stdout()).toMatch(/Panel +http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}\n/)
  expect(server.stdout()).toContain(`${server.origin}/docs\n`)
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}:${server.port}/v1`)
  expect([...server.stdout().matchAll(/Network +(\S+)\n/g)].map(([, url]) => url)).toEqual(others)
})

test('on a terminal there is colour', async ({ skip }) => {
  const missing = missingCommands('script')
  skip(missing !== undefined, missing)
  await using server = startOnTerminal(['--port', '0'])
  await server.printed(/Ctrl\+C/)
  expect(server.stdout()).toContain('\u001b[1morders-mock\u001b[22m')
})

test('--openapi adds the operations of a description, of OpenAPI 2 too, and the banner says which', async () => {
  const schema = { type: 'array', items: { type: 'string' } }
  const get = { operationId: 'listToys', responses: { 200: { description: 'Toys.', schema } } }
  const description = { swagger: '2.0', info: {}, produces: ['application/json'], paths: { '/toys': { get } } }
  const openapi = temporaryFile('toys.json', JSON.stringify({ ...description, basePath: '/v9' }))
  await using server = await serveHere(['--openapi', openapi])
  await server.printed(/Ctrl\+C/)
  expect(server.stdout()).toContain(
    `Extra      ${server.origin}/openapi-extra.yaml  1 operation of ${openapi}, mocked by Prism`,
  )
  const toys = await callApi(server, 'GET /toys')
  await expect(toys.json()).resolves.toEqual(['string'])
  await server.printed(/GET {4}\/toys +200 Prism generated the response\s/)
})

test('neither one string of 15 MB in a request ends a server with a small heap, nor an output that nobody reads', async () => {
  await using server = await startServing([], { NODE_OPTIONS: '--max-old-space-size=160' })
  const body = `{"name":"${'x'.repeat(15_000_000)}"}`
  const { status } = await fetch(`${server.origin}/__mock/sandboxes`, { method: 'POST', body })
  expect([status, await list(server)]).toMatchObject([400, { status: 200 }])
  server.child.stdout?.destroy()
  for (let times = 0; times < 20; times += 1) await list(server)
  await expect(list(server)).resolves.toMatchObject({ status: 200 })
})
