import { verifyProvider, type CheckKind, type VerificationReport } from 'orders-mock/verify'
import type { RunningProvider } from '../providers/running-provider.js'

// Hundreds of runs: each plays fewer sequences than the command does by itself, and the same ones every time. None of
// them fails for its pace: they share the machine, and some providers are slow.
const PLAN = { seed: 7, runs: 20, timeoutMs: 60_000 } as const

interface Verified {
  readonly report: VerificationReport
  /** Ended by now. */
  readonly provider: RunningProvider
}

/** Starts a provider, verifies it once and ends it. */
export async function verifyOnce(
  start: () => Promise<RunningProvider>,
  options: { requireAllStates?: boolean; checks?: CheckKind[]; bail?: boolean; runs?: number; timeBudgetMs?: number },
): Promise<Verified> {
  const provider = await start()
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  try {
    return { report: await verifyProvider({ ...PLAN, baseUrl, key, states, ...options }), provider }
  } finally {
    await provider.close()
  }
}
