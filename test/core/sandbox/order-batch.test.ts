import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

const ORDERS = [{ id: 1 }, { id: 2 }, { id: 3, status: 'shipped' }, { id: 4, status: 'cancelled' }] as const

function shop() {
  const mock = new OrdersMock({ scenario: { orders: ORDERS } })
  const sandbox = mock.sandbox()
  const statuses = () => sandbox.orders.all().map(({ id, status }) => `${id} ${status}`)
  return { mock, sandbox, orders: sandbox.orders, statuses }
}

const START = ['1 pending', '2 pending', '3 shipped', '4 cancelled']

test.each([
  [{ do: 'ship', status: 'pending' }, 2, 'shipped', ['1 shipped', '2 shipped', '3 shipped', '4 cancelled']],
  [{ do: 'cancel', ids: [2, '1', 2] }, 2, 'cancelled', ['1 cancelled', '2 cancelled', '3 shipped', '4 cancelled']],
  [{ do: 'delete', ids: [1, 3, 4] }, 3, 'removed', ['2 pending']],
] as const)('%j is one change, one event, and undone as one', (batch, count, change, after) => {
  const { mock, sandbox, orders, statuses } = shop()
  const events: unknown[] = []
  mock.subscribe((event) => events.push(event))
  expect(orders.batch(batch)).toBe(count)
  expect(statuses()).toEqual(after)
  expect(events).toEqual([{ type: 'sandbox', sandbox: 'main', change: 'orders' }])
  expect(sandbox.history().changes).toMatchObject([{ id: 1, by: 'control', change, count }])
  expect(sandbox.undo()).toMatchObject({ change, count })
  expect([statuses(), sandbox.history().changes]).toEqual([START, []])
})

test('a batch of one order is the change of this order, a batch of none is no change', () => {
  const { sandbox, orders } = shop()
  expect([orders.ship([1]), orders.cancel([]), orders.batch({ do: 'delete', status: 'pending' })]).toEqual([1, 0, 1])
  expect(sandbox.history().changes.map(({ change, orderId, count }) => [change, orderId, count])).toEqual([
    ['shipped', '1', undefined],
    ['removed', '2', undefined],
  ])
})

test('a single order can be cancelled by its id', () => {
  const { orders } = shop()
  expect(orders.cancel(1)).toEqual({ id: 1n, status: 'cancelled' })
  expect(() => orders.cancel(3)).toThrow('Order 3 is shipped. Only pending orders can be cancelled.')
})

test('if one of the orders cannot be changed, none is, and the first ten are named', () => {
  const { orders, statuses } = shop()
  const message =
    'Nothing was changed, because 3 of the orders cannot be: order 3 is shipped, order 4 is cancelled, there is no order 9.'
  const rejected = expect.objectContaining({ status: 409, code: 'orders_not_changed', message })
  expect(() => orders.ship([1, 3, 4, 9])).toThrow(rejected)
  const many = Array.from({ length: 11 }, (_, index) => 100 + index)
  expect(() => orders.remove(many)).toThrow(/because 11 .* there is no order 109, …\.$/)
  expect(statuses()).toEqual(START)
})

test.each([
  [{ do: 'ship' }, 'ids: give either ids or a status'],
  [{ do: 'ship', ids: [1], status: 'pending' }, 'give either ids or a status'],
  [{ do: 'ship', ids: ['x'] }, 'ids[0]: '],
  [{ do: 'ship', ids: Array.from({ length: 100_001 }, () => 1) }, 'ids: must have at most 100000 items'],
  [{ do: 'ship', id: 1, status: 'pending' }, 'There is no field "id".'],
] as const)('a batch of another form is rejected: %#', (batch, message) => {
  expect(() => shop().orders.batch(batch as never)).toThrow(message)
})

test('orders of the scenario and added ones return to their places', () => {
  const { orders, sandbox } = shop()
  for (let id = 10; id < 20; id += 1) orders.add({ id })
  const before = orders.all()
  orders.remove([12, 1, 14])
  orders.ship([2, 15])
  sandbox.undo()
  sandbox.undo()
  expect(orders.all()).toEqual(before)
})
