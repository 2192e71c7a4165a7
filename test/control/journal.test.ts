import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('keys are redacted, even those that are rejected', async () => {
  const { control, api } = await controlledServer({ keys: ['test-key', 'k'] })
  for (const key of ['test-key~nope', 'secret-of-somebody', 'k', 'k~shipped~a~b']) await api('GET /store/orders', key)
  const { body } = await control('GET /sandboxes/main/requests')
  expect((body as { key: string }[]).map(({ key }) => key)).toEqual(['test…~nope', 'secr…', '…', '…~shipped~a~b'])
})

test('filters narrow the journal down, and each holds', async () => {
  const { control, api } = await controlledServer()
  await api('GET /store/orders')
  for (const id of ['1', '1', '2', '404']) await api(`DELETE /store/orders/${id}`)
  const ids = async (query: string): Promise<number[]> => {
    const { body } = await control(`GET /sandboxes/main/requests?${query}`)
    return (body as { id: number }[]).map(({ id }) => id)
  }
  expect(await ids('operation=cancelOrder')).toEqual([2, 3, 4, 5])
  expect(await ids('status=409')).toEqual([3, 4])
  expect(await ids('orderId=1')).toEqual([2, 3])
  expect(await ids('orderId=1&status=204')).toEqual([2])
  expect(await ids('since=3')).toEqual([4, 5])
  expect(await ids('limit=2')).toEqual([4, 5])
  expect(await ids('since=2000-01-01T00:00:00Z&limit=1')).toEqual([5])
  expect(await ids('since=2999-01-01')).toEqual([])
  expect((await control('GET /sandboxes/main/requests/count?operation=cancelOrder&status=409')).body).toEqual({
    count: 2,
    evicted: 0,
  })
})

test('the journal keeps the last thousand requests and says how many it dropped; a rewind is not one', async () => {
  const { control, server } = await controlledServer()
  server.mock.sandbox().rewind({ to: 0 })
  const authorization = `Bearer ${server.apiKey}`
  for (let request = 0; request < 1_234; request += 1)
    server.mock.handle({ method: 'GET', path: '/store/orders', authorization })
  const { body } = await control('GET /sandboxes/main/requests')
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => index + 236),
  )
  expect((await control('GET /sandboxes/main/requests/count')).body).toEqual({ count: 1_000, evicted: 234 })
  expect((await control('GET /sandboxes/main')).body).toMatchObject({ requests: 1_234 })
})

test('a journal that was cleared counts from then on', async () => {
  const { control, api } = await controlledServer()
  await api('GET /store/orders')
  expect(await control('DELETE /sandboxes/main/requests')).toMatchObject({ status: 204 })
  expect((await control('GET /sandboxes/main/requests/count')).body).toEqual({ count: 0, evicted: 0 })
  await api('GET /store/orders')
  expect((await control('GET /sandboxes/main/requests')).body).toMatchObject([{ id: 2 }])
})

test('an empty journal names another sandbox that requests came to, and says nothing else', async () => {
  const { control, api } = await controlledServer()
  const look = async (line: string) => {
    const { body, headers } = await control(line)
    return { body, hint: headers['orders-mock-hint'] }
  }
  expect(await look('GET /sandboxes/main/requests')).toEqual({ body: [], hint: undefined })
  await api('GET /store/orders', 'test-key~shipped')
  const hint = 'The sandbox "main" received no requests, but "shipped" did. The API key selects the sandbox.'
  expect(await look('GET /sandboxes/main/requests')).toEqual({ body: [], hint })
  expect(await look('GET /sandboxes/main/requests/count?status=409')).toEqual({
    body: { count: 0, evicted: 0, hint },
    hint,
  })
  await api('GET /store/orders')
  expect(await look('GET /sandboxes/main/requests/count?status=409')).toEqual({
    body: { count: 0, evicted: 0 },
    hint: undefined,
  })
})

test('a query that makes no sense is rejected with what is allowed', async () => {
  const { control } = await controlledServer()
  const refused = async (query: string): Promise<unknown> => {
    const { status, body } = await control(`GET /sandboxes/main/requests?${query}`)
    return status === 400 ? (body as { message: string }).message : status
  }
  expect(await refused('limit=')).toBe('limit: must not be empty; set a value or omit it')
  expect(await refused('since=2026-13-01')).toMatch('since: "2026-13-01" is not an instant')
  expect(await refused('status=1&status=2&status=1')).toBe('status: must be given only once, not 3 times')
  expect(await refused('limits=1')).toBe(
    'limits: there is no such query parameter. Did you mean limit? Known: operation, status, orderId, since, traceId, limit',
  )
  expect(await refused('limit=5x')).toBe('limit: must be an integer, not "5x"')
  expect(await refused('limit=-1')).toBe('limit: must be at least 1, not -1')
  expect(await refused('limit=99999999999999999999')).toBe(200)
})
