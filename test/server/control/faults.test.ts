import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('a cancel fails twice with 503, then succeeds, and the failures change nothing', async () => {
  const { control, api } = await controlledServer()
  const faults = [{ operation: 'cancelOrder', kind: 'status', status: 503, times: 2 }]
  expect(await control('PUT /sandboxes/main/faults', faults)).toMatchObject({ status: 200, body: faults })
  const first = await api('DELETE /store/orders/1')
  expect({ status: first.status, retry: first.headers['retry-after'], body: first.body }).toEqual({
    status: 503,
    retry: '1',
    body: { code: 'injected_fault', message: expect.any(String), status: 503 },
  })
  expect(await control('GET /sandboxes/main/orders/1')).toMatchObject({ body: { status: 'pending' } })
  expect(await api('GET /store/orders')).toMatchObject({ status: 200 })
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 503 })
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 204 })
})

test('a fault for one order leaves the others alone', async () => {
  const { control, api } = await controlledServer({ scenario: 'int64' })
  await control(
    'PUT /sandboxes/main/faults',
    '[{"orderId":9223372036854775807,"kind":"status","status":500,"message":"no"}]',
  )
  expect(await api('DELETE /store/orders/9223372036854775807')).toMatchObject({ status: 500, body: { message: 'no' } })
  expect(await api('DELETE /store/orders/0')).toMatchObject({ status: 204 })
})

test('the same seed injects the same sequence', async () => {
  const { control, api } = await controlledServer()
  const run = async (): Promise<number[]> => {
    await control('PUT /sandboxes/main/faults', [{ kind: 'status', status: 500, probability: 0.5, seed: 42 }])
    const statuses: number[] = []
    for (let request = 0; request < 30; request += 1) statuses.push((await api('GET /store/orders')).status)
    return statuses
  }
  const first = await run()
  expect(new Set(first)).toEqual(new Set([200, 500]))
  expect(await run()).toEqual(first)
})

test('a reset closes the connection, and the order stays as it was', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ operation: 'cancelOrder', kind: 'reset', times: 1 }])
  await expect(api('DELETE /store/orders/1')).rejects.toThrow('ECONNRESET')
  expect(await control('GET /sandboxes/main/orders/1')).toMatchObject({ body: { status: 'pending' } })
  expect(await control('GET /sandboxes/main/requests')).toMatchObject({
    body: [{ status: 0, fault: 'reset', reason: 'a fault was injected: reset' }],
  })
})

test('a truncated list ends before its length', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ kind: 'truncate' }])
  await expect(api('GET /store/orders')).rejects.toThrow('aborted')
  expect(await control('GET /sandboxes/main/requests')).toMatchObject({
    body: [{ status: 200, fault: 'truncate', reason: 'a fault was injected: truncate' }],
  })
})

test('a truncated cancel changes nothing', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ kind: 'truncate', times: 1 }])
  await expect(api('DELETE /store/orders/1')).rejects.toThrow('ECONNRESET')
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 204 })
})

test('a request that hangs is never answered, and does not keep the server from ending', async () => {
  const { control, api, server } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ kind: 'hang', times: 1 }])
  const hanging = api('GET /store/orders')
  const ended = hanging.then(
    () => 'answered',
    () => 'closed',
  )
  expect(await api('GET /store/orders')).toMatchObject({ status: 200 })
  await server.close()
  expect(await ended).toBe('closed')
})

test('a delay is waited for, counted in the journal, and adds up with a failure', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [
    { kind: 'delay', delayMs: 60 },
    { kind: 'delay', delayMs: { min: 40, max: 50 }, seed: 3 },
    { kind: 'status', status: 504 },
  ])
  const startMs = performance.now()
  expect(await api('GET /store/orders')).toMatchObject({ status: 504 })
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(99)
  const { body } = await control('GET /sandboxes/main/requests')
  const [entry] = body as { durationMs: number; fault: string }[]
  expect(entry).toMatchObject({ fault: 'status' })
  expect(entry?.durationMs).toBeGreaterThanOrEqual(100)
})

test.each([
  [[{ kind: 'explode' }], 'faults[0].kind: must be one of status, delay, reset, truncate, hang, not "explode"'],
  [[{ kind: 'delay', delayMs: { min: 5, max: 1 } }], 'faults[0].delayMs: min must not be greater than max'],
  [[{ kind: 'status', status: 200 }], 'faults[0].status: must be at least 400, not 200'],
  [{}, 'faults: must be an array, not {}'],
  [[{ kind: 'delay' }], 'faults[0].delayMs: is required for a delay'],
  [[{ kind: 'hang', status: 503 }], 'faults[0].status: is for faults of kind status'],
  [
    [{ kind: 'reset', operation: 'getPet', orderId: 2 }],
    'faults[0].orderId: is for cancelOrder; getPet has no order in its path',
  ],
])('faults %j are refused', async (faults, message) => {
  const { control } = await controlledServer()
  expect(await control('PUT /sandboxes/main/faults', faults)).toMatchObject({ status: 400, body: { message } })
})

test('faults are lifted', async () => {
  const { control, api } = await controlledServer({ scenario: 'flaky' })
  expect(await control('DELETE /sandboxes/main/faults')).toMatchObject({ status: 204 })
  for (let request = 0; request < 40; request += 1) expect((await api('GET /store/orders')).status).toBe(200)
})

test('the built-in flaky scenario fails some requests, always the same ones', async () => {
  const first = await fortyOutcomes()
  expect(new Set(first)).toEqual(new Set([200, 500, 503, 'ECONNRESET']))
  expect(await fortyOutcomes()).toEqual(first)
})

test('the clock is read, set, frozen and moved', async () => {
  const { control } = await controlledServer()
  expect(await control('GET /sandboxes/main/clock')).toMatchObject({ status: 200, body: { frozen: false } })
  const set = await control('PUT /sandboxes/main/clock', { now: '2028-02-29T12:00:00+02:00', frozen: true })
  expect(set.body).toEqual({ now: '2028-02-29T10:00:00Z', frozen: true })
  expect((await control('PUT /sandboxes/main/clock', { advance: 'P1Y' })).body).toEqual({
    now: '2029-02-28T10:00:00Z',
    frozen: true,
  })
  expect((await control('PUT /sandboxes/main/clock', { advance: '-PT1H30M' })).body).toEqual({
    now: '2029-02-28T08:30:00Z',
    frozen: true,
  })
  expect((await control('PUT /sandboxes/main/clock', { frozen: false })).body).toMatchObject({ frozen: false })
})

test.each([
  [{ now: 'tomorrow' }, 'now: must be a date-time with its offset'],
  [{ now: '2027-02-30' }, 'now: "2027-02-30" is not an instant'],
  [{ advance: '1 day' }, 'advance: must be an ISO 8601 duration'],
  [{ advance: 'P' }, 'advance: '],
  [{ advance: 'P9999Y' }, 'advance: The instant lies outside the years 0000 to 9999'],
  [{ later: 'P1D' }, 'later: there is no such member. Known: now, frozen, advance'],
])('a clock cannot be changed by %j', async (change, message) => {
  const { control } = await controlledServer()
  expect(await control('PUT /sandboxes/main/clock', change)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  })
})

test('an order with shipAfter ships by the clock', async () => {
  const { control, api } = await controlledServer({
    scenario: {
      orders: [
        { id: 1, shipAfter: 'PT10M' },
        { id: 2, shipAfter: 'PT10M' },
      ],
    },
  })
  await control('PUT /sandboxes/main/clock', { advance: 'PT9M' })
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 204 })
  await control('PUT /sandboxes/main/clock', { advance: 'PT1M' })
  expect(await api('DELETE /store/orders/2')).toMatchObject({ status: 409, body: { code: 'order_already_shipped' } })
  expect((await control('GET /sandboxes/main')).body).toMatchObject({
    counts: { pending: 0, shipped: 1, cancelled: 1 },
  })
})

test('what the clock has shipped stays shipped when the clock is turned back', async () => {
  const { control, api } = await controlledServer({ scenario: { orders: [{ id: 1, shipAfter: 'PT1H' }] } })
  await control('PUT /sandboxes/main/clock', { advance: 'PT2H' })
  await control('PUT /sandboxes/main/clock', { advance: '-PT2H' })
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 409 })
  await control('POST /sandboxes/main/orders', { id: 2, shipAfter: 'PT1H' })
  expect(await api('DELETE /store/orders/2')).toMatchObject({ status: 204 })
})

test('the sunset follows the clock of the sandbox', async () => {
  const { control, api } = await controlledServer({ scenario: 'sunset-passed' })
  const gone = await api('GET /pets/11')
  expect({ status: gone.status, sunset: gone.headers['sunset'], code: (gone.body as { code: string }).code }).toEqual({
    status: 410,
    sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
    code: 'gone',
  })
  await control('PUT /sandboxes/main/clock', { now: '2027-06-29T23:59:00Z' })
  expect(await api('GET /pets/11')).toMatchObject({ status: 200 })
})

async function fortyOutcomes(): Promise<(number | string)[]> {
  const { api } = await controlledServer({ scenario: 'flaky' })
  const found: (number | string)[] = []
  for (let request = 0; request < 40; request += 1) {
    found.push(
      await api('GET /store/orders').then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code ?? '',
      ),
    )
  }
  return found
}
