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

test('a reset closes the connection, and the order stays as it was', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ operation: 'cancelOrder', kind: 'reset', times: 1 }])
  await expect(api('DELETE /store/orders/1')).rejects.toThrow('ECONNRESET')
  expect(await control('GET /sandboxes/main/orders/1')).toMatchObject({ body: { status: 'pending' } })
  expect(await control('GET /sandboxes/main/requests')).toMatchObject({
    body: [{ status: 0, fault: 'reset', reason: 'a fault was injected: reset' }],
  })
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
