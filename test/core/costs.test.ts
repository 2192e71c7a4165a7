import { afterEach, expect, test, vi } from 'vitest'
import { handlerOf, OrdersMock } from '../../src/core/index.js'
import { SeedOrders } from '../../src/core/scenario/seed-orders.js'

// The cost of an operation is measured in the entries of maps, arrays and scenarios that it touches, not in time.

afterEach(() => {
  vi.restoreAllMocks()
})

/** Counts the calls to maps, to the orders of scenarios, and to the iterators of maps and arrays while `run` runs. */
function countSteps(run: () => void): Record<string, number> {
  const steps: Record<string, number> = {}
  const places: readonly (readonly [target: object, methods: readonly string[]])[] = [
    [Map.prototype, ['get', 'has', 'set', 'delete']],
    [SeedOrders.prototype, ['at', 'placeOf']],
    [Object.getPrototypeOf(new Map().values()) as object, ['next']],
    [Object.getPrototypeOf([].values()) as object, ['next']],
  ]
  const restore = places.flatMap(([target, methods]) => methods.map((method) => countCalls(target, method, steps)))
  try {
    run()
  } finally {
    for (const each of restore) each()
  }
  return steps
}

/** Replaces a method by one that counts; by hand, because a spy iterates itself. */
function countCalls(target: object, method: string, steps: Record<string, number>): () => void {
  const original = Reflect.get(target, method) as (...values: unknown[]) => unknown
  Reflect.set(target, method, function counting(this: unknown, ...values: unknown[]) {
    steps[method] = (steps[method] ?? 0) + 1
    return Reflect.apply(original, this, values)
  })
  return () => Reflect.set(target, method, original)
}

function mockOf(count: number): OrdersMock {
  const mock = new OrdersMock({ scenario: { orders: [{ generate: { count, status: 'pending' } }] } })
  // The first request of a kind prepares what all later ones share.
  mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
  mock.handle({ method: 'DELETE', path: '/store/orders/2', authorization: 'Bearer test-key' })
  return mock
}

const ACTIONS: readonly (readonly [what: string, act: (mock: OrdersMock) => unknown])[] = [
  ['cancelling by id', (mock) => request(mock, 'DELETE', '/store/orders/7')],
  ['refusing to cancel again', (mock) => request(mock, 'DELETE', '/store/orders/2')],
  ['refusing to cancel what is not there', (mock) => request(mock, 'DELETE', '/store/orders/999999999')],
  ['reading by id', (mock) => mock.sandbox().orders.get(7)],
  ['shipping by id', (mock) => mock.sandbox().orders.ship(8)],
  ['replacing by id', (mock) => mock.sandbox().orders.put(9, { quantity: 1 })],
  ['removing by id', (mock) => mock.sandbox().orders.remove(10)],
  ['adding without an id', (mock) => mock.sandbox().orders.add()],
  ['counting by status', (mock) => mock.sandbox().counts],
  ['starting again', (mock) => mock.sandbox().reset()],
  ['listing what has not changed', (mock) => request(mock, 'GET', '/store/orders')],
]

// Both see the same actions in the same sequence: a hundred thousand orders take a while to make.
const few = mockOf(10)
const many = mockOf(100_000)

test.each(ACTIONS)('%s takes the same steps among 10 orders and among 100,000', (_, act) => {
  const steps = countSteps(() => act(few))
  expect(Object.values(steps).some((step) => step > 0)).toBe(true)
  expect(countSteps(() => act(many))).toEqual(steps)
})

test('counting steps distinguishes a scan from a lookup', () => {
  const [ten, thousand] = [mockOf(10), mockOf(1000)].map(
    (mock) => countSteps(() => mock.sandbox().orders.all())['at'] ?? 0,
  )
  expect(ten).toBeLessThan(50)
  expect(thousand).toBeGreaterThanOrEqual(1000)
})

test('a cancel reuses the encoded list, and a new order does not', () => {
  const mock = mockOf(10)
  const before = request(mock, 'GET', '/store/orders').body
  request(mock, 'DELETE', '/store/orders/1')
  expect(request(mock, 'GET', '/store/orders').body).toBe(before)
  mock.sandbox().orders.add()
  expect(request(mock, 'GET', '/store/orders').body).not.toBe(before)
})

test('a list of 100,000 orders is written anew only where it has changed', () => {
  const written = vi.spyOn(JSON, 'stringify')
  many.sandbox().orders.remove(50_000)
  many.sandbox().orders.put(70_000, { quantity: 7 })
  many.sandbox().orders.add()
  written.mockClear()
  const { body } = request(many, 'GET', '/store/orders')
  // The date of each order that is written goes through it.
  expect(written.mock.calls.length).toBeLessThan(1000)
  expect(body.byteLength).toBeGreaterThan(8_000_000)
})

test('no request waits until a list of more than 100,000 orders is written', () => {
  const mock = new OrdersMock({ scenario: { orders: [{ generate: { count: 100_001 } }] } })
  const written = vi.spyOn(JSON, 'stringify')
  request(mock, 'GET', '/store/orders')
  expect(written).not.toHaveBeenCalled()
})

test('a thousand sandboxes of one scenario share its list', () => {
  const mock = mockOf(10)
  const bodies = Array.from(
    { length: 1000 },
    (_, index) =>
      handlerOf(mock)({ method: 'GET', path: '/store/orders', authorization: `Bearer test-key~large~w${index}` }).body,
  )
  expect(new Set(bodies).size).toBe(1)
})

function request(mock: OrdersMock, method: string, path: string): ReturnType<OrdersMock['handle']> {
  return handlerOf(mock)({ method, path, authorization: 'Bearer test-key' })
}
