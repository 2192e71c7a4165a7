import { printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { failureText } from './sections.js'
import type { VerificationReport } from './verification-report.js'

type Case = Omit<CheckResult, 'kind'> & { readonly kind: CheckResult['kind'] | 'run' }

/** The report as JUnit XML, in the dialect that GitLab and Jenkins both read. */
export function junitReport(report: VerificationReport): string {
  const cases: readonly Case[] = [...report.checks, ...failedRun(report)]
  const count = (result: CheckResult['result']) => `${cases.filter((each) => each.result === result).length}`
  const suite = attributes({
    name: 'orders-mock verify',
    tests: `${cases.length}`,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite${suite}>
${cases.map(testCase).join('\n')}
  </testsuite>
</testsuites>
`
}

/** A run that failed outside of any check must not look like one in which nothing is wrong. */
function failedRun({ error, checks }: VerificationReport): Case[] {
  if (error === undefined || checks.some(({ result }) => result === 'error')) return []
  const head = { id: 'run.end', kind: 'run', name: 'the run is completed', clause: 'Endpoints' } as const
  return [{ ...head, result: 'error', message: error.message, durationMs: 0 }]
}

function testCase(check: Case): string {
  const { id, kind, name, result, message = '', durationMs } = check
  const open = `    <testcase${attributes({ classname: `orders-mock.${kind}`, name, time: seconds(durationMs) })}`
  if (result === 'passed') return `${open}/>`
  if (result === 'skipped') return `${open}><skipped${attributes({ message })}/></testcase>`
  if (result === 'note') return `${open}><system-out>${escaped(`Note: ${message}`)}</system-out></testcase>`
  const tag = result === 'failed' ? 'failure' : 'error'
  return `${open}><${tag}${attributes({ message, type: id })}>${escaped(failureText(check))}</${tag}></testcase>`
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll('\n', '&#10;')}"`)
    .join('')
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML 1.0 has no place for most control characters, not even escaped.
function escaped(text: string): string {
  const legal = printableLines(text).replaceAll(/[^\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
  return legal.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
