import type { CheckKind, CheckResult } from '../check.js'
import type { Coverage, VerificationReport } from '../report.js'
import { coverageTable } from './coverage-table.js'
import { type Paint, paintFor } from './paint.js'
import { summaryOf } from './summary.js'

const TITLES: Readonly<Record<CheckKind, string>> = {
  pact: "pact     every interaction of the consumers' contract",
  openapi: 'openapi  every answer of the run against the description',
  model: 'model    rules that no single exchange can show',
}

/** The whole report for a person to read. */
export function prettyReport(report: VerificationReport, options: { colors: boolean }): string {
  const paint = paintFor(options)
  const kinds = [...new Set(report.checks.map(({ kind }) => kind))]
  const groups = kinds.map((kind) => {
    const lines = report.checks.filter((check) => check.kind === kind).map((check) => checkLine(check, paint))
    return [headingOf(kind, paint), ...lines].join('\n')
  })
  return `${groups.join('\n')}\n${prettyEnd(report, paint)}`
}

/** The heading of a group of checks. */
export function headingOf(kind: CheckKind, paint: Paint): string {
  return `\n${paint.strong(TITLES[kind])}`
}

/** A check in one line. */
export function checkLine({ name, result, message }: CheckResult, paint: Paint): string {
  if (result === 'passed')
    return `  ${paint.good('✓')} ${name}${paint.faint(message === undefined ? '' : `  ${message}`)}`
  if (result === 'skipped') return `  ${paint.warn('-')} ${name}${paint.faint(`  skipped: ${message ?? ''}`)}`
  return `  ${paint.bad(result === 'failed' ? '✗' : '!')} ${paint.bad(name)}`
}

/** What follows the list of checks: the findings in full, what was seen of each operation, and the result. */
export function prettyEnd(report: VerificationReport, paint: Paint): string {
  const findings = report.checks.filter(({ result }) => result === 'failed' || result === 'error')
  const parts = [
    ...findings.map((check, index) => finding(check, { number: index + 1, paint })),
    coverage(report.coverage, paint),
    ...report.notes.map((note) => paint.warn(note)),
    ...(report.error === undefined ? [] : [paint.bad(report.error.message)]),
    resultLine(report, paint),
  ]
  return `\n${parts.join('\n\n')}\n`
}

function finding(check: CheckResult, { number, paint }: { number: number; paint: Paint }): string {
  const { kind, name, clause, message, expected, actual, curl, steps, states } = check
  const lines = [
    paint.bad(`${number}) ${kind}: ${name}`),
    ...block('', message),
    ...block('section ', clause),
    ...block('state   ', states?.join(', ')),
    ...block('expected', expected),
    ...block('actual  ', actual),
    ...(steps === undefined ? block('again   ', curl) : block('steps   ', steps.join('\n'))),
  ]
  const [title = '', ...rest] = lines
  return [title, ...rest.map((line) => `   ${line}`)].join('\n')

  function block(label: string, text: string | undefined): string[] {
    if (text === undefined || text === '') return []
    const [first = '', ...others] = text.trimEnd().split('\n')
    if (label === '') return [first, ...others]
    return [`${paint.faint(label)}  ${first}`, ...others.map((line) => `${' '.repeat(label.length)}  ${line}`)]
  }
}

function coverage(seen: readonly Coverage[], paint: Paint): string {
  const { statuses, rows } = coverageTable(seen)
  const head = `${' '.repeat(14)}${statuses.map((status) => String(status).padStart(6)).join('')}`
  const body = rows.map(({ operation, counts }) => {
    const cells = counts.map((count) => {
      const cell = (count === undefined ? '' : String(count || '·')).padStart(6)
      return count === 0 ? paint.warn(cell) : cell
    })
    return `  ${operation.padEnd(12)}${cells.join('')}`
  })
  return [paint.faint(head), ...body].join('\n')
}

function resultLine(report: VerificationReport, paint: Paint): string {
  const result = report.result.toUpperCase()
  return `${paint.strong(report.result === 'pass' ? paint.good(result) : paint.bad(result))}  ${summaryOf(report)}`
}
