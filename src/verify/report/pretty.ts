import { type Paint, painter, printable, printableLines } from '../../node/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import {
  type Progress,
  sectionsOf,
  SUBJECTS,
  summaryOf,
  verdictOf,
  type VerificationReport,
} from './verification-report.js'

export function prettyReport(report: VerificationReport, { colors }: { colors: boolean }): string {
  let text = ''
  const live = livePretty({ stdout: { write: (part) => (text += part) }, colors })
  for (const hint of report.hints) live.onProgress({ kind: 'hint', text: hint })
  for (const result of report.checks) live.onProgress({ kind: 'result', result })
  live.end(report)
  return text
}

type Output = { write(text: string): unknown }

/**
 * Prints every check as soon as its result is known. On a terminal that shows colours a line on stderr says what is
 * being checked.
 */
export function livePretty({ stdout, stderr, colors }: { stdout: Output; stderr?: Output; colors: boolean }) {
  const paint = painter({ colors })
  let printed: CheckKind | undefined
  const show = (status: string, text = '') => {
    if (colors) stderr?.write('\r\u001B[K')
    if (text !== '') stdout.write(`${text}\n`)
    if (colors && status !== '') stderr?.write(paint('dim', `  … ${printable(status)}`))
  }
  return {
    onProgress: (progress: Progress): void => {
      if (progress.kind === 'started') return show(progress.check)
      if (progress.kind === 'activity') return show(`${progress.check}: ${progress.text}`)
      if (progress.kind === 'hint') return show('', paint('yellow', `\n! ${printable(progress.text)}`))
      const { kind } = progress.result
      const title = kind === printed ? '' : `\n${paint('bold', `${kind.padEnd(8)} ${SUBJECTS[kind]}`)}\n`
      printed = kind
      show(kind, title + checkLine(progress.result, paint))
    },
    /** Ends the report; without one, because the run failed, only the status line is removed. */
    end: (report?: VerificationReport): void => show('', report && ending(report, paint)),
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
  const parts = sectionsOf(report, { areChecksListed: true }).map(({ kind, title, items }) => {
    const heading = paint(kind === 'failure' ? 'red' : 'dim', printable(title))
    return `${heading}\n${printableLines(items.join('\n')).replaceAll(/^/gm, '   ')}`
  })
  const last = `${paint('bold', paint(report.result === 'pass' ? 'green' : 'red', verdict))}  ${printable(summaryOf(report))}`
  return `\n${[...parts, last].join('\n\n')}`
}
