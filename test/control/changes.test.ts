import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('faults are set and read, count what they did, and each mistake in them is named', async () => {
  const { control, api, server } = await controlledServer()
  const fault = { operation: 'cancelOrder', kind: 'status', status: 503, times: 1 }
  expect(await control('PUT /sandboxes/main/faults', [fault])).toMatchObject({ status: 200, body: [fault] })
  const events: unknown[] = []
  server.mock.subscribe((event) => events.push(event))
  expect(await api('DELETE /store/orders/1')).toMatchObject({ status: 503 })
  expect(events).toMatchObject([{ type: 'sandbox', sandbox: 'main', change: 'faults' }, { type: 'request' }])
  expect(await control('GET /sandboxes/main/faults')).toMatchObject({ body: [{ ...fault, fired: 1 }] })
  const tooLong = expect.stringContaining('body: must have at most 65536 characters, not ') as string
  for (const [wrong, message] of [
    [{ kind: 'explode' }, 'kind: must be one of status, delay, reset, truncate, hang, hold, not "explode"'],
    [{ kind: 'delay' }, 'delayMs: is required for a delay'],
    ...Object.entries({ status: 503, message: 'x', body: 'x', headers: {}, cors: false }).map(
      ([name, value]) => [{ kind: 'hang', [name]: value }, `${name}: is for faults of kind status`] as const,
    ),
    [{ kind: 'hang', when: 'after' }, 'when: is not for faults of kind hang'],
    [{ kind: 'status', headers: { 'a b': '' } }, 'headers.a b: is not the name of a header'],
    [{ kind: 'status', headers: { Connection: 'x' } }, 'headers.Connection: is set by the mock: leave it out'],
    [{ kind: 'status', headers: { A: 'b\r\nC: d' } }, 'headers.A: has a character that no header can have'],
    [{ kind: 'status', body: 'x'.repeat(65_537) }, tooLong],
    [{ kind: 'reset', operation: 'getPet', orderId: 2 }, 'orderId: getPet has no order in its path: leave it out'],
  ] as const) {
    const { status, body } = await control('PUT /sandboxes/main/faults', [wrong])
    const [, place, found] = /^(faults\[0\]\.)([^]*)$/.exec((body as { message: string }).message) ?? []
    expect([status, place, found]).toEqual([400, 'faults[0].', message])
  }
})

test('the clock is read, set, frozen and moved', async () => {
  const { control } = await controlledServer()
  const change = async (body: object): Promise<unknown> => (await control('PUT /sandboxes/main/clock', body)).body
  expect(await control('GET /sandboxes/main/clock')).toMatchObject({ status: 200, body: { frozen: false } })
  const set = await change({ now: '2028-02-29T12:00:00+02:00', frozen: true })
  expect(set).toEqual({ now: '2028-02-29T10:00:00Z', frozen: true })
  expect(await change({ advance: '-PT1H30M' })).toEqual({ now: '2028-02-29T08:30:00Z', frozen: true })
  expect(await change({ frozen: false })).toMatchObject({ frozen: false })
})

test('freedoms are set and read', async () => {
  const { control, api } = await controlledServer()
  expect((await control('GET /sandboxes/main/freedoms')).body).toMatchObject({ choices: { 'bad-order-id': '404' } })
  const { status, body } = await control('PUT /sandboxes/main/freedoms', { 'bad-order-id': 422 })
  expect([status, body]).toMatchObject([200, { choices: { 'bad-order-id': '422', pet: 'given' } }])
  expect(await control('GET /sandboxes/main/freedoms')).toMatchObject({ status: 200, body })
  expect(await api('DELETE /store/orders/1x')).toMatchObject({ status: 422 })
})

test.each([
  ['PUT /sandboxes/main/faults', {}, 400, 'faults: must be an array, not {}'],
  ['PUT /sandboxes/main/clock', { now: 'tomorrow' }, 400, 'now: must be a date-time with its offset'],
  ['PUT /sandboxes/main/clock', { advance: '1 day' }, 400, 'advance: must be an ISO 8601 duration'],
  ['PUT /sandboxes/main/clock', { now: '0000000', advance: 'P1D' }, 400, 'now: "0000000" is not an instant'],
  ['PUT /sandboxes/main/clock', { advance: 'P9999Y' }, 400, 'advance: The instant lies outside the years 0000 to 9999'],
  ['PUT /sandboxes/main/clock', { later: 'P1D' }, 400, 'later: unknown field. Known fields: now, frozen, advance'],
  ['POST /sandboxes/main/rewind', { to: 7 }, 404, ''],
  ['POST /sandboxes/main/rewind', { beforeRequest: 7 }, 404, 'There is no request 7 in the journal.'],
  ['POST /sandboxes/main/rewind', {}, 400, ''],
  ['POST /sandboxes/main/rewind', { to: 0, beforeRequest: 1 }, 400, ''],
  ['GET /sandboxes/main/state?at=3', undefined, 404, ''],
  ['GET /sandboxes/main/state?at=first', undefined, 400, ''],
])('%s with %j is rejected with %i: %s', async (line, body, status, message) => {
  const { control } = await controlledServer()
  expect(await control(line, body)).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
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
  expect((await control('GET /sandboxes/main/state?at=1')).body).toMatchObject({ orders: [{ status: 'pending' }] })
  for (const [change, status, answer] of [
    [{ change: 1 }, 409, { code: 'not_the_newest_change' }],
    [{ change: 2 }, 200, { id: 2 }],
    [undefined, 200, { id: 1 }],
    [undefined, 409, { code: 'nothing_to_undo' }],
  ] as const)
    expect(await control('POST /sandboxes/main/undo', change)).toMatchObject({ status, body: answer })
})
