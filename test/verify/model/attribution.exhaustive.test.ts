import { describe, expect, test } from 'vitest'
import { pairsOfDefects } from '../providers/pairs-of-defects.js'
import { check, failures } from './check-provider.js'

describe.concurrent('of two defects each is named, and nothing else is blamed', () => {
  test.each(pairsOfDefects)('$name', async ({ breaks, start }) => {
    // Blame is exact once a sequence is as short as can be, which takes its time on a busy machine.
    const report = await check(start, { runs: 40, timeBudgetMs: 600_000 })
    const rules = failures(report).map((id) => id.replace('model.', ''))
    expect({
      missed: breaks.filter((rule) => !rules.includes(rule)),
      blamed: rules.filter((rule) => !breaks.includes(rule)),
    }).toEqual({ missed: [], blamed: [] })
  })
})
