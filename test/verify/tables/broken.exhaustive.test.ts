import { exitCodeOf } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { brokenProviders } from '../providers/broken-providers.js'
import { verifyOnce } from '../verify-once.js'

// The verifier is verified: it finds every broken provider, each by one check alone.
describe.concurrent('a provider that breaks the specification is found', () => {
  // What shows by the second of a clock, or by chance, may be missed once: a user runs the verifier more than once, too.
  test.each(brokenProviders)('by the $caughtBy check: $name ($breaks)', { retry: 2 }, async ({ start, caughtBy }) => {
    const report = await verifyOnce(start, { checks: [caughtBy], bail: true })
    expect(report.checks.filter(({ result }) => result === 'failed')).not.toEqual([])
    expect(exitCodeOf(report)).toBe(1)
  })
})
