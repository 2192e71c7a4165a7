import { exitCodeOf, type CheckKind } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { expectToShowAgain } from '../script/paste.js'
import { findable } from './found-by.js'
import { verifyOnce } from './verify-once.js'

// The verifier is verified: it finds every broken provider, and whoever gets the report can see for themselves. What the
// model finds: pasted-sequences.soak.test.ts.
const KINDS: readonly CheckKind[] = ['pact', 'openapi']
const found = findable.flatMap(({ caughtBy, ...broken }) => {
  const kind = KINDS.find((each) => each === caughtBy)
  return kind === undefined ? [] : [{ ...broken, kind }]
})

describe.concurrent('a provider that breaks the specification is found, and pasted lines show why', () => {
  test.each(found)('by the $kind check: $name ($breaks)', async ({ start, kind }) => {
    const { report, provider } = await verifyOnce(start, { checks: [kind] })
    const findings = report.checks.filter(({ result }) => result === 'failed')
    expect(findings).not.toEqual([])
    expect(exitCodeOf(report)).toBe(1)
    for (const finding of findings) await expectToShowAgain(finding, provider, start)
  })
})
