import { printableLines } from '../../node/index.js'
import { sectionsOf } from './sections.js'
import { summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

type Level = 'error' | 'warning' | 'notice'

const LEVELS = { failure: 'error', skipped: 'warning', notes: 'notice' } as const

/** The report as workflow commands of GitHub Actions: the summary comes first, as GitHub shows ten annotations. */
export function githubReport(report: VerificationReport): string {
  const title = `Store Orders Service contract: ${verdictOf(report)}`
  return [
    command(report.result === 'pass' ? 'notice' : 'error', title, summaryOf(report)),
    ...report.hints.map((hint) => command('warning', 'Is this a mistake?', hint)),
    ...sectionsOf(report).map((part) =>
      part.kind === 'coverage' ? '' : command(LEVELS[part.kind], part.title, part.text),
    ),
  ]
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('')
}

// Workflow commands are one line each: https://github.com/actions/toolkit, packages/core, escapeData and escapeProperty.
function command(level: Level, title: string, text: string): string {
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${level} title=${property}::${data(text)}`
}

function data(text: string): string {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
