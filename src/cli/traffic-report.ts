import { ToolError } from '../input/index.js'
import { counted, type OwnFormat, prepareFile, problemsOf, writeNamedFile } from '../node/index.js'
import type { TrafficCheck, TrafficReport } from '../traffic/index.js'
import type { CheckResult, VerificationReport } from '../verify/index.js'
import { type CommandContext, say } from './command-context.js'
import { prepareResults, type ResultOptions } from './results.js'

export interface WrittenTraffic {
  readonly traffic: TrafficReport
  readonly violations: number
  /** Why files were not written, a sentence for each. */
  readonly problems: readonly string[]
  /** Whether a scenario was recorded: not if there was no request to the store. */
  readonly isRecorded: boolean
}

/**
 * Prepares, before any traffic is read, to write what it shows. Warns on stderr, because a session may take hours, that its
 * recording cannot be written.
 * @param record the scenario file
 * @returns writes all results
 * @throws {ToolError} exit code 2, if the reports make no sense
 */
export async function prepareTrafficReport(
  { record, ...options }: ResultOptions & { readonly record: string | undefined },
  terminal: CommandContext,
): Promise<(check: TrafficCheck, provider: string) => Promise<WrittenTraffic>> {
  const results = await prepareResults(options, terminal)
  const prepare = () => void (record !== undefined && prepareFile(record, RECORDED))
  for (const problem of await problemsOf([[`the recording ${record}`, prepare]]))
    say(terminal, `${problem} The traffic is checked all the same.`)
  const startedMs = performance.now()
  return async (check, provider) => {
    const { recorder } = check
    const traffic = check.report()
    const run = { provider, durationMs: performance.now() - startedMs }
    const report = results.apply(await reportOf(traffic, run))
    const problems = await results.write(report)
    const isRecorded = record !== undefined && !recorder.isEmpty
    if (isRecorded) {
      const write = () => writeNamedFile(record, recorder.scenario({ baseUrl: provider, at: new Date() }), RECORDED)
      problems.push(...(await problemsOf([[`the recording ${record}`, write]])))
    }
    return { traffic, violations: report.summary.failed, problems, isRecorded }
  }
}

const RECORDED: OwnFormat = { name: 'a recorded scenario', beginning: /^# Recorded by orders-mock\b/ }

async function reportOf(
  { findings, kept, coverage, freedoms, notes, exchanges }: TrafficReport,
  run: { readonly provider: string; readonly durationMs: number },
): Promise<VerificationReport> {
  const { conclude } = await import('../verify/index.js')
  const checks = [
    ...kept.map((each): CheckResult => ({ ...each, result: 'passed', durationMs: 0 })),
    ...findings.map((each): CheckResult => ({ ...each, result: 'failed', durationMs: 0 })),
  ].toSorted((one, other) => other.kind.localeCompare(one.kind))
  const allNotes = [`${counted(exchanges, 'exchange')} checked against the contract.`, ...notes]
  return { version: 1, hints: [], ...run, ...conclude(checks), coverage, checks, freedoms, notes: allNotes }
}

/** @throws {ToolError} exit code 1, if there is a finding that counts; else 2, if a file was not written */
export function endTraffic(
  { traffic: { exchanges }, violations, problems }: WrittenTraffic,
  provider: string,
  { failOnFinding = true } = {},
): void {
  const isBroken = failOnFinding && violations > 0
  const found = `${counted(violations, 'finding')} in ${counted(exchanges, 'exchange')}`
  const reasons = [...(isBroken ? [`${provider} violates the contract: ${found}.`] : []), ...problems]
  if (reasons.length > 0) throw new ToolError(reasons.join('\n'), isBroken ? 1 : 2)
}
