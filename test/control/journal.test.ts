import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test.each([
  ['operation=cancelOrder', [2, 3, 4, 5]],
  ['status=409', [3, 4]],
  ['orderId=1', [2, 3]],
  ['orderId=1&status=204', [2]],
  ['since=3', [4, 5]],
  ['limit=2', [4, 5]],
  ['since=2000-01-01T00:00:00Z&limit=1', [5]],
  ['since=2999-01-01', []],
])('the filter %s narrows the journal down, and its count', async (query, ids) => {
  const { control, api } = await controlledServer()
  await api('GET /store/orders')
  for (const id of ['1', '1', '2', '404']) await api(`DELETE /store/orders/${id}`)
  const { body } = await control(`GET /sandboxes/main/requests?${query}`)
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual(ids)
  if (query.includes('limit')) return
  expect((await control(`GET /sandboxes/main/requests/count?${query}`)).body).toEqual({ count: ids.length, evicted: 0 })
})

test('the journal keeps the last thousand requests and says how many it dropped; a rewind is not one', async () => {
  const { control, server } = await controlledServer()
  server.mock.sandbox().rewind({ to: 0 })
  const authorization = `Bearer ${server.apiKey}`
  for (let request = 0; request < 1_234; request += 1)
    server.mock.handle({ method: 'GET', path: '/store/orders', authorization })
  const kept = (await control('GET /sandboxes/main/requests')).body as { id: number }[]
  expect([kept.length, kept.at(0)?.id, kept.at(-1)?.id]).toEqual([1_000, 236, 1_235])
  expect((await control('GET /sandboxes/main/requests/count')).body).toEqual({ count: 1_000, evicted: 234 })
  expect((await control('GET /sandboxes/main')).body).toMatchObject({ requests: 1_234 })
  for (let request = 0; request < 101; request += 1) server.mock.handle({ method: 'GET', path: '/store/orders' })
  const dropped = { evicted: 336, evictedUnkeyed: 1 }
  expect((await control('GET /sandboxes/main/requests/count')).body).toMatchObject(dropped)
})

test.each(['', '&timeout=9s', '&timeout=1m'])('a request that has come is not waited for: since=1%s', async (query) => {
  const { control, api } = await controlledServer()
  for (const id of [1, 2]) await api(`DELETE /store/orders/${id}`)
  const next = await control(`GET /sandboxes/main/requests/next?since=1${query}`)
  expect(next).toMatchObject({ status: 200, body: { id: 2, orderId: '2', status: 409 } })
})

test('a held request is carried out once it is released', async () => {
  const { control, api } = await controlledServer()
  await control('PUT /sandboxes/main/faults', [{ kind: 'hold' }])
  const held = api('DELETE /store/orders/1')
  expect((await control('GET /sandboxes/main/requests/next')).body).toMatchObject({ id: 1, held: true })
  const release = () => control('POST /sandboxes/main/requests/1/release')
  expect(await release()).toMatchObject({ status: 200, body: { id: 1, status: 204 } })
  expect(await held).toMatchObject({ status: 204 })
  expect(await release()).toMatchObject({ status: 409, body: { code: 'not_held' } })
  expect((await control('GET /sandboxes/main/history')).body).toMatchObject({ changes: [{}, { requestId: 1 }] })
  // The request that came next did not make that change, and came after it.
  await control('DELETE /sandboxes/main/faults')
  await api('DELETE /store/orders/4')
  await control('POST /sandboxes/main/rewind', { beforeRequest: 2 })
  expect((await control('GET /sandboxes/main/history')).body).toMatchObject({ changes: [{}, { requestId: 1 }, {}, {}] })
  expect((await control('GET /sandboxes/main/orders/1')).body).toMatchObject({ status: 'cancelled' })
})

test('a journal that was cleared counts from then on', async () => {
  const { control, api } = await controlledServer()
  await api('GET /store/orders')
  expect(await control('DELETE /sandboxes/main/requests')).toMatchObject({ status: 204 })
  expect((await control('GET /sandboxes/main/requests/count')).body).toEqual({ count: 0, evicted: 0 })
  await api('GET /store/orders')
  expect((await control('GET /sandboxes/main/requests')).body).toMatchObject([{ id: 2 }])
})

test('the count of an empty journal names another sandbox that requests came to, and nothing else', async () => {
  const { control, api } = await controlledServer()
  const count = async () => (await control('GET /sandboxes/main/requests/count?status=409')).body
  expect(await count()).toEqual({ count: 0, evicted: 0 })
  await api('GET /store/orders', 'test-key~shipped')
  const hint = 'The sandbox "main" received no requests, but "shipped" did. The API key selects the sandbox.'
  expect(await count()).toEqual({ count: 0, evicted: 0, hint })
  await api('GET /store/orders')
  expect(await count()).toEqual({ count: 0, evicted: 0 })
})

const KNOWN = 'operation, status, orderId, since, traceId, limit'

test.each([
  ['limit=', 'limit: must not be empty; set a value or omit it'],
  ['since=2026-13-01', expect.stringContaining('since: "2026-13-01" is not an instant') as string],
  ['status=1&status=2&status=1', 'status: must be given only once, not 3 times'],
  ['limits=1', `limits: there is no such query parameter. Did you mean limit? Known: ${KNOWN}`],
  ['limit=5x', 'limit: must be an integer, not "5x"'],
  ['limit=x5', 'limit: must be an integer, not "x5"'],
  ['limit=-1', 'limit: must be at least 1, not -1'],
])('the query %s is rejected with what is allowed', async (query, message) => {
  const { control } = await controlledServer()
  expect(await control(`GET /sandboxes/main/requests?${query}`)).toMatchObject({ status: 400, body: { message } })
})
