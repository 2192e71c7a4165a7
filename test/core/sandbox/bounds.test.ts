import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('the journals of all sandboxes together hold no more than 64 MiB', () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const path = `/${'a'.repeat(2000)}`
  for (let number = 1; number <= 40; number += 1) {
    const authorization = `Bearer test-key~empty~${number}`
    for (let count = 0; count < 1000; count += 1) mock.handle({ method: 'GET', path, authorization })
  }
  const entries = mock.sandboxes.flatMap(({ requests }) => requests.all())
  const bytes = entries.reduce((sum, { path: kept, reason }) => sum + 2 * (kept.length + reason.length), 0)
  expect(bytes).toBeGreaterThan(16 * 2 ** 20)
  expect(bytes).toBeLessThan(64 * 2 ** 20)
  expect(mock.sandbox('empty~40').requests.count()).toBe(1000)
  expect(mock.sandbox('empty~1').requests.evicted).toBeGreaterThan(0)
})

test('a history drops changes if it would keep too many orders to undo them', () => {
  const box = new OrdersMock().createSandbox({ name: 'full', orders: [{ generate: { count: 90_000 } }] })
  for (let count = 0; count < 3; count += 1) box.reset()
  expect(box.history()).toMatchObject({ evicted: 1, changes: [{ id: 2 }, { id: 3 }] })
})

test('a path of more than 1000 characters is cut short in the journal', () => {
  const mock = new OrdersMock()
  mock.handle({ method: 'GET', path: `/${'a'.repeat(5000)}`, authorization: 'Bearer test-key' })
  const [{ path } = { path: '' }] = mock.sandbox().requests.all()
  expect(path).toBe(`/${'a'.repeat(998)}…`)
})

test('the clock stays within the years that an instant can be written with', () => {
  let realMs = Date.parse('2026-11-20T12:00:00Z')
  const { clock } = new OrdersMock({ time: () => realMs }).sandbox()
  clock.set('9999-12-31T23:59:59Z')
  realMs += 86_400_000
  expect(clock.now).toBe('9999-12-31T23:59:59.999Z')
  expect(() => clock.advance('P1D')).toThrow(/^advance: /)
  expect(clock.now).toBe('9999-12-31T23:59:59.999Z')
})

test('the clock ships more orders at once than a call takes arguments, however deep in a program it is moved', () => {
  const orders = Array.from({ length: 40_000 }, (_, id) => ({ id, shipAfter: 'PT1M' }))
  const sandbox = new OrdersMock().createSandbox({ name: 'full', orders })
  const advance = (depth: number): void => (depth === 0 ? sandbox.clock.advance('PT1H') : advance(depth - 1))
  advance(6000)
  expect(sandbox.counts.shipped).toBe(40_000)
})
