import type { VerificationReport } from '../../src/verify/index.js'
import { runCommand } from '../cli/command.js'
import type { RunningProvider } from './providers/running-provider.js'

/** Runs the command for a provider, with its states unless the flags name others. */
export function verifyByCommand({ baseUrl, statesUrl, apiKey }: RunningProvider, flags: readonly string[]) {
  const states = flags.includes('--states') ? [] : ['--states', statesUrl]
  return runCommand(['verify', baseUrl, '--key', apiKey, ...states, ...flags])
}

/** Runs the command for a provider, and reads its report. */
export async function reportByCommand(provider: RunningProvider, flags: readonly string[]) {
  const { stdout, ...ended } = await verifyByCommand(provider, ['--report', 'json', ...flags])
  return { ...ended, report: JSON.parse(stdout) as VerificationReport }
}
