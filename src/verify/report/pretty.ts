import { type Paint, painter, printable, printableLines } from '../../node/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import { sectionsOf } from './sections.js'
import { type Progress, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

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
  if (result === 'note') return `  ${paint('cyan', '•')} ${name}${paint('dim', '  see the notes')}`
  return `  ${paint('red', result === 'failed' ? '✗' : '!')} ${paint('red', name)}`
}

/** What follows the list of checks; the last line is the result. */
function ending(report: VerificationReport, paint: Paint): string {
  const verdict = verdictOf(report).replace(/^\w+/, (word) => word.toUpperCase())
  const parts = sectionsOf(report, { areChecksListed: true }).map(({ kind, title, text }) => {
    const lines = printableLines(text).split('\n')
    return [paint(kind === 'failure' ? 'red' : 'dim', printable(title)), ...lines.map((line) => `   ${line}`)].join(
      '\n',
    )
  })
  const last = `${paint('bold', paint(report.result === 'pass' ? 'green' : 'red', verdict))}  ${summaryOf(report)}`
  return `\n${[...parts, last].join('\n\n')}\n`
}
