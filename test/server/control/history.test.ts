import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

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
  ['a change that is no number', 'GET /sandboxes/main/state?at=first', undefined, 400],
] as const) {
  test(`${what} is refused with ${status}`, async () => {
    const { control } = await controlledServer()
    expect(await control(line, body)).toMatchObject({ status })
  })
}
