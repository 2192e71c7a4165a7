import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('an order is added one line away, and taken away again', async () => {
  const { control, api } = await controlledServer()
  const { status, headers, body } = await control('POST /sandboxes/main/orders', { status: 'shipped' })
  expect({ status, body }).toEqual({ status: 201, body: { id: 9, status: 'shipped' } })
  expect(headers['location']).toBe('/__mock/sandboxes/main/orders/9')
  expect(await api('DELETE /store/orders/9')).toMatchObject({ status: 409 })
  const { status: deleted, headers: none } = await control('DELETE /sandboxes/main/orders/9')
  expect([deleted, none['content-type'], none['content-length']]).toEqual([204, undefined, undefined])
  expect(await api('DELETE /store/orders/9')).toMatchObject({ status: 404 })
})

test('ids are exact as numbers and as strings', async () => {
  const { control } = await controlledServer({ scenario: 'empty' })
  for (const [id, value] of [
    ['9007199254740993', 9007199254740993n],
    ['"9007199254740995"', 9007199254740995n],
  ]) {
    const { body } = await control('POST /sandboxes/main/orders', `{"id":${id}}`)
    expect(body).toEqual({ id: value, status: 'pending' })
  }
  expect(await control('GET /sandboxes/main/orders/9007199254740992')).toMatchObject({ status: 404 })
  // As some generated clients write that there is no body.
  expect(await control('POST /sandboxes/main/orders', 'null')).toMatchObject({ status: 201 })
})

test('PUT creates an order, and replaces it wholly', async () => {
  const { control } = await controlledServer({ scenario: 'empty' })
  expect(await control('PUT /sandboxes/main/orders/5', { id: '5', petId: 1, quantity: 2 })).toMatchObject({
    status: 201,
    headers: { location: '/__mock/sandboxes/main/orders/5' },
    body: { id: 5, petId: 1, quantity: 2, status: 'pending' },
  })
  const replaced = await control('PUT /sandboxes/main/orders/5', { complete: true, status: 'cancelled' })
  expect([replaced.status, replaced.body]).toEqual([200, { id: 5, complete: true, status: 'cancelled' }])
  expect(await control('PUT /sandboxes/main/orders/5', { id: 6 })).toMatchObject({ status: 400 })
})

test('PATCH changes what it names, and null takes away', async () => {
  const scenario = { orders: [{ id: 1, petId: 3, quantity: 4, complete: false }] }
  const { control } = await controlledServer({ scenario })
  const changes = { quantity: null, complete: true, petId: '9223372036854775807' }
  const { status, body } = await control('PATCH /sandboxes/main/orders/1', changes)
  const changed = { id: 1, petId: 9223372036854775807n, complete: true, status: 'pending' }
  expect([status, body]).toEqual([200, changed])
})

test.each([
  ['POST', '1/ship', 200, { id: 1, status: 'shipped' }],
  ['POST', '2/ship', 409, { code: 'order_already_shipped' }],
  ['POST', '3/ship', 409, { code: 'order_already_cancelled' }],
  ['POST', '404/ship', 404, { code: 'order_not_found' }],
  ['DELETE', '404', 404, { code: 'order_not_found' }],
  ['PUT', '1.5', 400, { message: expect.stringMatching(/^id: .* is not an id/) }],
  ['GET', 'abc', 400, { message: expect.stringMatching(/^id: .* is not an id/) }],
])('%s of order %s returns %i', async (method, order, status, body) => {
  const { control } = await controlledServer()
  expect(await control(`${method} /sandboxes/main/orders/${order}`)).toMatchObject({ status, body })
})

test('dates count from the clock of the sandbox, in whole seconds', async () => {
  const { control } = await controlledServer()
  await control('PUT /sandboxes/main/clock', { now: '2030-06-01T00:00:00.750Z', frozen: true })
  const added = await control('POST /sandboxes/main/orders', { shipDate: 'now+P1D' })
  expect(added.body).toMatchObject({ shipDate: '2030-06-02T00:00:00Z' })
  const { status, body } = await control('POST /sandboxes/main/orders', { shipDate: '2030-02-30T00:00:00Z' })
  const message = 'shipDate: "2030-02-30T00:00:00Z" is not a date-time of ISO 8601'
  expect([status, body]).toMatchObject([400, { message: expect.stringContaining(message) }])
})
