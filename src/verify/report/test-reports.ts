import { printableJson, printableLines } from '../../node/index.js'
import { stringifyJson, version } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { markup } from './markup.js'
import { failureText, type VerificationReport } from './verification-report.js'

/** The report as JUnit XML, in the dialect that GitLab and Jenkins both read. */
export function junitReport(report: VerificationReport): string {
  const cases = testsOf(report)
  const count = (wanted: CheckResult['result']) => cases.filter(({ result }) => result === wanted).length
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="orders-mock verify" tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${time}">
${cases.map((each) => markup`    <testcase classname="orders-mock.${each.kind}" name="${each.name}" time="${seconds(each.durationMs)}">${outcome(each)}</testcase>\n`)}  </testsuite>
</testsuites>
`.text
}

/** The schema of Jenkins gives a skipped test a text and no attribute, and GitLab shows this text. */
function outcome(check: Test) {
  const { id, result, message = '' } = check
  if (result === 'passed') return ''
  if (result === 'skipped') return markup`<skipped>${message}</skipped>`
  if (result === 'note') return markup`<system-out>Note: ${message}</system-out>`
  if (result === 'failed') return markup`<failure message="${message}" type="${id}">${failureText(check)}</failure>`
  return markup`<error message="${message}" type="${id}">${failureText(check)}</error>`
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}

const STATUSES = { passed: 'passed', failed: 'failed', skipped: 'skipped', note: 'other', error: 'failed' } as const

/** The report in the Common Test Report Format (https://ctrf.io), version 0.0.0: each check is a test. */
export function ctrfReport(report: VerificationReport): string {
  const { seed, durationMs, provider, result } = report
  const tests = testsOf(report).map((check) => ctrfTest(check, seed))
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

function ctrfTest(check: Test, seed: number | undefined) {
  const { id, kind, name, clause, result, message, steps, known, durationMs } = check
  return {
    name,
    status: STATUSES[result],
    duration: Math.round(durationMs),
    suite: [kind],
    ...(message !== undefined && { message }),
    ...(STATUSES[result] === 'failed' && { trace: printableLines(failureText(check)) }),
    extra: { id, section: clause, seed, ...(steps && { steps }), ...(known && { known }) },
  }
}

type Test = Omit<CheckResult, 'kind'> & { readonly kind: CheckResult['kind'] | 'run' }

const RUN = { id: 'run.end', kind: 'run', name: 'the run is completed', clause: 'Endpoints', durationMs: 0 } as const

/**
 * The checks for tools that tell tests apart by their names: a name that several checks have gets their ids, and a run that
 * failed outside of any check is one more, so that it does not look like one in which nothing is wrong.
 */
function testsOf({ checks, summary, error }: VerificationReport): Test[] {
  const seen = new Set<string>()
  const names = checks.map(({ kind, name }) => `${kind}: ${name}`)
  const repeated = new Set(names.filter((name) => seen.size === seen.add(name).size))
  const tests = checks.map((check, index) => {
    return repeated.has(names[index] ?? '') ? { ...check, name: `${check.name} (${check.id})` } : check
  })
  const isMore = error !== undefined && summary.errors === 0
  return isMore ? [...tests, { ...RUN, result: 'error', message: error.message }] : tests
}
