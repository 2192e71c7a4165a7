import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import { JournalBudget } from '../../../src/core/sandbox/journal-budget.js'
import type { JournalRecord } from '../../../src/core/sandbox/journal-entry.js'
import { RequestJournal } from '../../../src/core/sandbox/journal.js'

test('the journal used least recently lets its oldest entries go first', () => {
  const journals: RequestJournal[] = []
  const budget = new JournalBudget(10_000, () => journals)
  const [idle, busy] = [0, 1].map(() => {
    const journal = new RequestJournal((bytes) => budget.grow(bytes))
    journals.push(journal)
    return journal
  }) as [RequestJournal, RequestJournal]
  for (let id = 1; id <= 10; id += 1) idle.add(record(id))
  for (let id = 1; id <= 16; id += 1) busy.add(record(id))
  expect(idsOf(busy)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  expect(idle.evicted).toBeGreaterThan(0)
  expect(idsOf(idle)).toEqual(Array.from({ length: 10 - idle.evicted }, (_, index) => index + 1 + idle.evicted))
  expect(idle.total).toBe(10)
})

test('the journals of all sandboxes together hold no more than 64 MiB', { timeout: 60_000 }, () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const path = `/${'a'.repeat(2000)}`
  for (let number = 1; number <= 40; number += 1) {
    const authorization = `Bearer test-key~empty~${number}`
    for (let count = 0; count < 1000; count += 1) mock.handle({ method: 'GET', path, authorization })
  }
  const entries = mock.sandboxes.flatMap(({ requests }) => requests.all())
  const bytes = entries.reduce((sum, { path: kept, reason }) => sum + 2 * (kept.length + reason.length), 0)
  expect(bytes).toBeGreaterThan(40 * 2 ** 20)
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

function record(id: number): JournalRecord {
  const absent = { operation: undefined, code: undefined, orderId: undefined, key: undefined }
  const known = { atMs: 0, method: 'GET', path: '/store/orders', status: 200, durationMs: 0, reason: '' }
  return { id, ...known, ...absent, fault: undefined, violations: undefined }
}

function idsOf(journal: RequestJournal): number[] {
  return journal.all().map(({ id }) => id)
}
