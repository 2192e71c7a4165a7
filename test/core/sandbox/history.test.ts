import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

function ask(mock: OrdersMock, method: string, path: string): number | undefined {
  return mock.handle({ method, path, authorization: 'Bearer test-key' }).status
}

test('faults and a reset are changes, and are undone', () => {
  const sandbox = new OrdersMock({ scenario: 'pending' }).sandbox()
  sandbox.faults.set([{ kind: 'status', times: 1 }])
  sandbox.reset('shipped')
  expect(sandbox.history().changes).toMatchObject([{ by: 'control', change: 'faults' }, { change: 'reset' }])
  sandbox.undo()
  expect([sandbox.scenario, sandbox.faults.all().length]).toEqual(['pending', 1])
  sandbox.undo()
  expect(sandbox.faults.all()).toEqual([])
})

test('orders that ship when the clock is moved are undone with the move', () => {
  const mock = new OrdersMock({ scenarios: { soon: { orders: [{ id: 1, shipAfter: 'P1D' }] } }, scenario: 'soon' })
  const sandbox = mock.sandbox()
  const status = 'shipped'
  const events: unknown[] = []
  mock.subscribe((event) => events.push(event))
  sandbox.clock.advance('P2D')
  expect(events).toEqual([
    { type: 'sandbox', sandbox: 'main', change: 'clock' },
    { type: 'order', sandbox: 'main', change: 'shipped', orderId: '1', status, order: { id: 1n, status } },
  ])
  expect(sandbox.history().changes).toMatchObject([
    { id: 1, by: 'control', change: 'clock' },
    { id: 2, by: 'clock', change: 'shipped', orderId: '1' },
  ])
  expect(sandbox.orders.get(1)?.status).toBe('shipped')
  expect(sandbox.undo()).toMatchObject({ id: 2 })
  expect(events.slice(2)).toMatchObject([{ change: 'undone' }])
  expect(sandbox.orders.get(1)?.status).toBe('pending')
  expect(sandbox.history().changes).toEqual([])
  sandbox.orders.remove(1)
  expect(events.at(-1)).toEqual({ type: 'order', sandbox: 'main', change: 'removed', orderId: '1' })
})

test('what a listener changes is reported to all listeners after what it heard of, even if another one fails', () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const { orders } = mock.sandbox()
  mock.subscribe((event) => event.type === 'order' && event.change === 'added' && orders.ship(event.orderId))
  mock.subscribe((event) => {
    if ('change' in event && event.change === 'added') throw new Error('it has failed')
  })
  const heard: unknown[] = []
  mock.subscribe((event) => heard.push(event.type === 'order' && `${event.change}: ${event.order?.status}`))
  expect(() => orders.add()).toThrow('it has failed')
  expect(heard).toEqual(['added: pending', 'shipped: shipped'])
})

test('a sandbox is rewound to before a request; the journal stays and says so', () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const sandbox = mock.sandbox()
  sandbox.orders.add({ id: 1 })
  ask(mock, 'DELETE', '/store/orders/1')
  sandbox.orders.add({ id: 2 })
  ask(mock, 'GET', '/store/orders')
  sandbox.orders.add({ id: 3 })
  const heard: unknown[] = []
  mock.subscribe((event) => heard.push('change' in event ? event.change : event.type))
  sandbox.rewind({ beforeRequest: 2 })
  expect(heard).toEqual(['rewound', 'request'])
  expect(sandbox.orders.all()).toMatchObject([{ id: 1n }, { id: 2n }])
  sandbox.rewind({ beforeRequest: 1 })
  expect(sandbox.orders.all()).toEqual([{ id: 1n, status: 'pending' }])
  expect(sandbox.requests.all().map(({ operation, reason }) => [operation, reason])).toEqual([
    ['cancelOrder', 'the order was pending and is now cancelled'],
    ['listOrders', 'returned all orders'],
    ['rewind', 'the sandbox was rewound to its state before request 2'],
    ['rewind', 'the sandbox was rewound to its state before request 1'],
  ])
  expect([sandbox.requests.count(), sandbox.requests.total]).toEqual([2, 2])
  for (const to of [9, -1, 1.5]) {
    const message = `There has been no change ${to} in this sandbox.`
    const error = expect.objectContaining({ status: 404, code: 'change_not_found', message })
    expect(() => sandbox.rewind({ to })).toThrow(error)
  }
})

test('the history is bounded, says how much it let go, and reaches back no further', () => {
  const sandbox = new OrdersMock({ scenario: 'empty' }).sandbox()
  for (let id = 1; id <= 1010; id += 1) sandbox.orders.add({ id })
  const { changes, evicted } = sandbox.history()
  expect([changes.length, changes[0]?.id, evicted]).toEqual([1000, 11, 10])
  expect(sandbox.state({ at: 10 }).orders).toHaveLength(10)
  expect(() => sandbox.rewind({ to: 9 })).toThrow(expect.objectContaining({ status: 409, code: 'history_too_short' }))
})

test('an order that ships as time passes is a change of the clock, and is undone with it', () => {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const mock = new OrdersMock({ scenario: { orders: [{ id: 1, shipAfter: 'PT1H' }] }, time: () => nowMs })
  const sandbox = mock.sandbox()
  nowMs += 2 * 3_600_000
  expect(sandbox.history().changes).toMatchObject([{ id: 1, by: 'clock', change: 'shipped', orderId: '1' }])
  sandbox.undo()
  expect(sandbox.orders.get(1)).toEqual({ id: 1n, status: 'pending', shipAfter: 'PT0.001S' })
  expect(sandbox.clock.now).toBe('2026-11-20T12:59:59.999Z')
})

test('a rewind takes the clock back to the moment, from where it goes on', () => {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const mock = new OrdersMock({ scenario: { orders: [{ id: 1, shipAfter: 'PT1H' }, { id: 2 }] }, time: () => nowMs })
  const sandbox = mock.sandbox()
  nowMs += 60_000
  ask(mock, 'GET', '/store/orders')
  nowMs += 60_000
  ask(mock, 'DELETE', '/store/orders/2')
  nowMs += 2 * 3_600_000
  expect(ask(mock, 'DELETE', '/store/orders/1')).toBe(409)
  sandbox.clock.change({ now: '2030-01-01T00:00:00Z', frozen: true })
  expect(sandbox.state({ at: 0 })).toMatchObject({ now: '2026-11-20T12:00:00Z', frozen: false })
  sandbox.rewind({ beforeRequest: 1 })
  expect(sandbox.clock.read()).toEqual({ now: '2026-11-20T12:01:00Z', frozen: false })
  expect(sandbox.requests.all().at(-1)).toMatchObject({ operation: 'rewind', at: '2026-11-20T14:02:00Z' })
  nowMs += 60_000
  expect(sandbox.orders.all()).toEqual([
    { id: 1n, status: 'pending', shipAfter: 'PT3480S' },
    { id: 2n, status: 'pending' },
  ])
  sandbox.clock.freeze()
  nowMs += 60_000
  expect(sandbox.clock.read()).toEqual({ now: '2026-11-20T12:02:00Z', frozen: true })
  sandbox.clock.resume()
  expect(sandbox.clock.frozen).toBe(false)
})
