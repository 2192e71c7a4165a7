import { printable, printableLines } from '../../node/index.js'
import { sectionsOf, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

const LEVELS = { failure: 'error', skipped: 'warning', known: 'notice', notes: 'notice' } as const

/** The report as workflow commands of GitHub Actions: the summary comes first, as GitHub shows ten annotations. */
export function githubReport(report: VerificationReport): string {
  const level = report.result === 'pass' ? 'notice' : 'error'
  const commands = [
    command(level, `Store Orders Service contract: ${verdictOf(report)}`, summaryOf(report)),
    ...report.hints.map((hint) => command('warning', 'Possible mistake', hint)),
    ...sectionsOf(report).map(({ kind, title, items }) =>
      kind === 'coverage' ? '' : command(LEVELS[kind], title, items.join('\n')),
    ),
  ]
  return commands.join('')
}

// Workflow commands are one line each: https://github.com/actions/toolkit, packages/core, escapeData and escapeProperty.
function command(level: string, title: string, text: string): string {
  return `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(text)}\n`
}

function data(text: string): string {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
}

const MARKS = { pass: '✅', fail: '❌', error: '⚠️' }

/** The report as Markdown, as GitHub and GitLab show it. What a provider may have sent stands in code, where nothing is markup. */
export function markdownReport(report: VerificationReport): string {
  const parts = [
    `## ${MARKS[report.result]} Store Orders Service contract: ${verdictOf(report)}`,
    ...[summaryOf(report), ...report.hints].map(code),
    ...sectionsOf(report).map(({ title, items }) => `### ${code(title)}\n\n${fenced(items.join('\n'))}`),
  ]
  return `${parts.join('\n\n')}\n`
}

function code(text: string): string {
  return `\`${printable(oneLine(text).replaceAll('`', "'"))}\``
}

/** Without a regular expression: one would look at each white space of a long text from every place before it. */
function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
}

// A fence that is longer than any in the text.
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${printableLines(text)}\n${fence}`
}
