import { printableJson, printableLines } from '../../node/index.js'
import { stringifyJson, version } from '../../spec/index.js'
import { testsOf } from './tests-of.js'
import { failureText, type VerificationReport } from './verification-report.js'

const STATUSES = { passed: 'passed', failed: 'failed', skipped: 'skipped', note: 'other', error: 'failed' } as const

/** The report in the Common Test Report Format (https://ctrf.io), version 0.0.0: each check is a test. */
export function ctrfReport(report: VerificationReport): string {
  const { seed, durationMs, provider, result } = report
  const tests = testsOf(report).map((check) => testOf(check, seed))
  const count = (status: string): number => tests.filter((each) => each.status === status).length
  const stop = Date.now()
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    start: stop - Math.round(durationMs),
    stop,
  }
  const results = { tool: { name: 'orders-mock', version }, summary, tests, extra: { provider, seed, result } }
  return `${printableJson(stringifyJson({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, 2))}\n`
}

function testOf(check: ReturnType<typeof testsOf>[number], seed: number | undefined) {
  const { id, kind, name, clause, result, message, steps, known, durationMs } = check
  const isWrong = result === 'failed' || result === 'error'
  return {
    name,
    status: STATUSES[result],
    duration: Math.round(durationMs),
    suite: [kind],
    ...(message !== undefined && { message }),
    ...(isWrong && { trace: printableLines(failureText(check)) }),
    extra: { id, section: clause, seed, ...(steps && { steps }), ...(known && { known }) },
  }
}
