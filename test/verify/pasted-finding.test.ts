import { verifyProvider } from 'orders-mock/verify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { brokenProviders } from './providers/broken-providers.js'
import { providerDuringTest } from './providers/during-test.js'
import { startSmallProvider } from './providers/small-provider.js'
import { canPaste, expectToShowAgain, linesFor, paste } from './paste.js'

test.skipIf(!canPaste).each([
  ['shows quantities with a fraction', 'openapi'],
  ['shows ship dates with a space for T', 'openapi'],
  ['cancels pending orders when a pet is read', 'model'],
] as const)('the lines of a finding reproduce it in bash: %s', async (broken, kind) => {
  const { start = startSmallProvider } = brokenProviders.find(({ name }) => name === broken) ?? {}
  const provider = await start()
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  const { checks } = await verifyProvider({ baseUrl, key, states, checks: [kind], bail: true, seed: 7, runs: 1 })
  await provider.close()
  const findings = checks.filter(({ result }) => result === 'failed')
  expect(findings).toHaveLength(1)
  for (const finding of findings) await expectToShowAgain(finding, provider, start)
})

test.skipIf(!canPaste)('lines work whatever characters are in the key and in the headers of a run', async () => {
  const [apiKey, tenant, tester] = ['it\'s $secret `id` "q" \\!', "o'Neill $(id) & `sons`", 'x"; echo $HOME; "']
  const start = () =>
    providerDuringTest(
      (usual) => ({
        listOrders: ({ request: { headers } }) => usual.json(headers['x-tenant'] === tenant ? 206 : 500, []),
        sendValues: (response, values) =>
          response.req.headers['x-tester'] === tester
            ? usual.sendValues(response, values)
            : usual.send(response, usual.error(403, 'no')),
      }),
      { apiKey },
    )
  const [found, again] = [await start(), await start()]
  const { baseUrl, statesUrl: states } = found
  const headers = { 'X-Tenant': tenant }
  const statesHeaders = { 'X-Tester': tester }
  const { checks } = await verifyProvider({ baseUrl, key: apiKey, states, headers, statesHeaders, checks: ['pact'] })
  vi.stubEnv('ORDERS_MOCK_HEADER_X_TENANT', tenant)
  vi.stubEnv('ORDERS_MOCK_STATES_HEADER_X_TESTER', tester)
  onTestFinished(() => void vi.unstubAllEnvs())
  const findings = checks.filter(({ result, states: needed = [] }) => result === 'failed' && needed.length > 0)
  expect(findings.length).toBeGreaterThan(0)
  for (const { steps = [] } of findings)
    expect(await paste(linesFor(steps, found, again), apiKey)).toMatch(/HTTP\/1\.1 206 /)
})
