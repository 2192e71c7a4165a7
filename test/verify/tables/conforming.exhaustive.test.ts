import { exitCodeOf } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { conformingProviders } from '../providers/conforming-providers.js'
import { startSmallProvider } from '../providers/small-provider.js'
import { verifyOnce } from '../verify-once.js'

// The verifier is verified: it accuses none of the providers that only use a freedom.
describe.concurrent('a conforming provider is not wrongly reported', () => {
  test.each(conformingProviders)('$name ($freedom)', async ({ start, unsupported }) => {
    const requireAllStates = unsupported.length === 0
    const report = await verifyOnce(start, { requireAllStates, runs: 5, timeBudgetMs: 600_000 })
    expect(report.checks.filter(({ result }) => result === 'failed' || result === 'error')).toEqual([])
    expect(exitCodeOf(report)).toBe(0)
  })
})

test.each([
  ['takes the scheme in this spelling only', 'model', 'lower-case-scheme'],
  ['rejects requests without User-Agent with 403', 'openapi', 'user-agent'],
] as const)('a provider that %s passes, with a note', async (name, kind, note) => {
  const found = conformingProviders.find((one) => one.name === name)
  const { checks, result, summary } = await verifyOnce(found?.start ?? startSmallProvider, { checks: [kind], runs: 1 })
  const notes = checks.filter((check) => check.result === 'note').map(({ id }) => id)
  expect({ notes, result, count: summary.notes }).toEqual({ notes: [`${kind}.${note}`], result: 'pass', count: 1 })
})
