import { type Paint, painter, printable, printableLines } from '../../node/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import { skippedByReason } from './skipped.js'
import {
  coverageLines,
  failureParts,
  type Progress,
  summaryOf,
  verdictOf,
  type VerificationReport,
} from './verification-report.js'

const TITLES: Readonly<Record<CheckKind, string>> = {
  pact: "pact     every interaction of the consumers' contract",
  openapi: 'openapi  every answer of the run against the description',
  model: 'model    rules that no single exchange can show',
}

/** The whole report for a person to read. */
export function prettyReport(report: VerificationReport, { colors }: { colors: boolean }): string {
  let text = ''
  const live = livePretty({ stdout: { write: (part) => (text += part) }, colors })
  for (const hint of report.hints) live.onProgress({ kind: 'hint', text: hint })
  for (const kind of new Set(report.checks.map((check) => check.kind)))
    for (const result of report.checks) if (result.kind === kind) live.onProgress({ kind: 'result', result })
  live.end(report)
  return text
}

/** Where a text can be written. */
interface Output {
  write(text: string): unknown
}

/**
 * Prints every check as soon as its result is known. On a terminal that shows colours a line on stderr says what is
 * being checked.
 */
export function livePretty({ stdout, stderr, colors }: { stdout: Output; stderr?: Output; colors: boolean }) {
  const paint = painter(colors)
  let printed: CheckKind | undefined
  const status = (text: string) => {
    if (colors) stderr?.write(`\r\u001B[K${text === '' ? '' : paint('dim', `  … ${printable(text)}`)}`)
  }
  return {
    onProgress(progress: Progress): void {
      if (progress.kind === 'started') return status(progress.check)
      if (progress.kind === 'activity') return status(`${progress.check}: ${progress.text}`)
      status('')
      if (progress.kind === 'hint') return void stdout.write(paint('yellow', `\n! ${printable(progress.text)}`) + '\n')
      const { kind } = progress.result
      if (kind !== printed) stdout.write(`\n${paint('bold', TITLES[kind])}\n`)
      printed = kind
      stdout.write(`${checkLine(progress.result, paint)}\n`)
      status(kind)
    },
    /** Ends the report; without one, because the run failed, only the status line is removed. */
    end(report?: VerificationReport): void {
      status('')
      if (report !== undefined) stdout.write(ending(report, paint))
    },
  }
}

function checkLine({ result, ...check }: CheckResult, paint: Paint): string {
  const [name, message] = [printable(check.name), printable(check.message ?? '')]
  if (result === 'passed') return `  ${paint('green', '✓')} ${name}${paint('dim', message && `  ${message}`)}`
  if (result === 'skipped') return `  ${paint('yellow', '-')} ${name}${paint('dim', '  skipped')}`
  if (result === 'note') return `  ${paint('cyan', '•')} ${name}${paint('dim', `  note: ${message}`)}`
  return `  ${paint('red', result === 'failed' ? '✗' : '!')} ${paint('red', name)}`
}

/** What follows the list of checks: the failures in full, how often each operation was answered with what, and the result. */
function ending(report: VerificationReport, paint: Paint): string {
  const { checks, notes, error, result } = report
  const failures = checks.filter((check) => check.result === 'failed' || check.result === 'error')
  const skipped = skippedByReason(checks).map(({ reason, names: [name = '', ...others] }) => {
    const subject = others.length === 0 ? name : `${others.length + 1} checks`
    return paint('dim', `skipped   ${printable(subject)}: ${printable(reason)}`)
  })
  const coverage = coverageLines(report.coverage).map(
    ([operation, seen]) => `  ${operation.padEnd(12)}  ${seen.replaceAll(/no \d+/g, (none) => paint('yellow', none))}`,
  )
  const verdict = verdictOf(report).replace(/^\w+/, (word) => word.toUpperCase())
  const parts = [
    ...failures.map((check, index) => failure(check, index + 1, paint)),
    [paint('dim', 'answers seen'), ...coverage].join('\n'),
    ...(skipped.length === 0 ? [] : [skipped.join('\n')]),
    ...notes.map((note) => paint('yellow', printable(note))),
    ...(error === undefined ? [] : [paint('red', printable(error.message))]),
    `${paint('bold', paint(result === 'pass' ? 'green' : 'red', verdict))}  ${summaryOf(report)}`,
  ]
  return `\n${parts.join('\n\n')}\n`
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
