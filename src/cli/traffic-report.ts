import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError } from '../input/index.js'
import type { TrafficReport } from '../traffic/index.js'
import type { CheckResult, ReportTarget, VerificationReport } from '../verify/index.js'
import type { CommandContext } from './command-context.js'

/** What was found in traffic, as the report of a verification. */
export async function reportOf(
  { findings, kept, coverage, notes, exchanges }: TrafficReport,
  { provider, durationMs }: { provider: string; durationMs: number },
): Promise<VerificationReport> {
  const { conclude } = await import('../verify/index.js')
  const checks: CheckResult[] = [
    ...kept.map((each): CheckResult => ({ ...each, result: 'passed', durationMs: 0 })),
    ...findings.map((each): CheckResult => ({ ...each, result: 'failed', durationMs: 0 })),
  ]
  const sorted = checks.toSorted((one, other) => other.kind.localeCompare(one.kind))
  const conclusion = conclude(sorted, undefined, { requireAllStates: false, isNoStateSupported: false })
  const extent = `${counted(exchanges, 'exchange')} checked against the contract.`
  return {
    version: 1,
    provider,
    hints: [],
    ...conclusion,
    coverage,
    checks: sorted,
    notes: [extent, ...notes],
    durationMs,
  }
}

/** Writes the report of traffic wherever it was asked for. */
export async function writeTrafficReport(
  report: VerificationReport,
  targets: readonly ReportTarget[],
  { stdout, colors, env }: CommandContext,
): Promise<void> {
  const { writeReports } = await import('../verify/index.js')
  await writeReports(report, { targets, output: { stdout, colors, jobSummaryFile: env['GITHUB_STEP_SUMMARY'] } })
}

/** @throws {ToolError} exit code 2, if a scenario cannot be recorded to this file in the end */
export async function checkWritable(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK)
  } catch {
    throw new ToolError(`Cannot record to ${file}: the folder ${dirname(file)} does not exist or is not writable.`)
  }
}

/** As in `1 finding` and `2 findings`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
