import {
  appendFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock, type ScenarioDocument } from '../../../src/core/index.js'
import { startServer, type RunningServer, type ServerOptions } from '../../../src/server/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'
import { temporaryFolder } from './temporary-folder.js'

test('everything but the journal survives a restart', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile, { scenario: 'int64' })
  await change(first, 'PUT /sandboxes/main/orders/-9223372036854775808', { petId: 7, shipAfter: 'P1D' })
  await change(first, 'DELETE /sandboxes/main/orders/0')
  await change(first, 'PUT /sandboxes/main/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
  await change(first, 'POST /sandboxes', { name: 'own', orders: [{ id: '9007199254740993', shipDate: 'now+P1D' }] })
  await change(first, 'PUT /sandboxes/own/faults', [{ kind: 'status', status: 503, times: 3, probability: 0.5 }])
  await api(first, 'GET /store/orders', 'test-key~~own')
  await change(first, 'PUT /sandboxes/shipped~worker-3/state', { orders: [{ id: 3, quantity: 12 }], frozen: true })
  await change(first, 'PUT /sandboxes/pending/clock', { advance: 'P30D' })
  await change(first, 'POST /sandboxes/pending/reset', { scenario: 'large' })
  expect((await api(first, 'DELETE /store/orders/1', 'test-key~large~b')).status).toBe(204)
  await change(first, 'POST /sandboxes', { name: 'gone' })
  await change(first, 'DELETE /sandboxes/gone')
  const before = await snapshot(first)
  await first.close()

  await using second = await start(dataFile, { scenario: 'empty', now: '2040-01-01T00:00:00Z' })
  expect(second.keptIn).toEqual({ file: dataFile, isRestored: true })
  expect(second.mock.sandbox('own').requests.all()).toEqual([])
  expect(await snapshot(second)).toEqual(before)
  expect((await api(second, 'DELETE /store/orders/1', 'test-key~large~b')).status).toBe(409)
  await change(second, 'POST /sandboxes/own/reset')
  expect(second.mock.sandbox('own').orders.all()).toMatchObject([{ id: 9007199254740993n }])
})

test('any number of restarts change nothing, and let the file not grow', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile, { scenario: 'flaky' })
  await api(first, 'GET /store/orders')
  await first.close()
  const before = await start(dataFile).then((again) => again.close().then(() => again.mock.sandboxRecords()))
  const sizes = new Set<number>()
  for (let round = 0; round < 3; round += 1) {
    await using again = await start(dataFile)
    sizes.add(statSync(dataFile).size)
    expect(again.mock.sandboxRecords()).toEqual(before)
  }
  expect(sizes.size).toBe(1)
})

test('faults draw after the restart what they would have drawn without it', async () => {
  const scenario: ScenarioDocument = { faults: [{ kind: 'status', status: 500, probability: 0.5, seed: 3 }] }
  const straight = new OrdersMock({ scenario })
  const drawn = Array.from({ length: 30 }, () => get(straight))
  const dataFile = join(temporaryFolder(), 'orders.data')
  const again: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await using server = await start(dataFile, { scenario })
    for (let count = 0; count < 10; count += 1) again.push((await api(server, 'GET /store/orders')).status)
  }
  expect(again).toEqual(drawn)
})

test('a reset to a scenario of 10,000 orders adds a line of a few hundred bytes', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const orders = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, petId: 1 }))
  await using server = await start(dataFile, { scenarios: { many: { orders } } })
  server.mock.sandbox().reset('many')
  const before = statSync(dataFile).size
  server.mock.sandbox().reset()
  server.mock.sandbox('many~a')
  expect(statSync(dataFile).size - before).toBeLessThan(1000)
})

test('a document that is changed after it was given is kept as it was when it was given', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile)
  const orders = [{ id: 1 }]
  const document = { orders }
  first.mock.sandbox().restore(document)
  orders.push({ id: 2 })
  first.mock.sandbox().restore(document)
  const before = await snapshot(first)
  await first.close()
  await using second = await start(dataFile)
  expect(await snapshot(second)).toEqual(before)
  expect(second.mock.sandbox().orders.all()).toHaveLength(2)
})

test('the file is written anew when it has outgrown its content, and loses nothing by it', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile, { compactAfterBytes: 2000 })
  let largest = 0
  for (let round = 0; round < 300; round += 1) {
    first.mock.sandbox().clock.advance('PT1S')
    largest = Math.max(largest, statSync(dataFile).size)
  }
  const before = await snapshot(first)
  await first.close()
  expect(largest).toBeLessThan(6000)
  await using second = await start(dataFile)
  expect(await snapshot(second)).toEqual(before)
})

test('only one server at a time uses a file; its lock goes with it', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile)
  await expect(start(dataFile)).rejects.toThrow(
    `The data file ${dataFile} is in use by another server, process ${process.pid}.`,
  )
  expect(first.mock.sandbox().orders.add().status).toBe('pending')
  await first.close()
  await first.close()
  expect(existsSync(`${dataFile}.lock`)).toBe(false)
  await using _ = await start(dataFile)
})

for (const [what, content] of Object.entries({
  'a process that is gone': '4194304 -\n',
  'an earlier process with the same id': `${process.pid} somewhen/123\n`,
  nobody: 'rubbish',
})) {
  test(`the lock of ${what} is taken over`, async () => {
    const dataFile = join(temporaryFolder(), 'orders.data')
    writeFileSync(`${dataFile}.lock`, content)
    await using _ = await start(dataFile)
    expect(readFileSync(`${dataFile}.lock`, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    await expect(start(dataFile)).rejects.toThrow('in use')
  })
}

test('a server that cannot listen gives the file free', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  await using other = await startServer()
  await expect(start(dataFile, { port: Number(new URL(other.origin).port) })).rejects.toThrow('in use')
  await using _ = await start(dataFile)
})

test('a link to a file is followed: the file is the one that is kept and locked', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'real.data'), '')
  symlinkSync('real.data', join(folder, 'link.data'))
  await using server = await start(join(folder, 'link.data'))
  expect(server.keptIn).toEqual({ file: join(folder, 'real.data'), isRestored: false })
  expect(lstatSync(join(folder, 'link.data')).isSymbolicLink()).toBe(true)
  await expect(start(join(folder, 'real.data'))).rejects.toThrow('in use')
})

test('what a killed server left behind while it wrote the file anew is cleared away', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const first = await start(dataFile)
  const { id } = first.mock.sandbox().orders.add()
  await first.close()
  writeFileSync(`${dataFile}.tmp`, 'orders-mock-data 1\nhalf of a li')
  appendFileSync(dataFile, '12345678 {"kind":"removal","sand')
  await using second = await start(dataFile)
  expect(second.mock.sandbox().orders.get(id)).toBeDefined()
  expect(readdirSync(join(dataFile, '..'))).toEqual(['orders.data', 'orders.data.lock'])
})

test('a mock of one’s own is kept too, and goes on unkept when the server is closed', async () => {
  const dataFile = join(temporaryFolder(), 'orders.data')
  const mock = new OrdersMock({ scenario: 'empty' })
  const first = await startServer({ mock, dataFile })
  mock.sandbox().orders.add({ id: 1 })
  await first.close()
  mock.sandbox().orders.add({ id: 2 })
  await using second = await start(dataFile)
  expect(second.mock.sandbox().orders.all()).toEqual([{ id: 1n, status: 'pending' }])
})

function start(dataFile: string, options: ServerOptions = {}): Promise<RunningServer> {
  return startServer({ dataFile, onProblem: (message) => expect.unreachable(message), ...options })
}

function get(mock: OrdersMock): number {
  return mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' }).status
}

function api({ baseUrl }: RunningServer, request: string, key = 'test-key'): Promise<Response> {
  const [method = '', path = ''] = request.split(' ')
  return fetch(baseUrl + path, { method, headers: { authorization: `Bearer ${key}` } })
}

/** Changes something by way of the control API. */
async function change({ origin }: RunningServer, request: string, body?: unknown): Promise<void> {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${origin}/__mock${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: stringifyJson(body) }),
  })
  expect(response.ok, await response.text()).toBe(true)
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
