import { describe, expect, test } from 'vitest'
import { expectToShowAgain, isRace } from '../script/paste.js'
import { findable } from './found-by.js'
import { NOT_PASTED } from './not-pasted.js'
import { verifyOnce } from './verify-once.js'

// What the model finds depends on chance and on time as well: a provider that is right again after 20 ms may be so before
// a line is pasted. Races are left out, for they do not show every time.
const shown = findable.filter(({ name, caughtBy }) => caughtBy === 'model' && !(name in NOT_PASTED))

describe.concurrent('the lines of what the model found, pasted into bash, show it again', () => {
  test.each(shown)('$name', async ({ start }) => {
    const { report, provider } = await verifyOnce(start, { checks: ['model'], bail: true })
    const findings = report.checks.filter(({ result }) => result === 'failed')
    expect(findings).not.toEqual([])
    for (const finding of findings) if (!isRace(finding)) await expectToShowAgain(finding, provider, start)
  })
})
