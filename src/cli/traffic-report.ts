import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError } from '../input/index.js'
import { counted } from '../node/index.js'
import type { TrafficCheck, TrafficReport } from '../traffic/index.js'
import type { CheckResult, ReportTarget } from '../verify/index.js'
import type { CommandContext } from './command-context.js'

/**
 * Makes sure, before any traffic is read, that the results can be written at the end.
 *
 * @param asked the scenario file, and the reports, which are given as for a verification
 * @returns writes all of it
 * @throws {ToolError} exit code 2, if it cannot be written
 */
export async function prepareTrafficReport(
  { record, report }: { readonly record: string | undefined; readonly report: readonly string[] },
  terminal: CommandContext,
): Promise<(check: TrafficCheck, provider: string) => Promise<TrafficReport>> {
  const targets = report.length === 0 ? [] : (await import('../verify/index.js')).readReportTargets(report)
  if (record !== undefined) await checkWritable(record)
  const startedMs = performance.now()
  return async (check, provider) => {
    if (record !== undefined) await writeFile(record, check.recorder.scenario({ baseUrl: provider, at: new Date() }))
    const traffic = check.report()
    const run = { provider, durationMs: performance.now() - startedMs }
    if (targets.length > 0) await writeTrafficReport(traffic, run, targets, terminal)
    return traffic
  }
}

async function checkWritable(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK)
  } catch {
    throw new ToolError(`Cannot record to ${file}: the folder ${dirname(file)} does not exist or is not writable.`)
  }
}

async function writeTrafficReport(
  { findings, kept, coverage, notes, exchanges }: TrafficReport,
  run: { readonly provider: string; readonly durationMs: number },
  targets: readonly ReportTarget[],
  terminal: CommandContext,
): Promise<void> {
  const { conclude, writeReports } = await import('../verify/index.js')
  const checks = [
    ...kept.map((each): CheckResult => ({ ...each, result: 'passed', durationMs: 0 })),
    ...findings.map((each): CheckResult => ({ ...each, result: 'failed', durationMs: 0 })),
  ].toSorted((one, other) => other.kind.localeCompare(one.kind))
  const allNotes = [`${counted(exchanges, 'exchange')} checked against the contract.`, ...notes]
  const report = { version: 1, hints: [], ...run, ...conclude(checks), coverage, checks, notes: allNotes } as const
  await writeReports(report, targets, terminal)
}

/** @throws {ToolError} exit code 1, if there is a finding */
export function refuseFindings({ findings, exchanges }: TrafficReport, provider: string): void {
  if (findings.length === 0) return
  const found = `${counted(findings.length, 'finding')} in ${counted(exchanges, 'exchange')}`
  throw new ToolError(`${provider} breaks the contract: ${found}.`, 1)
}
