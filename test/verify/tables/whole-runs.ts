import { exitCodeOf, type CheckKind } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { expectToShowAgain } from '../script/paste.js'
import { findable } from './found-by.js'
import { verifyOnce } from './verify-once.js'

/** The verifier is verified: it finds every broken provider, and whoever gets the report can see for themselves. */
export function testWholeRuns(kinds: readonly CheckKind[]): void {
  describe.concurrent('a provider that breaks the specification is found', () => {
    const found = findable.flatMap(({ caughtBy, ...broken }) => {
      const kind = kinds.find((each) => each === caughtBy)
      return kind === undefined ? [] : [{ ...broken, kind }]
    })

    test.each(found)('by the $kind check: $name ($breaks)', async ({ start, kind }) => {
      // The model is through with a provider as soon as it has found something: what else it would find takes minutes.
      const { report, provider } = await verifyOnce(start, { checks: [kind], bail: kind === 'model' })
      const findings = report.checks.filter(({ result }) => result === 'failed')
      expect(findings).not.toEqual([])
      expect(exitCodeOf(report)).toBe(1)
      // Those of the model: pasted-sequences.soak.test.ts.
      if (kind === 'model') return
      for (const finding of findings) await expectToShowAgain(finding, provider, start)
    })
  })
}
