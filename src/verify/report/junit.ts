import type { CheckResult } from '../check.js'
import { markup } from './markup.js'
import { testsOf } from './tests-of.js'
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
function outcome(check: Omit<CheckResult, 'kind'>) {
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
