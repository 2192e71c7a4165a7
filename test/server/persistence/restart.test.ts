import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../../src/server/index.js'
import { parseJson } from '../../../src/spec/index.js'
import { controlledServer } from '../../control/controlled-server.js'
import { temporaryFolder } from '../../temporary-file.js'

test('everything but the journal survives a restart', async () => {
  const data = join(temporaryFolder(), 'data')
  const { control, api, server: first } = await controlledServer({ data, scenario: 'int64' })
  const change = async (line: string, content?: unknown): Promise<void> => {
    expect((await control(line, content)).status).toBeLessThan(300)
  }
  await change('PUT /sandboxes/main/orders/-9223372036854775808', { petId: 7, shipAfter: 'P1D' })
  await change('DELETE /sandboxes/main/orders/0')
  await change('PUT /sandboxes/main/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
  await change('POST /sandboxes', { name: 'own', orders: [{ id: '9007199254740993', shipDate: 'now+P1D' }] })
  await change('PUT /sandboxes/own/faults', [{ kind: 'status', status: 503, times: 3, probability: 0.5 }])
  await api('GET /store/orders', 'test-key~~own')
  await change('PUT /sandboxes/shipped~worker-3/state', { orders: [{ id: 3, quantity: 12 }], frozen: true })
  await change('POST /sandboxes/pending/reset', { scenario: 'large' })
  await change('PUT /sandboxes/pending/clock', { advance: 'P30D' })
  expect((await api('DELETE /store/orders/1', 'test-key~large~b')).status).toBe(204)
  await change('POST /sandboxes', { name: 'gone' })
  await change('DELETE /sandboxes/gone')
  const before = await snapshot(first)
  await first.close()

  const again = await controlledServer({
    data,
    scenario: 'empty',
    now: '2040-01-01T00:00:00Z',
    onProblem: failOnProblem,
  })
  const second = again.server
  expect(second.data).toEqual({ folder: data, isRestored: true })
  expect(second.mock.sandbox('own').requests.all()).toEqual([])
  expect(await snapshot(second)).toEqual(before)
  expect((await again.api('DELETE /store/orders/1', 'test-key~large~b')).status).toBe(409)
  await again.control('POST /sandboxes/own/reset')
  expect(second.mock.sandbox('own').orders.all()).toMatchObject([{ id: 9007199254740993n }])
})

test('a folder whose server gives no sign of life goes to one of two that ask for it', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'orders-mock-data'), '{"format":1,"server":"killed","beats":7}')
  const results = await Promise.allSettled([start(data), start(data)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(start(data)).rejects.toThrow(
    `Cannot use the data folder ${data}: it is in use by another server. Stop that server, or use a separate folder for each.`,
  )
  for (const result of results) if (result.status === 'fulfilled') await result.value.close()
})

test('names that file systems confuse or reject have a file each', async () => {
  const data = join(temporaryFolder(), 'data')
  const names = ['shop', 'Shop', 'SHOP', '.hidden', 'con', 'CON', 'nul.x', 'lpt1', 'a-b_c.d', 'X'.repeat(100)]
  const first = await start(data)
  for (const name of names) first.mock.createSandbox({ name, orders: [{ id: 1, quantity: name.length }] })
  first.mock.sandbox('shipped~Worker-3')
  await first.close()
  const files = Object.keys(contentOf(data))
  expect(files).toHaveLength(names.length + 2)
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length)
  expect(files).toEqual(
    expect.arrayContaining(['shop.json', expect.stringMatching(/^\+shipped~worker-3\+\w{32}\.json$/)]),
  )
  await using second = await start(data)
  for (const name of names) expect(second.mock.sandbox(name).orders.get(1)?.quantity).toBe(name.length)
})

test('deleted and evicted sandboxes leave no file; after a restart too, the least recently used is evicted first', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = await start(data)
  for (const name of ['gone', 'z', 'y', 'x', 'v']) {
    first.mock.createSandbox({ name })
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  first.mock.deleteSandbox('gone')
  await first.close()
  writeFileSync(join(data, '.main.json.0123456789ab.tmp'), 'what a killed server was still writing')
  writeFileSync(join(data, '.of-another-program.json'), '{')
  await using second = await start(data, { maxSandboxes: 3 })
  second.mock.createSandbox({ name: 'w' })
  expect(readdirSync(data).toSorted()).toEqual([
    '.of-another-program.json',
    'main.json',
    'orders-mock-data',
    'v.json',
    'w.json',
    'x.json',
  ])
})

test('a file is small, and can be read', async () => {
  const data = join(temporaryFolder(), 'data')
  await using server = await start(data, { scenario: 'large' })
  const { orders } = server.mock.sandbox()
  orders.put(1, { status: 'shipped' })
  orders.put(2, { quantity: Number.MAX_SAFE_INTEGER })
  const text = readFileSync(join(data, 'main.json'), 'utf8')
  expect(text.length).toBeLessThan(2000)
  expect(text).toMatch(/^\{\n {2}"name": "main",\n/)
  expect(text).toContain(
    '"orders": {"changed":[\n    {"id":"1","status":"shipped"},\n    {"id":"2","status":"pending","quantity":9007199254740991}],"removed":[]}',
  )
})

test('a server that cannot listen releases the folder', async () => {
  const data = join(temporaryFolder(), 'data')
  await using other = await startServer()
  await expect(start(data, { port: Number(new URL(other.origin).port) })).rejects.toThrow('in use')
  await using _ = await start(data)
})

/** The files of a folder that hold sandboxes. */
function contentOf(data: string): Record<string, string> {
  const files = readdirSync(data).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(files.toSorted().map((name) => [name, readFileSync(join(data, name), 'utf8')]))
}

function failOnProblem(message: string): never {
  expect.unreachable(message)
}

function start(data: string, options: ServerOptions = {}): Promise<RunningServer> {
  return startServer({ data, onProblem: failOnProblem, ...options })
}

/** Everything that can be asked about every sandbox; a running clock is compared by its distance from the real time. */
async function snapshot({ mock, baseUrl }: RunningServer): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const sandbox of mock.sandboxes.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const { orders, now, ...state } = sandbox.state()
    const offsetMs = Date.parse(now ?? '') - Date.now()
    const faults = sandbox.faults.all()
    sandbox.faults.clear()
    const list = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: `Bearer ${sandbox.apiKey}` } })
    seen.push({
      ...state,
      name: sandbox.name,
      key: sandbox.apiKey,
      scenario: sandbox.scenario,
      counts: sandbox.counts,
      clock: state.frozen ? now : Math.round(offsetMs / 60_000) || 0,
      faults,
      orders: orders?.map((order) => ({ ...order, shipAfter: 'shipAfter' in order })),
      list: parseJson(await list.text()),
    })
    sandbox.faults.set(faults)
  }
  return seen
}
