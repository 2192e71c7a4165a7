import { verifyProvider } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { brokenProviders } from './providers/broken-providers.js'
import { canPaste, expectToShowAgain } from './script/paste.js'

const SAMPLE = new Set([
  'shows quantities with a fraction',
  'shows ship dates with a space for T',
  'cancels pending orders when a pet is read',
])

test.skipIf(!canPaste).each(brokenProviders.filter(({ name }) => SAMPLE.has(name)))(
  'the lines of a finding show it again in bash: $name',
  async ({ start, caughtBy }) => {
    const kind = caughtBy === 'model' ? caughtBy : 'openapi'
    const provider = await start()
    const { baseUrl, apiKey: key, statesUrl: states } = provider
    const { checks } = await verifyProvider({ baseUrl, key, states, checks: [kind], bail: true, seed: 7, runs: 1 })
    await provider.close()
    const findings = checks.filter(({ result }) => result === 'failed')
    expect(findings).toHaveLength(1)
    for (const finding of findings) await expectToShowAgain(finding, provider, start)
  },
)
