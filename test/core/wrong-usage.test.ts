import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { createOrdersHandlers } from '../../src/msw/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'

// A program may be plain JavaScript: errors say what types would have said.

test.each<[options: object | null, message: RegExp]>([
  [{ scenaro: 'shipped' }, /^There is no option "scenaro"\.$/],
  [{ keys: 'mine' }, /^Pass the API keys as an array of strings/],
  [{ keys: [7] }, /^"7" is not a valid API key/],
  [{ keys: [] }, /^A mock needs at least one API key/],
  ...['', 'two words', 'tab\t', 'schl\u00fcssel', 'line\nend'].map((key): [object, RegExp] => [
    { keys: ['good', key] },
    /is not a valid API key/,
  ]),
  [{ maxSandboxes: 0 }, /^maxSandboxes must be a whole number from 1, /],
  [{ maxSandboxes: '9' }, /^maxSandboxes must be a whole number from 1, /],
  [{ latencyMs: '9' }, /^latencyMs must be a number of milliseconds from 0 to 600000, not 9\.$/],
  [{ latencyMs: -1 }, /^latencyMs must be a number of milliseconds from 0 to 600000, not -1\.$/],
  [{ node: 'a.b' }, /^"a\.b" is not a valid node name: use up to 40 letters, digits, "_" and "-"\.$/],
])('a mock cannot be made with the options %j', (options, message) => {
  expect(() => new OrdersMock(options as never)).toThrow(message)
})

test('an unknown option of a server, and an unknown field of a new sandbox, are named', async () => {
  await expect(startServer({ prt: 5 } as never)).rejects.toThrow(/^There is no option "prt"/)
  const mock = new OrdersMock()
  expect(() => mock.createSandbox({ scenaro: 'shipped' } as never)).toThrow(/^There is no member "scenaro"\.$/)
})

test('middleware needs a mock, and handlers need a base URL', () => {
  expect(() => ordersMiddleware({ scenario: 'empty' } as never)).toThrow(/^ordersMiddleware needs a mock/)
  expect(() => createOrdersHandlers({} as never)).toThrow(/^createOrdersHandlers needs the base URL of the API/)
})

test.each<[filter: object, message: RegExp]>([
  [{ operaton: 'cancelOrder' }, /^There is no filter "operaton"/],
  [
    { operation: 'cancelOrders' },
    /^operation: there is no operation "cancelOrders"\. Known: listOrders, cancelOrder, getPet$/,
  ],
  [{ status: '409' }, /^status: must be from 100 to 599, or 0 for no response, not "409"$/],
  [{ limit: 0 }, /^limit: must be 1 or more, not 0$/],
  [{ since: 'yesterday' }, /^since: "yesterday" is not an instant, such as 2026-11-20T12:00:00Z, or a date/],
  [{ orderId: 2 ** 53 }, /^orderId: 9007199254740992 is not an id: as a JavaScript number it may have lost digits/],
])('requests cannot be filtered by %j', (filter, message) => {
  expect(() => new OrdersMock().sandbox().requests.count(filter as never)).toThrow(message)
})

test('requests can be filtered by an id in any form', async () => {
  const mock = new OrdersMock()
  mock.handle({ method: 'DELETE', path: '/store/orders/9007199254740993', authorization: 'Bearer test-key' })
  const { requests } = mock.sandbox()
  for (const orderId of [9007199254740993n, '9007199254740993']) expect(requests.count({ orderId })).toBe(1)
})
