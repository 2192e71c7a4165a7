import { ControlClient, type RemoteSandbox } from 'orders-mock/control'
import { startServer } from 'orders-mock/server'
import { afterAll, expect, test } from 'vitest'

const server = await startServer({ controlToken: 'secret' })
const client = new ControlClient(server.baseUrl, { token: 'secret' })
afterAll(() => server.close())

const cancel = (box: { apiKey: string; baseUrl: string }, id: bigint | number) =>
  fetch(`${box.baseUrl}/store/orders/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${box.apiKey}` } })

test('a sandbox is made, and clients reach it with its key', async () => {
  const box = await client.createSandbox({ scenario: 'shipped' })
  expect((await cancel(box, 1)).status).toBe(409)
  expect(await box.requests.count({ status: 409, orderId: 1 })).toBe(1)
  expect(await box.requests.all()).toMatchObject([{ operation: 'cancelOrder', status: 409, orderId: '1' }])
  const detail = await box.requests.get(1)
  expect(Object.entries(detail.request.headers).find(([name]) => /^authorization$/i.test(name))?.[1]).toBe('…')
  expect(detail.response.headers).toMatchObject({ 'Content-Type': 'application/json' })
  expect(JSON.parse(detail.response.body)).toMatchObject({ code: 'order_already_shipped' })
  expect(detail.response.isCut).toBe(false)
  await expect(box.requests.get(2)).rejects.toMatchObject({ status: 404, code: 'request_not_found' })
  await box.delete()
  await expect(box.read()).rejects.toMatchObject({ status: 404, code: 'sandbox_not_found' })
})

test('ids are bigints, and keep every digit', async () => {
  const box = await client.createSandbox({ scenario: 'empty' })
  const added = await box.orders.add({ id: 9223372036854775807n, petId: 11 })
  expect(added).toMatchObject({ id: 9223372036854775807n, petId: 11n, status: 'pending' })
  expect(await box.orders.get('9223372036854775807')).toEqual(added)
  expect(await box.orders.ship(9223372036854775807n)).toMatchObject({ status: 'shipped' })
  expect((await box.orders.all()).map(({ id }) => id)).toEqual([9223372036854775807n])
})

test.each<[asked: string, act: (box: RemoteSandbox, client: ControlClient) => Promise<unknown>]>([
  ['GET health', (_, mock) => mock.health()],
  ['GET sandboxes', (_, mock) => mock.sandboxes()],
  ['POST sandboxes {"name":"a"}', (_, mock) => mock.createSandbox({ name: 'a' })],
  ['GET sandboxes/main', (box) => box.read()],
  ['DELETE sandboxes/main', (box) => box.delete()],
  ['POST sandboxes/main/reset {"scenario":"empty","keepRequests":false}', (box) => box.reset('empty')],
  ['POST sandboxes/main/reset {"keepRequests":true}', (box) => box.reset(undefined, { keepRequests: true })],
  ['GET sandboxes/main/state', (box) => box.state()],
  ['GET sandboxes/main/state?at=7', (box) => box.state({ at: 7 })],
  ['PUT sandboxes/main/state {"orders":[]}', (box) => box.restore({ orders: [] })],
  ['GET sandboxes/main/history', (box) => box.history()],
  ['POST sandboxes/main/undo {}', (box) => box.undo()],
  ['POST sandboxes/main/undo {"change":7}', (box) => box.undo({ change: 7 })],
  ['POST sandboxes/main/rewind {"to":7}', (box) => box.rewind({ to: 7 })],
  ['GET sandboxes/main/orders/7', (box) => box.orders.get(7)],
  ['POST sandboxes/main/orders {}', (box) => box.orders.add()],
  ['PUT sandboxes/main/orders/7 {"status":"shipped"}', (box) => box.orders.put(7, { status: 'shipped' })],
  ['PATCH sandboxes/main/orders/7 {"petId":null}', (box) => box.orders.patch(7, { petId: null })],
  ['POST sandboxes/main/orders/7/ship', (box) => box.orders.ship(7n)],
  ['POST sandboxes/main/orders/batch {"do":"ship","ids":[7]}', (box) => box.orders.ship([7])],
  ['POST sandboxes/main/orders/batch {"do":"delete","ids":[7]}', (box) => box.orders.remove([7])],
  ['DELETE sandboxes/main/orders/7', (box) => box.orders.remove('7')],
  ['GET sandboxes/main/faults', (box) => box.faults.all()],
  ['PUT sandboxes/main/faults []', (box) => box.faults.set([])],
  ['DELETE sandboxes/main/faults', (box) => box.faults.clear()],
  ['GET sandboxes/main/clock', (box) => box.clock.read()],
  ['PUT sandboxes/main/clock {"frozen":true}', (box) => box.clock.freeze()],
  ['PUT sandboxes/main/clock {"frozen":false}', (box) => box.clock.resume()],
  ['GET sandboxes/main/freedoms', (box) => box.freedoms.read()],
  ['PUT sandboxes/main/freedoms 7', (box) => box.freedoms.set(7)],
  ['PUT sandboxes/main/clock {"advance":"P1D"}', (box) => box.clock.advance('P1D')],
  ['PUT sandboxes/main/clock {"now":"2030-01-01"}', (box) => box.clock.set('2030-01-01')],
  ['GET sandboxes/main/requests?status=409', (box) => box.requests.all({ status: 409 })],
  ['GET sandboxes/main/requests/count', (box) => box.requests.hint()],
  ['GET sandboxes/main/requests/count', (box) => box.requests.evicted()],
  ['GET sandboxes/main/requests/count?status=409', (box) => box.requests.count({ status: 409 })],
  ['GET sandboxes/main/requests/next?orderId=7&timeout=30000ms', (box) => box.requests.next({ orderId: 7 })],
  ['GET sandboxes/main/requests/next?timeout=5ms', (box) => box.requests.next({}, { timeoutMs: 5 })],
  ['POST sandboxes/main/requests/7/release', (box) => box.requests.release(7)],
  ['DELETE sandboxes/main/requests', (box) => box.requests.clear()],
])('a method is one request without a token that nobody gave: %s', async (line, act) => {
  const asked: unknown[] = []
  const fetch = async (url: string, { method, body, headers }: RequestInit) => {
    asked.push(
      `${method} ${url.replace('http://any/__mock/', '')} ${typeof body === 'string' ? body : ''}`.trimEnd(),
      new Headers(headers).get('authorization'),
    )
    return new Response('{"id":7,"name":"a"}')
  }
  const mock = new ControlClient('http://any/v1', { fetch })
  await act(mock.sandbox(), mock)
  expect(asked).toEqual([line, null])
})

test('the scenarios are those of the mock', async () => {
  expect((await client.scenarios()).map(({ name }) => name)).toEqual(server.mock.scenarioNames)
})

test.each([
  ['of one sandbox', { sandbox: 'a b' }, ['GET /__mock/events?sandbox=a+b']],
  ['of all sandboxes', {}, ['GET /__mock/events']],
])('events %s are asked for, and read wherever their chunks are cut', async (_, options, asked) => {
  const seen: string[] = []
  const fetch = async (url: string, { method }: RequestInit) => {
    seen.push(`${method} ${new URL(url).pathname}${new URL(url).search}`)
    return new Response(new ReadableStream({ start: sendChunks }))
  }
  const events: unknown[] = []
  for await (const event of new ControlClient('http://any', { fetch }).events(options)) events.push(event)
  expect({ seen, events }).toEqual({
    seen: asked,
    events: [
      { type: 'order', sandbox: 'é', order: { id: 7n } },
      { type: 'order', sandbox: 'é', change: 'removed' },
      { type: 'request', order: { id: 7 } },
    ],
  })
})

const CHUNKS = [
  'retry: 1000\n\nevent: order\ndata: {"sandbox":"é","order":{"id":7}}\n\n: still here\n\n',
  'event: order\ndata: {"sandbox":"é","change":"removed"}\n\nevent: request\ndata: {"order":{"id":7}}\n\n',
]

/** Sends every byte by itself. */
function sendChunks(stream: ReadableStreamDefaultController<Uint8Array>): void {
  for (const byte of Buffer.from(CHUNKS.join(''))) stream.enqueue(Uint8Array.of(byte))
  stream.close()
}

test('leaving the loop ends the stream of events', async () => {
  let isOver = false
  const stream = new ReadableStream({
    pull: (each) => each.enqueue(Buffer.from(CHUNKS.join(''))),
    cancel: () => void (isOver = true),
  })
  const fetch = async () => new Response(stream)
  for await (const _ of new ControlClient('http://any', { fetch }).events()) break
  expect(isOver).toBe(true)
})

test('a signal ends the events', async () => {
  const leaving = new AbortController()
  const next = client.events({ signal: leaving.signal }).next()
  leaving.abort(new Error('enough'))
  await expect(next).rejects.toMatchObject({ status: 0, code: 'no_answer', cause: new Error('enough') })
})

test.each([
  ['a page', '<html>', 'unknown', 'The mock returned 502 for GET /scenarios.'],
  ['null', 'null', 'unknown', 'The mock returned 502 for GET /scenarios.'],
  ['an Error object', '{"code":"c","message":"m"}', 'c', 'm'],
])('a rejection whose body is %s has a code and a message', async (_, body, code, message) => {
  const fetch = async () => new Response(body, { status: 502 })
  const asked = new ControlClient('http://any', { fetch }).scenarios()
  await expect(asked).rejects.toMatchObject({ status: 502, code, message })
})

test('a response that breaks off is an error with its cause', async () => {
  const cause = new Error('cut')
  const fetch = async () => new Response(new ReadableStream({ pull: (stream) => stream.error(cause) }))
  const error = { status: 0, code: 'no_answer', message: 'The response of the mock broke off.', cause }
  await expect(new ControlClient('http://any', { fetch }).health()).rejects.toMatchObject(error)
})

const NOBODY = 'No response from http://127.0.0.1:1/__mock. Check that a mock is running there.'

test.each([
  ['a wrong token', () => new ControlClient(server.origin, { token: 'wrong' }).sandboxes(), { status: 401 }],
  [
    'a token in curved quotes',
    () => new ControlClient(server.origin, { token: '“secret”' }).sandboxes(),
    { status: 401 },
  ],
  ['no token', () => new ControlClient(server.origin).sandboxes(), { status: 401 }],
  ['an unknown scenario', () => client.createSandbox({ scenario: 'shiped' }), { status: 400 }],
  [
    'no mock',
    () => new ControlClient('http://127.0.0.1:1').health(),
    { status: 0, code: 'no_answer', message: NOBODY },
  ],
])('%s is one error, with its status and code', async (_, act, error) => {
  await expect(act()).rejects.toMatchObject({ name: 'ControlClientError', ...error })
})

const ELSEWHERE = '../../victim'
const elsewhere = client.sandbox()

test.each([
  ['get', () => elsewhere.orders.get(ELSEWHERE)],
  ['put', () => elsewhere.orders.put(ELSEWHERE, {})],
  ['patch', () => elsewhere.orders.patch(ELSEWHERE, {})],
  ['ship', () => elsewhere.orders.ship(ELSEWHERE)],
  ['remove', () => elsewhere.orders.remove(ELSEWHERE)],
  ['a parent', () => elsewhere.orders.remove('..')],
  ['an encoded parent', () => elsewhere.orders.remove('%2e%2E')],
  ['a request', () => elsewhere.requests.get('..' as never)],
  ['a sandbox', () => client.sandbox('..').delete()],
  ['a sandbox without a name', () => client.sandbox('').delete()],
])('an id or a name is not a path, and leads to nothing else: %s', async (_, act) => {
  await client.createSandbox({ name: 'victim' }).catch(() => {})
  await expect(act()).rejects.toMatchObject({ name: 'ControlClientError', status: 400, code: 'invalid_request' })
  expect((await client.sandbox('victim').read()).name).toBe('victim')
})

test('an address without a scheme is rejected with the right one', () => {
  const example = 'Example: "http://127.0.0.1:4010".'
  for (const [url, hint] of [
    ['localhost:4010', ' Did you mean "http://localhost:4010"?'],
    ['mock', ' Did you mean "http://mock"?'],
    ['see http://mock', ''],
    ['http://', ''],
  ] as const)
    expect(() => new ControlClient(url)).toThrow(
      new TypeError(`"${url}" is not the address of a mock.${hint} ${example}`),
    )
})

test('a change of many orders returns how many there were, and one of a single order returns the order', async () => {
  const { orders } = await client.createSandbox({ orders: [1, 2, 3].map((id) => ({ id })) })
  expect([await orders.ship([1]), await orders.cancel([2])]).toEqual([1, 1])
  expect(await orders.cancel(3)).toEqual({ id: 3n, status: 'cancelled' })
  await expect(orders.ship([1, 404])).rejects.toMatchObject({ status: 409, code: 'orders_not_changed' })
})
