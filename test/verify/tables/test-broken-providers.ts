import { exitCodeOf, type CheckKind } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import type { BrokenProvider } from '../providers/broken-providers.js'
import { verifyOnce } from './verify-once.js'

/** The verifier is verified: it finds every provider that breaks the specification, by the check whose job that is. */
export function testBrokenProviders(providers: readonly BrokenProvider[], kinds: readonly CheckKind[]): void {
  describe.concurrent('a provider that breaks the specification is found', () => {
    const found = providers.flatMap(({ caughtBy, ...broken }) => {
      const kind = kinds.find((each) => each === caughtBy)
      return kind === undefined ? [] : [{ ...broken, kind }]
    })

    test.each(found)('by the $kind check: $name ($breaks)', async ({ start, kind }) => {
      const report = await verifyOnce(start, { checks: [kind] })
      expect(report.checks.filter(({ result }) => result === 'failed').map(({ kind: failed }) => failed)).toContain(
        kind,
      )
      expect(exitCodeOf(report)).toBe(1)
    })
  })
}
