import { printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { skippedByReason } from './skipped.js'
import { failureText, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

/**
 * The report as workflow commands of GitHub Actions: the summary, then an annotation for each check that failed or was
 * skipped, and for each note. GitHub shows the first ten.
 */
export function githubReport(report: VerificationReport): string {
  const hints = report.hints.map((text) => command('warning', { title: 'Is this a mistake?', text }))
  const skipped = skippedByReason(report.checks).map(({ reason, names }) => {
    const title = names.length === 1 ? 'A check was skipped' : `${names.length} checks were skipped`
    return command('warning', { title, text: [reason, ...names].join('\n') })
  })
  const annotations = [...hints, ...report.checks.flatMap(annotation), ...skipped]
  const summary = command(report.result === 'pass' ? 'notice' : 'error', {
    title: `Store Orders Service contract: ${verdictOf(report)}`,
    text: [report.error?.message, summaryOf(report)].filter(Boolean).join('\n'),
  })
  return `${[summary, ...annotations].join('\n')}\n`
}

function annotation(check: CheckResult): string[] {
  const { kind, name, result } = check
  if (result === 'passed' || result === 'skipped') return []
  return [command(LEVELS[result], { title: `${kind}: ${name}`, text: failureText(check) })]
}

const LEVELS = { note: 'notice', failed: 'error', error: 'error' } as const

// Workflow commands are one line each: https://github.com/actions/toolkit, packages/core, escapeData and escapeProperty.
function command(level: 'error' | 'warning' | 'notice', { title, text }: { title: string; text: string }): string {
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${level} title=${property}::${data(text)}`
}

function data(text: string): string {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
