import { expect, test } from 'vitest'
import { TimeBudget } from '../../../src/verify/model/runner/time-budget.js'

test('who says how long the model may take is obeyed by every rule', () => {
  const budget = new TimeBudget(5_000)
  expect(budget.firstTriesEndAtMs).toBe(budget.endsAtMs)
  expect(budget.totalMs).toBe(5_000)
})

test('by default a slow provider is held against every rule, for two minutes at most', () => {
  const budget = new TimeBudget()
  expect(budget.totalMs).toBe(30_000)
  expect(budget.firstTriesEndAtMs - budget.endsAtMs).toBeCloseTo(90_000, 0)
})
