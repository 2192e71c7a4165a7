import { verifyProvider, type VerificationReport, type VerifyOptions } from 'orders-mock/verify'
import { runCommand } from '../cli/command.js'
import type { RunningProvider } from './providers/running-provider.js'
import { type Deviation, startSmallProvider } from './providers/small-provider.js'

// Hundreds of runs: each plays fewer sequences than the command does by itself, and the same ones every time. None of
// them fails for its pace: they share the machine, and some providers are slow.
const PLAN = { seed: 7, runs: 20, timeoutMs: 60_000, timeBudgetMs: 600_000 } as const

export async function verifyOnce(
  start: () => Promise<RunningProvider>,
  options: Partial<VerifyOptions>,
): Promise<VerificationReport> {
  const provider = await start()
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  try {
    return await verifyProvider({ ...PLAN, baseUrl, key, states, ...options })
  } finally {
    await provider.close()
  }
}

export function verifySmall(deviation: Deviation, options: Partial<VerifyOptions>): Promise<VerificationReport> {
  return verifyOnce(() => startSmallProvider(deviation), options)
}

export function failures({ checks }: Pick<VerificationReport, 'checks'>): string[] {
  return checks.filter(({ result }) => result === 'failed').map(({ id }) => id)
}

/** Runs the command for a provider, with its states unless the flags name others. */
export function verifyByCommand({ baseUrl, statesUrl, apiKey }: RunningProvider, flags: readonly string[]) {
  const states = flags.includes('--states') ? [] : ['--states', statesUrl]
  return runCommand(['verify', baseUrl, '--key', apiKey, ...states, ...flags])
}

export async function reportByCommand(provider: RunningProvider, flags: readonly string[]) {
  const { stdout, ...ended } = await verifyByCommand(provider, ['--report', 'json', ...flags])
  return { ...ended, report: JSON.parse(stdout) as VerificationReport }
}
