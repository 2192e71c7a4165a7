import { type Paint, painter, printable, printableLines } from '../../node/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import { type Coverage, coverageTable } from './coverage.js'
import { skippedByReason } from './skipped.js'
import { summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

const TITLES: Readonly<Record<CheckKind, string>> = {
  pact: "pact     every interaction of the consumers' contract",
  openapi: 'openapi  every answer of the run against the description',
  model: 'model    rules that no single exchange can show',
}

/** The whole report for a person to read. */
export function prettyReport(report: VerificationReport, options: { colors: boolean }): string {
  const paint = painter(options.colors)
  const kinds = [...new Set(report.checks.map(({ kind }) => kind))]
  const groups = kinds.map((kind) => {
    const lines = report.checks.filter((check) => check.kind === kind).map((check) => checkLine(check, paint))
    return [headingOf(kind, paint), ...lines].join('\n')
  })
  const hints = report.hints.map((hint) => hintLine(hint, paint))
  return `${[...hints, ...groups].join('\n')}\n${prettyEnd(report, paint)}`
}

/** What may be a mistake of the caller. */
export function hintLine(hint: string, paint: Paint): string {
  return paint('yellow', `\n! ${printable(hint)}`)
}

/** The heading of a group of checks. */
export function headingOf(kind: CheckKind, paint: Paint): string {
  return `\n${paint('bold', TITLES[kind])}`
}

/** A check in one line. */
export function checkLine(check: CheckResult, paint: Paint): string {
  const { result } = check
  const [name, message] = [printable(check.name), printable(check.message ?? '')]
  if (result === 'passed')
    return `  ${paint('green', '✓')} ${name}${paint('dim', message === '' ? '' : `  ${message}`)}`
  if (result === 'skipped') return `  ${paint('yellow', '-')} ${name}${paint('dim', '  skipped')}`
  if (result === 'note') return `  ${paint('cyan', '•')} ${name}${paint('dim', `  note: ${message}`)}`
  return `  ${paint('red', result === 'failed' ? '✗' : '!')} ${paint('red', name)}`
}

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
  const { kind, name, clause, message = '', expected, actual, curl, steps, states, comments } = check
  const parts: [label: string, text: string | undefined][] = [
    ['section ', clause],
    ['state   ', states?.join(', ')],
    ['comment ', comments?.join('\n')],
    ['expected', expected],
    ['actual  ', actual],
    steps === undefined ? ['again   ', curl] : ['steps   ', steps.join('\n')],
  ]
  const lines = [
    ...(message === '' ? [] : linesOf(message)),
    ...parts.flatMap(([label, text = '']) => (text === '' ? [] : labelled(paint('dim', label), label.length, text))),
  ]
  return [paint('red', `${number}) ${kind}: ${printable(name)}`), ...lines.map((line) => `   ${line}`)].join('\n')
}

function labelled(label: string, width: number, text: string): string[] {
  return linesOf(text).map((line, index) => `${index === 0 ? label : ' '.repeat(width)}  ${line}`)
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
