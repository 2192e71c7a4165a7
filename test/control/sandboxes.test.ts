import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../src/spec/index.js'
import { controlledServer } from './controlled-server.js'

test('a sandbox is created with a name, a scenario and a key that leads to it', async () => {
  const { control, api, server } = await controlledServer()
  const created = await control('POST /sandboxes', { name: 'checkout-7', scenario: 'shipped' })
  expect(created.status).toBe(201)
  expect(created.headers['location']).toBe('/__mock/sandboxes/checkout-7')
  expect(created.body).toEqual({
    name: 'checkout-7',
    apiKey: 'test-key~~checkout-7',
    baseUrl: server.baseUrl,
    panelUrl: `${server.origin}/?sandbox=checkout-7`,
    scenario: 'shipped',
    counts: { pending: 0, shipped: 3, cancelled: 0 },
    requests: 0,
    lastUsed: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(await api('DELETE /store/orders/1', 'test-key~~checkout-7')).toMatchObject({ status: 409 })
})

test('a sandbox is created with orders of its own, and a reset leads back to them', async () => {
  const { control, api } = await controlledServer()
  const body = '{"name":"own","orders":[{"id":9223372036854775807,"status":"pending"},{"id":"-9223372036854775808"}]}'
  expect(await control('POST /sandboxes', body)).toMatchObject({ status: 201, body: { counts: { pending: 2 } } })
  expect(await api('DELETE /store/orders/9223372036854775807', 'test-key~~own')).toMatchObject({ status: 204 })
  expect(await control('POST /sandboxes/own/reset')).toMatchObject({ status: 200, body: { counts: { pending: 2 } } })
  expect((await api('GET /store/orders', 'test-key~~own')).body).toEqual([
    { id: 9223372036854775807n },
    { id: -9223372036854775808n },
  ])
})

test.each([
  ['{"name":"a b"}', /^name: must match \^\[A-Za-z0-9\._-\]\{1,100\}\$, not "a b"$/],
  ['{"nmae":"a"}', /^nmae: unknown field\. Did you mean name\? Known fields: name, scenario, orders$/],
  [
    '{"scenario":"shiped"}',
    /^scenario: there is no scenario "shiped"\. Did you mean shipped\? Known: cancelled, default, /,
  ],
  ['{"orders":[{"id":9223372036854775808}]}', /^orders\[0\]\.id: 9223372036854775808 is not an id/],
  ['[]', /^\(top\): must be an object, not \[\]$/],
  ['{', /^\(top\): the body is not JSON: unexpected end at position 1$/],
])('a sandbox cannot be created from %s', async (body, message) => {
  const { control } = await controlledServer()
  const { status, body: error } = await control('POST /sandboxes', body)
  const expected = { code: 'invalid_request', message: expect.stringMatching(message), status: 400 }
  expect({ status, error }).toEqual({ status: 400, error: expected })
})

test('a name that is taken, or that is a scenario’s, is rejected with 409', async () => {
  const { control } = await controlledServer()
  await control('POST /sandboxes', { name: 'one' })
  for (const name of ['one', 'main', 'shipped']) {
    expect(await control('POST /sandboxes', { name })).toMatchObject({ status: 409, body: { code: 'sandbox_exists' } })
  }
})

test('keys push out the least recently used sandbox of a key, but neither main nor one that was created', async () => {
  const { control, api } = await controlledServer({ maxSandboxes: 2 })
  await control('POST /sandboxes', { name: 'checkout-7', scenario: 'empty' })
  for (const name of ['a', 'b']) await api('GET /store/orders', `test-key~pending~${name}`)
  // To look at the list is not a use.
  await control('GET /sandboxes')
  for (const name of ['a', 'c']) await api('GET /store/orders', `test-key~pending~${name}`)
  expect((await control('GET /sandboxes')).body).toMatchObject({
    sandboxes: [
      { name: 'main', apiKey: 'test-key', scenario: 'default', requests: 0 },
      { name: 'checkout-7', apiKey: 'test-key~~checkout-7', scenario: 'empty', requests: 0 },
      { name: 'pending~a', apiKey: 'test-key~pending~a', scenario: 'pending', requests: 2 },
      { name: 'pending~c', apiKey: 'test-key~pending~c', scenario: 'pending', requests: 1 },
    ],
    evictions: 1,
  })
})

test('a deleted sandbox is gone, and its key is not known any more; main stays', async () => {
  const { control, api } = await controlledServer()
  await control('POST /sandboxes', { name: 'gone' })
  expect(await control('DELETE /sandboxes/gone')).toMatchObject({ status: 204, body: undefined })
  expect(await control('DELETE /sandboxes/gone')).toMatchObject({ status: 404, body: { code: 'sandbox_not_found' } })
  expect(await api('GET /store/orders', 'test-key~~gone')).toMatchObject({ status: 401 })
  expect(await control('DELETE /sandboxes/main')).toMatchObject({ status: 409, body: { code: 'sandbox_is_main' } })
})

test('a reset brings orders, clock and faults back and empties the journal', async () => {
  const { control, api } = await controlledServer({ scenario: 'pending' })
  const before = (await api('GET /store/orders')).body
  await api('DELETE /store/orders/1')
  await control('DELETE /sandboxes/main/orders/2')
  await control('POST /sandboxes/main/orders', { id: 50 })
  await control('PUT /sandboxes/main/faults', [{ kind: 'status', status: 503, operation: 'getPet' }])
  await control('PUT /sandboxes/main/clock', { now: '2030-01-01', frozen: true })
  expect(await control('POST /sandboxes/main/reset')).toMatchObject({
    status: 200,
    body: { scenario: 'pending', counts: { pending: 3, shipped: 0, cancelled: 0 }, requests: 0 },
  })
  expect((await api('GET /store/orders')).body).toEqual(before)
  expect((await control('GET /sandboxes/main/faults')).body).toEqual([])
  expect((await control('GET /sandboxes/main/clock')).body).toMatchObject({ frozen: false })
  const reset = await control('POST /sandboxes/main/reset', { keepRequests: true })
  expect(reset).toMatchObject({ status: 200, body: { requests: 1 } })
})

test('a reset leads to another scenario, which it keeps', async () => {
  const { control } = await controlledServer()
  expect(await control('POST /sandboxes/main/reset', { scenario: 'shipped' })).toMatchObject({
    body: { scenario: 'shipped' },
  })
  expect(await control('POST /sandboxes/main/reset')).toMatchObject({ body: { scenario: 'shipped' } })
  const { body } = await control('POST /sandboxes/main/reset', { scenario: 'nope' })
  expect(body).toMatchObject({ status: 400, message: expect.stringMatching(/^scenario: there is no scenario "nope"/) })
})

test('the state is a scenario document: taken out, it restores the same state, here or elsewhere', async () => {
  const { control, api } = await controlledServer({ scenario: 'int64' })
  await api('DELETE /store/orders/9223372036854775807')
  await control('PUT /sandboxes/main/clock', { now: '2027-01-01T00:00:00Z', frozen: true })
  await control('POST /sandboxes/main/orders', { id: 7, shipAfter: 'PT90S', quantity: 3 })
  await control('PUT /sandboxes/main/faults', [{ kind: 'status', status: 503, times: 2, operation: 'cancelOrder' }])
  await api('DELETE /store/orders/0')
  const { body: state } = await control('GET /sandboxes/main/state')
  const list = (await api('GET /store/orders')).body

  await control('POST /sandboxes', { name: 'copy', scenario: 'empty' })
  expect(await control('PUT /sandboxes/copy/state', state)).toMatchObject({ status: 200 })
  expect((await control('GET /sandboxes/copy/state')).body).toEqual(state)
  expect((await api('GET /store/orders', 'test-key~~copy')).body).toEqual(list)
  expect(state).toMatchObject({ faults: [{ fired: 1, times: 2 }] })
  expect(await control('POST /sandboxes/copy/reset')).toMatchObject({ body: { counts: { pending: 0 } } })

  await using other = (await controlledServer({ scenario: parseJson(stringifyJson(state)) as object })).server
  expect(other.mock.sandbox().state()).toEqual({ ...(state as object), orders: other.mock.sandbox().orders.all() })
})
