import { exitCodeOf } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { conformingProviders } from '../providers/conforming-providers.js'
import { verifyOnce } from '../verify-once.js'

// The verifier is verified: it accuses none of the providers that only use a freedom.
describe.concurrent('a conforming provider is not wrongly reported', () => {
  test.each(conformingProviders)('$name ($freedom)', async ({ start, unsupported }) => {
    const requireAllStates = unsupported.length === 0
    const report = await verifyOnce(start, { requireAllStates, runs: 5 })
    const wrong = report.checks.filter(({ result }) => result === 'failed' || result === 'error')
    expect(wrong.map(({ id, message, actual }) => ({ id, message, actual }))).toEqual([])
    expect(exitCodeOf(report)).toBe(0)
  })
})
