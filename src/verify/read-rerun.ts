import { readFileSync } from 'node:fs'
import { ToolError } from '../input/index.js'
import { reasonOf } from '../node/index.js'
import { CHECK_KINDS } from './check.js'
import type { VerificationReport } from './report/verification-report.js'

/**
 * Reads in the JSON report of an earlier run what failed there, and how to come to it again.
 *
 * @throws {ToolError} exit code 2, if it cannot be read, is no such report, or nothing has failed
 */
export function readRerun(file: string) {
  const { seed, checks } = readReport(file)
  const failed = checks.filter(({ result }) => result === 'failed')
  if (failed.length === 0) throw new ToolError(`Nothing to run again: no check has failed in ${file}.`)
  // The openapi check looks at all that the others have exchanged.
  const isAll = failed.some(({ kind }) => kind === 'openapi')
  const kinds = new Set((isAll ? checks : failed).map(({ kind }) => kind))
  return {
    seed,
    kinds: CHECK_KINDS.filter((kind) => kinds.has(kind)),
    /** Ids of the checks that failed; `undefined` if all are to run again. */
    checks: isAll ? undefined : new Set(failed.map(({ id }) => id)),
    /** Which of the random sequences showed something, from 0. */
    sequence: isAll ? undefined : failed.find(({ sequence }) => sequence !== undefined)?.sequence,
  }
}

function readReport(file: string): Required<Pick<VerificationReport, 'seed' | 'checks'>> {
  let reason = 'it is not a report of verify'
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readReport>
    if (Number.isSafeInteger(report.seed) && report.checks.every(({ id }) => typeof id === 'string')) return report
  } catch (error) {
    if (!(error instanceof TypeError)) reason = reasonOf(error)
  }
  throw new ToolError(`Cannot read the report ${file}: ${reason}. Give the file that --report json=report.json wrote.`)
}
