import { printable, printableLines } from '../../node/index.js'
import { sectionsOf } from './sections.js'
import { summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

const MARKS: Readonly<Record<VerificationReport['result'], string>> = { pass: '✅', fail: '❌', error: '⚠️' }

/** The report as Markdown, as GitHub and GitLab show it. What a provider may have sent stands in code, where nothing is markup. */
export function markdownReport(report: VerificationReport): string {
  const { result, hints } = report
  const parts = [
    `## ${MARKS[result]} Store Orders Service contract: ${verdictOf(report)}`,
    ...[summaryOf(report), ...hints].map(code),
    ...sectionsOf(report).map(({ title, text }) => `### ${code(title)}\n\n${fenced(text)}`),
  ]
  return `${parts.join('\n\n')}\n`
}

function code(text: string): string {
  return `\`${printable(text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('`', "'"))}\``
}

// A fence that is longer than any in the text.
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${printableLines(text)}\n${fence}`
}
