import { printableJson, printableLines } from '../../node/index.js'
import { stringifyJson, version } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { distinctNames, failureText, type VerificationReport } from './verification-report.js'

const STATUSES = { passed: 'passed', failed: 'failed', skipped: 'skipped', note: 'other', error: 'failed' } as const

/** The report in the Common Test Report Format (https://ctrf.io), version 0.0.0: each check is a test. */
export function ctrfReport({ checks, seed, durationMs, provider, result, error }: VerificationReport): string {
  const tests = distinctNames(checks).map((check) => testOf(check, seed))
  // A run that failed outside of any check must not look like one in which nothing is wrong.
  if (error !== undefined) {
    tests.push({ name: 'the run is completed', status: 'failed', duration: 0, suite: ['run'], message: error.message })
  }
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

interface CtrfTest {
  readonly name: string
  readonly status: (typeof STATUSES)[keyof typeof STATUSES]
  readonly duration: number
  readonly suite: readonly string[]
  readonly message?: string
  readonly trace?: string
  readonly extra?: object
}

function testOf(check: CheckResult, seed: number | undefined): CtrfTest {
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
