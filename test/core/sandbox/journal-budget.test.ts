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

test('a path of more than 1000 characters is cut short in the journal', () => {
  const mock = new OrdersMock()
  mock.handle({ method: 'GET', path: `/${'a'.repeat(5000)}`, authorization: 'Bearer test-key' })
  const [{ path } = { path: '' }] = mock.sandbox().requests.all()
  expect(path).toBe(`/${'a'.repeat(998)}…`)
})
