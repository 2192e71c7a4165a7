import type { ToolError } from '../input/index.js'
import type { CheckResult } from './check.js'
import type { VerificationReport } from './report.js'

/** Counts the results and judges the run by them. */
export function verdictOn(
  checks: readonly CheckResult[],
  { failure, requireAllStates }: { failure: ToolError | undefined; requireAllStates: boolean },
): Pick<VerificationReport, 'result' | 'summary' | 'error'> {
  const count = (result: CheckResult['result']) => checks.filter((check) => check.result === result).length
  const summary = {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    errors: count('error'),
  }
  const error = failure === undefined ? flawOf(summary) : { message: failure.message, exitCode: failure.exitCode }
  if (error !== undefined) return { result: 'error', summary, error }
  const isBroken = summary.failed > 0 || (requireAllStates && summary.skipped > 0)
  return { result: isBroken ? 'fail' : 'pass', summary }
}

function flawOf({ passed, failed, errors }: VerificationReport['summary']): VerificationReport['error'] {
  if (errors > 0) return { message: 'Some checks could not be carried out: see their messages.', exitCode: 3 }
  if (passed + failed > 0) return undefined
  return { message: 'Nothing was checked. Give --states, or choose other --checks or --pact files.', exitCode: 2 }
}
