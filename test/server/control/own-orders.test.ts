import { expect, test } from 'vitest'
import { createControlApi } from '../../../src/control/index.js'
import { OrdersMock } from '../../../src/core/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'

// A server allows five million.
const BOUND = 100

test('the orders that sandboxes hold of their own are bounded over all sandboxes', () => {
  const { mock, send } = boundedApi()
  expect(send('PUT /sandboxes/main/state', ordersOf(60)).status).toBe(200)
  const before = mock.sandbox().orders.all()
  const refused = { status: 409, code: 'too_many_orders', message: refusalAt(101) }
  expect(send('POST /sandboxes', ordersOf(41)).body).toEqual(refused)
  expect(send('PUT /sandboxes/pending/state', { orders: [{ generate: { count: 40 } }, { id: 7 }] }).body).toEqual(
    refused,
  )
  expect(send('POST /provider-states?sandbox=b', { state: 'many orders', params: { count: 41 } }).body).toEqual(refused)
  expect(send('POST /sandboxes', { name: 'a', ...ordersOf(40) }).status).toBe(201)
  expect(send('POST /sandboxes/main/orders').body).toEqual(refused)
  expect(send('PUT /sandboxes/a/orders/900', {}).body).toEqual(refused)
  expect(send('POST /provider-states', { state: 'a pending order' }).body).toEqual(refused)
  expect(mock.sandbox().orders.all()).toEqual(before)
})

test('room is made by whatever takes orders away', () => {
  const { send } = boundedApi()
  send('POST /sandboxes', { name: 'a' })
  for (const [line, body] of [
    ['POST /sandboxes/a/reset', { scenario: 'large' }],
    ['PUT /sandboxes/a/state', {}],
    ['POST /provider-states?sandbox=a', { state: 'no orders' }],
    ['DELETE /sandboxes/a', undefined],
  ] as const) {
    expect(send('PUT /sandboxes/a/state', ordersOf(100)).status).toBe(200)
    const fifty = { name: 'b', ...ordersOf(50) }
    const statuses = [send('POST /sandboxes', fifty), send(line, body), send('POST /sandboxes', fifty)]
    expect([line, ...statuses.map(({ status }) => Math.floor(status / 100))]).toEqual([line, 4, 2, 2])
    send('DELETE /sandboxes/b')
  }
})

test('what a document replaces makes room for it, but not what a reset leads back to', () => {
  const { send } = boundedApi()
  expect(send('PUT /sandboxes/main/state', ordersOf(100)).status).toBe(200)
  expect(send('PUT /sandboxes/main/state', ordersOf(90)).status).toBe(200)
  send('PUT /sandboxes/main/state', {})
  expect(send('POST /sandboxes', { name: 'a', ...ordersOf(60) }).status).toBe(201)
  expect(send('PUT /sandboxes/a/state', ordersOf(41)).status).toBe(409)
  expect(send('PUT /sandboxes/a/state', ordersOf(40)).status).toBe(200)
})

test('orders of scenarios count not at all, and what is put in the place of one counts', () => {
  const { mock, send } = boundedApi()
  for (let index = 0; index < 200; index += 1) mock.sandbox(`large~${index}`)
  const { orders } = mock.sandbox('large~0')
  for (let id = 1; id <= 50; id += 1) orders.put(id, {})
  for (let id = 51; id <= 60; id += 1) orders.remove(id)
  for (let id = 61; id <= 999; id += 1) orders.act('cancel', String(id))
  expect(send('POST /sandboxes', ordersOf(51)).status).toBe(409)
  const made = send('POST /sandboxes', { name: 'a', ...ordersOf(50) })
  expect(made.status).toBe(201)
  // Sandboxes that share one document, as restored ones do, hold its orders once.
  mock.restoreSandbox({ ...mock.sandbox('a').toState(), name: 'b' })
  expect(send('POST /sandboxes', ordersOf(1)).body).toMatchObject({ message: refusalAt(101) })
})

test('documents that are read at the same time have room together', () => {
  const { start } = boundedApi()
  const first = start('PUT /sandboxes/main/state', ordersOf(60))
  expect(first.next().done).toBe(false)
  const second = start('POST /sandboxes', ordersOf(60))
  expect(responseOf(second).status).toBe(409)
  expect(responseOf(first).status).toBe(200)
  expect(responseOf(start('POST /sandboxes', ordersOf(40))).status).toBe(201)
})

test('a document with a mistake takes up no room, and public calls, shipping and removing need none', () => {
  const { mock, send } = boundedApi()
  expect(send('POST /sandboxes', { orders: [{ generate: { count: 60, seed: 'x' } }] }).status).toBe(400)
  expect(send('POST /sandboxes', { name: '.', ...ordersOf(60) }).status).toBe(400)
  send('PUT /sandboxes/main/state', ordersOf(100))
  const request = { method: 'DELETE', path: '/store/orders/1', authorization: 'Bearer test-key' }
  expect(mock.handle(request).status).toBe(204)
  expect(mock.handle({ ...request, authorization: 'Bearer test-key~pending~x' }).status).toBe(204)
  expect(send('POST /sandboxes/main/orders/2/ship').status).toBe(200)
  expect(send('DELETE /sandboxes/main/orders/3').status).toBe(204)
  expect(send('PUT /sandboxes/main/clock', { advance: 'P1D' }).status).toBe(200)
})

function boundedApi() {
  const mock = new OrdersMock()
  const api = createControlApi(
    { mock, startedMs: 0, panelUrl: () => undefined, extraOperations: undefined, moreLinks: [] },
    { maxOwnOrders: BOUND },
  )
  const start = (line: string, document?: unknown) => {
    const [method = '', url = ''] = line.split(' ')
    const { pathname: path, searchParams: query } = new URL(url, 'http://any')
    const body = new TextEncoder().encode(document === undefined ? '' : stringifyJson(document))
    return api.respond({ method, url, path, query, body, origin: 'http://any', baseUrl: 'http://any/v1' })
  }
  return { mock, start, send: (line: string, document?: unknown) => responseOf(start(line, document)) }
}

function responseOf(steps: ReturnType<ReturnType<typeof createControlApi>['respond']>) {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const text = new TextDecoder().decode(step.value.body)
  return { status: step.value.status, body: text === '' ? undefined : parseJson(text) }
}

function ordersOf(count: number) {
  return { orders: [{ generate: { count, status: 'pending' as const } }] }
}

function refusalAt(count: number): string {
  return `The sandboxes would then hold ${count} orders of their own; ${BOUND} is the most. Delete sandboxes that are no longer needed, or reset them to a scenario.`
}
