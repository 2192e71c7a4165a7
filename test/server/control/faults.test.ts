import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('faults are set and read, count what they did, and each mistake in them is named', async () => {
  const { control, api } = await controlledServer()
  const fault = { operation: 'cancelOrder', kind: 'status', status: 503, times: 1 }
  expect(await control('PUT /sandboxes/main/faults', [fault])).toMatchObject({ status: 200, body: [fault] })
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 503 })
  expect(await control('GET /sandboxes/main/faults')).toMatchObject({ body: [{ ...fault, fired: 1 }] })
  for (const [faults, message] of [
    [{}, 'faults: must be an array, not {}'],
    [[{ kind: 'explode' }], 'faults[0].kind: must be one of status, delay, reset, truncate, hang, not "explode"'],
    [[{ kind: 'delay' }], 'faults[0].delayMs: is required for a delay'],
    [[{ kind: 'hang', status: 503 }], 'faults[0].status: is for faults of kind status'],
    [
      [{ kind: 'reset', operation: 'getPet', orderId: 2 }],
      'faults[0].orderId: getPet has no order in its path: leave it out',
    ],
  ]) {
    expect(await control('PUT /sandboxes/main/faults', faults)).toMatchObject({ status: 400, body: { message } })
  }
})

test('the clock is read, set, frozen and moved', async () => {
  const { control } = await controlledServer()
  expect(await control('GET /sandboxes/main/clock')).toMatchObject({ status: 200, body: { frozen: false } })
  const set = await control('PUT /sandboxes/main/clock', { now: '2028-02-29T12:00:00+02:00', frozen: true })
  expect(set.body).toEqual({ now: '2028-02-29T10:00:00Z', frozen: true })
  expect((await control('PUT /sandboxes/main/clock', { advance: '-PT1H30M' })).body).toEqual({
    now: '2028-02-29T08:30:00Z',
    frozen: true,
  })
  expect((await control('PUT /sandboxes/main/clock', { frozen: false })).body).toMatchObject({ frozen: false })
})

test.each([
  [{ now: 'tomorrow' }, 'now: must be a date-time with its offset'],
  [{ advance: '1 day' }, 'advance: must be an ISO 8601 duration'],
  [{ advance: 'P9999Y' }, 'advance: The instant lies outside the years 0000 to 9999'],
  [{ later: 'P1D' }, 'later: there is no such member. Known: now, frozen, advance'],
])('a clock cannot be changed by %j', async (change, message) => {
  const { control } = await controlledServer()
  expect(await control('PUT /sandboxes/main/clock', change)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  })
})
