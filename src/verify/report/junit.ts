import type { CheckResult } from '../check.js'
import { markup } from './markup.js'
import { distinctNames, failureText, type VerificationReport } from './verification-report.js'

/** The report as JUnit XML, in the dialect that GitLab and Jenkins both read. */
export function junitReport({ checks, summary: { failed, errors, skipped }, error }: VerificationReport): string {
  // A run that failed outside of any check must not look like one in which nothing is wrong.
  const cases: Case[] = distinctNames(checks)
  if (error !== undefined && errors === 0) cases.push({ ...RUN, result: 'error', message: error.message })
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="orders-mock verify" tests="${cases.length}" failures="${failed}" errors="${
    errors + cases.length - checks.length
  }" skipped="${skipped}" time="${time}">
${cases.map((each) => markup`    <testcase classname="orders-mock.${each.kind}" name="${each.name}" time="${seconds(each.durationMs)}">${outcome(each)}</testcase>\n`)}  </testsuite>
</testsuites>
`.text
}

type Case = Omit<CheckResult, 'kind'> & { readonly kind: string }

const RUN = { id: 'run.end', kind: 'run', name: 'the run is completed', clause: 'Endpoints', durationMs: 0 }

/** The schema of Jenkins gives a skipped test a text and no attribute, and GitLab shows this text. */
function outcome(check: Case) {
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
