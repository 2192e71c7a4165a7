import { exitCodeOf, verifyProvider, type CheckKind, type VerificationReport } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { brokenProviders } from '../providers/broken-providers.js'
import { conformingProviders } from '../providers/conforming-providers.js'
import type { RunningProvider } from '../providers/running-provider.js'

// The verifier is verified: it must accuse none of the providers that only use a freedom, and find every one that
// breaks the specification by the check whose job that is.

const SEED = 7

describe.concurrent('a provider that conforms is not accused', () => {
  test.each(conformingProviders)('$name', async ({ start, unsupported }) => {
    const report = await run(start, { requireAllStates: unsupported.length === 0 })
    expect(report.checks.filter(({ result }) => result === 'failed' || result === 'error')).toEqual([])
    expect(exitCodeOf(report)).toBe(0)
  })
})

describe.concurrent('a provider that breaks the specification is found', () => {
  const visible = brokenProviders.flatMap(({ caughtBy, ...broken }) =>
    caughtBy === 'states' ? [] : [{ ...broken, caughtBy }],
  )

  test.each(visible)('by the $caughtBy check: $name', async ({ start, caughtBy }) => {
    const report = await run(start, { checks: [caughtBy] })
    expect(report.checks.filter(({ result }) => result === 'failed').map(({ kind }) => kind)).toContain(caughtBy)
    expect(exitCodeOf(report)).toBe(1)
  })
})

async function run(
  start: () => Promise<RunningProvider>,
  options: { requireAllStates?: boolean; checks?: CheckKind[] },
): Promise<VerificationReport> {
  const provider = await start()
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  try {
    return await verifyProvider({ baseUrl, key, states, seed: SEED, timeoutMs: 3_000, ...options })
  } finally {
    await provider.close()
  }
}
