import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError } from '../input/index.js'
import type { TrafficReport } from '../traffic/index.js'
import type { CheckResult, ReportTarget } from '../verify/index.js'
import type { CommandContext } from './command-context.js'

/** Writes what was found in traffic wherever it was asked for, as the report of a verification. */
export async function writeTrafficReport(
  { findings, kept, coverage, notes, exchanges }: TrafficReport,
  run: { readonly provider: string; readonly durationMs: number; readonly targets: readonly ReportTarget[] },
  terminal: CommandContext,
): Promise<void> {
  const { provider, durationMs, targets } = run
  if (targets.length === 0) return
  const { conclude, writeReports } = await import('../verify/index.js')
  const checks = [
    ...kept.map((each): CheckResult => ({ ...each, result: 'passed', durationMs: 0 })),
    ...findings.map((each): CheckResult => ({ ...each, result: 'failed', durationMs: 0 })),
  ].toSorted((one, other) => other.kind.localeCompare(one.kind))
  const report = {
    version: 1,
    provider,
    hints: [],
    ...conclude(checks),
    coverage,
    checks,
    notes: [`${counted(exchanges, 'exchange')} checked against the contract.`, ...notes],
    durationMs,
  } as const
  await writeReports(report, targets, terminal)
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
