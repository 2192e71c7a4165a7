import { type Paint, painter, printable } from '../../node/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import { prettyEnd } from './pretty-end.js'
import type { Progress, VerificationReport } from './verification-report.js'

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
      const { result: check } = progress
      if (check.kind !== printed) stdout.write(`\n${paint('bold', TITLES[check.kind])}\n`)
      printed = check.kind
      stdout.write(`${checkLine(check, paint)}\n`)
      status(check.kind)
    },
    /** Ends the report; without one, because the run failed, only the status line is removed. */
    end(report?: VerificationReport): void {
      status('')
      if (report !== undefined) stdout.write(prettyEnd(report, paint))
    },
  }
}

function checkLine(check: CheckResult, paint: Paint): string {
  const { result } = check
  const [name, message] = [printable(check.name), printable(check.message ?? '')]
  if (result === 'passed')
    return `  ${paint('green', '✓')} ${name}${paint('dim', message === '' ? '' : `  ${message}`)}`
  if (result === 'skipped') return `  ${paint('yellow', '-')} ${name}${paint('dim', '  skipped')}`
  if (result === 'note') return `  ${paint('cyan', '•')} ${name}${paint('dim', `  note: ${message}`)}`
  return `  ${paint('red', result === 'failed' ? '✗' : '!')} ${paint('red', name)}`
}
