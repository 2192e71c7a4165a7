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
    [[{ kind: 'explode' }], 'faults[0].kind: must be one of status, delay, reset, truncate, hang, hold, not "explode"'],
    [[{ kind: 'delay' }], 'faults[0].delayMs: is required for a delay'],
    [[{ kind: 'hang', status: 503 }], 'faults[0].status: is for faults of kind status'],
    [[{ kind: 'reset', body: 'x' }], 'faults[0].body: is for faults of kind status'],
    [[{ kind: 'hang', when: 'after' }], 'faults[0].when: is not for faults of kind hang'],
    [[{ kind: 'status', headers: { 'a b': '' } }], 'faults[0].headers.a b: is not the name of a header'],
    [
      [{ kind: 'status', headers: { Connection: 'x' } }],
      'faults[0].headers.Connection: is set by the mock: leave it out',
    ],
    [[{ kind: 'status', headers: { A: 'b\r\nC: d' } }], 'faults[0].headers.A: has a character that no header can have'],
    [
      [{ kind: 'status', body: 'x'.repeat(65_537) }],
      expect.stringContaining('faults[0].body: must have at most 65536 characters, not '),
    ],
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
  [{ later: 'P1D' }, 'later: unknown field. Known fields: now, frozen, advance'],
])('a clock cannot be changed by %j', async (change, message) => {
  const { control } = await controlledServer()
  expect(await control('PUT /sandboxes/main/clock', change)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  })
})

test('a change is read in the history, and undone only while it is the newest', async () => {
  const { control, api } = await controlledServer({ scenario: 'empty' })
  await control('POST /sandboxes/main/orders', { id: '9223372036854775807' })
  expect(await api('DELETE /store/orders/9223372036854775807')).toMatchObject({ status: 204 })
  const { body } = await control('GET /sandboxes/main/history')
  expect(body).toEqual({
    changes: [
      { id: 1, at: expect.any(String), by: 'control', change: 'added', orderId: '9223372036854775807' },
      { id: 2, at: expect.any(String), by: 'api', requestId: 1, change: 'cancelled', orderId: '9223372036854775807' },
    ],
    evicted: 0,
  })
  const state = await control('GET /sandboxes/main/state?at=1')
  expect(state.body).toMatchObject({ orders: [{ status: 'pending' }] })
  expect(await control('POST /sandboxes/main/undo', { change: 1 })).toMatchObject({
    status: 409,
    body: { code: 'not_the_newest_change' },
  })
  expect(await control('POST /sandboxes/main/undo', { change: 2 })).toMatchObject({ status: 200, body: { id: 2 } })
  expect(await control('POST /sandboxes/main/undo')).toMatchObject({ status: 200, body: { id: 1 } })
  expect(await control('POST /sandboxes/main/undo')).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } })
})

for (const [what, line, body, status] of [
  ['a moment that never was', 'POST /sandboxes/main/rewind', { to: 7 }, 404],
  ['no moment', 'POST /sandboxes/main/rewind', {}, 400],
  ['two moments', 'POST /sandboxes/main/rewind', { to: 0, beforeRequest: 1 }, 400],
  ['a change that never was', 'GET /sandboxes/main/state?at=3', undefined, 404],
  ['a change that is not a number', 'GET /sandboxes/main/state?at=first', undefined, 400],
] as const) {
  test(`${what} is rejected with ${status}`, async () => {
    const { control } = await controlledServer()
    expect(await control(line, body)).toMatchObject({ status })
  })
}
