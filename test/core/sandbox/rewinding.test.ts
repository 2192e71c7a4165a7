import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('a rewind is one change, and undoing it brings back the changes that it took, with their ids', () => {
  const sandbox = new OrdersMock({ scenario: 'empty' }).sandbox()
  for (const id of [1, 2, 3]) sandbox.orders.add({ id })
  sandbox.clock.set('2030-01-01T00:00:00Z')
  sandbox.orders.ship([1, 2])
  sandbox.reset('shipped')
  const [before, history] = [sandbox.state(), sandbox.history()]
  sandbox.rewind({ to: 1 })
  expect(sandbox.orders.all().map(({ id }) => id)).toEqual([1n])
  expect(sandbox.history().changes).toMatchObject([{ id: 1 }, { id: 7, change: 'rewound', by: 'control' }])
  sandbox.orders.add({ id: 9 })
  sandbox.undo()
  expect(sandbox.undo()).toMatchObject({ id: 7, change: 'rewound' })
  expect([{ ...sandbox.state(), now: before.now }, sandbox.history()]).toEqual([before, history])
  sandbox.undo()
  sandbox.undo()
  expect(sandbox.orders.all().map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
})

test('the history knows the states before a rewind, and that of a change that was undone', () => {
  const sandbox = new OrdersMock({ scenario: 'empty' }).sandbox()
  for (const id of [1, 2, 3]) sandbox.orders.add({ id })
  sandbox.undo()
  sandbox.orders.add({ id: 4 })
  sandbox.rewind({ to: 1 })
  sandbox.orders.add({ id: 5 })
  const idsAt = (at: number) => sandbox.state({ at }).orders?.map((order) => 'id' in order && Number(order.id))
  expect([0, 1, 2, 3, 4, 5, 6].map(idsAt)).toEqual([[], [1], [1, 2], [1, 2], [1, 2, 4], [1], [1, 5]])
  sandbox.rewind({ to: 4 })
  expect(sandbox.orders.all().map(({ id }) => id)).toEqual([1n, 2n, 4n])
  sandbox.undo()
  expect(sandbox.orders.all().map(({ id }) => id)).toEqual([1n, 5n])
})

test('an undo says how many changes the history has dropped', () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const sandbox = mock.sandbox()
  sandbox.orders.add()
  sandbox.store.changes.evict()
  const message = 'There is no change to undo in this sandbox: the history has dropped 1 to save memory.'
  expect(() => sandbox.undo()).toThrow(message)
})

test('a rewind by two changes of 100,000 orders each can be undone', () => {
  const orders = [{ generate: { count: 100_000, status: 'pending' as const } }]
  const sandbox = new OrdersMock({ scenario: { orders } }).sandbox()
  sandbox.orders.batch({ status: 'pending', do: 'ship' })
  sandbox.orders.batch({ status: 'shipped', do: 'delete' })
  sandbox.rewind({ to: 0 })
  expect(sandbox.undo().change).toBe('rewound')
  expect(sandbox.history().changes).toHaveLength(2)
})
