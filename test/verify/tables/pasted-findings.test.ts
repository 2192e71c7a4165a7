import { verifyProvider } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { canPaste, expectToShowAgain } from '../script/paste.js'
import { brokenProviders } from '../providers/broken-providers.js'

// Whoever gets a report can see for themselves: the lines of a finding show it on a provider that starts anew. Those of the
// model depend on chance and on time as well, and are not held here.

const caught = brokenProviders.flatMap(({ caughtBy, ...broken }) =>
  caughtBy === 'openapi' || caughtBy === 'pact' ? [{ ...broken, caughtBy }] : [],
)

describe.concurrent('what is pasted into bash shows what was found', () => {
  test.skipIf(!canPaste).each(caught)('$caughtBy: $name', async ({ start, caughtBy }) => {
    const provider = await start()
    const { baseUrl, apiKey: key, statesUrl: states } = provider
    const { checks } = await verifyProvider({
      baseUrl,
      key,
      states,
      checks: [caughtBy],
      seed: 7,
      runs: 1,
      timeoutMs: 2_000,
      timeBudgetMs: 3_000,
    })
    await provider.close()
    const findings = checks.filter(({ result }) => result === 'failed')
    expect(findings).not.toEqual([])
    for (const finding of findings) await expectToShowAgain(finding, provider, start)
  })
})
