import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('delays of latency and faults add up to ten minutes at most', () => {
  const mock = new OrdersMock({ latencyMs: 1000 })
  const delayOf = (): number =>
    mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' }).effects.delayMs
  mock.sandbox().faults.set([
    { kind: 'delay', delayMs: 2000 },
    { kind: 'delay', delayMs: 3000 },
  ])
  expect(delayOf()).toBe(6000)
  mock.sandbox().faults.set(Array.from({ length: 50 }, () => ({ kind: 'delay' as const, delayMs: 600_000 })))
  expect(delayOf()).toBe(600_000)
})
