import { expect, test } from 'vitest'
import { OrdersMock, type OrderView } from '../../../src/core/index.js'

// Each scenario that comes with the package is what its name and description promise.

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')

function ordersOf(scenario: string): OrderView[] {
  return new OrdersMock({ scenario, time: () => NOW_MS }).sandbox().orders.all()
}

function statusesOf(orders: readonly OrderView[]): string[] {
  return [...new Set(orders.map(({ status }) => status))].toSorted()
}

test('default has every status, and has every optional field both present and absent', () => {
  const orders = ordersOf('default')
  expect(statusesOf(orders)).toEqual(['cancelled', 'pending', 'shipped'])
  for (const member of ['petId', 'quantity', 'shipDate', 'complete'] as const) {
    expect(new Set(orders.map((order) => order[member] !== undefined)), member).toEqual(new Set([true, false]))
  }
})

test('large has the same ten thousand orders of every status each time', () => {
  const orders = ordersOf('large')
  expect(orders).toHaveLength(10_000)
  expect(statusesOf(orders)).toEqual(['cancelled', 'pending', 'shipped'])
  expect(ordersOf('large')).toEqual(orders)
})

test('slow delays every operation by one to three seconds', () => {
  const mock = new OrdersMock({ scenario: 'slow' })
  for (const [method, path] of [
    ['GET', '/store/orders'],
    ['DELETE', '/store/orders/1'],
    ['GET', '/pets/11'],
  ] as const) {
    const { effects } = mock.handle({ method, path, authorization: 'Bearer test-key' })
    expect(effects.connection).toBe('keep')
    expect(effects.delayMs).toBeGreaterThanOrEqual(1000)
    expect(effects.delayMs).toBeLessThanOrEqual(3000)
  }
})

test('flaky fails about one request in four, always in the same sequence', () => {
  const first = flakySequence()
  expect(new Set(first)).toEqual(new Set(['200 keep', '500 keep', '503 keep', 'undefined reset']))
  const failures = first.filter((ending) => ending !== '200 keep').length
  expect(failures).toBeGreaterThan(200)
  expect(failures).toBeLessThan(300)
  expect(flakySequence()).toEqual(first)
})

/** What becomes of a thousand lists. */
function flakySequence(): string[] {
  const mock = new OrdersMock({ scenario: 'flaky' })
  return Array.from({ length: 1000 }, () => {
    const { status, effects } = mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
    return `${status} ${effects.connection}`
  })
}

test('generated orders refer to 500 pets, and most of those that have shipped are complete', () => {
  const mock = new OrdersMock({ scenario: { orders: [{ generate: { count: 5000 } }] } })
  const orders = mock.sandbox().orders.all()
  const pets = orders.map(({ petId }) => Number(petId))
  expect([Math.min(...pets), Math.max(...pets), new Set(pets).size]).toEqual([1, 500, 500])
  const shareOf = (wanted: string): number => {
    const those = orders.filter(({ status }) => status === wanted)
    return those.filter(({ complete }) => complete).length / those.length
  }
  expect([shareOf('shipped'), shareOf('pending'), shareOf('cancelled')]).toEqual([expect.closeTo(0.7, 1), 0, 0])
})
