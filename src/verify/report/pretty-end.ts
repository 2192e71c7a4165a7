import { type Paint, printable, printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { type Coverage, coverageTable } from './coverage.js'
import { skippedByReason } from './skipped.js'
import { failureParts, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

/** What follows the list of checks: the failures in full, how often each operation was answered with what, and the result. */
export function prettyEnd(report: VerificationReport, paint: Paint): string {
  const failures = report.checks.filter(({ result }) => result === 'failed' || result === 'error')
  const parts = [
    ...failures.map((check, index) => failure(check, index + 1, paint)),
    coverage(report.coverage, paint),
    ...skippedLines(report, paint),
    ...report.notes.map((note) => paint('yellow', printable(note))),
    ...(report.error === undefined ? [] : [paint('red', printable(report.error.message))]),
    resultLine(report, paint),
  ]
  return `\n${parts.join('\n\n')}\n`
}

function skippedLines({ checks }: VerificationReport, paint: Paint): string[] {
  const lines = skippedByReason(checks).map(({ reason, names: [name = '', ...others] }) => {
    const subject = others.length === 0 ? name : `${others.length + 1} checks`
    return paint('dim', `skipped   ${printable(subject)}: ${printable(reason)}`)
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

function failure(check: CheckResult, number: number, paint: Paint): string {
  const { kind, name, message = '' } = check
  const parts = failureParts(check).flatMap(([label, text]) =>
    linesOf(text).map((line, index) => `${paint('dim', (index === 0 ? label.toLowerCase() : '').padEnd(9))}  ${line}`),
  )
  const lines = [...(message === '' ? [] : linesOf(message)), ...parts]
  return [paint('red', `${number}) ${kind}: ${printable(name)}`), ...lines.map((line) => `   ${line}`)].join('\n')
}

function linesOf(text: string): string[] {
  return printableLines(text.trimEnd()).split('\n')
}

function coverage(seen: readonly Coverage[], paint: Paint): string {
  const { statuses, rows } = coverageTable(seen)
  const head = `${' '.repeat(14)}${statuses.map((status) => String(status).padStart(6)).join('')}`
  const body = rows.map(({ operation, counts }) => {
    const cells = counts.map((count) => {
      const cell = (count === undefined ? '' : String(count || '·')).padStart(6)
      return count === 0 ? paint('yellow', cell) : cell
    })
    return `  ${operation.padEnd(12)}${cells.join('')}`
  })
  return [paint('dim', head), ...body].join('\n')
}

function resultLine(report: VerificationReport, paint: Paint): string {
  const result = verdictOf(report).replace(/^\w+/, (word) => word.toUpperCase())
  return `${paint('bold', report.result === 'pass' ? paint('green', result) : paint('red', result))}  ${summaryOf(report)}`
}
