import { printable, printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { skippedByReason } from './skipped.js'
import { summaryOf, verdictOf, type VerificationReport } from './verification-report.js'
import { coverageTable } from './coverage.js'

const MARKS: Readonly<Record<VerificationReport['result'], string>> = { pass: '✅', fail: '❌', error: '⚠️' }

/** The report as Markdown, as GitHub and GitLab show it. */
export function markdownReport(report: VerificationReport): string {
  const { result, checks, hints, notes, error } = report
  const failures = checks.filter((check) => check.result === 'failed' || check.result === 'error')
  const skipped = checks.filter((check) => check.result === 'skipped')
  const noted = checks.filter((check) => check.result === 'note')
  const parts = [
    `## ${MARKS[result]} Store Orders Service contract: ${verdictOf(report)}`,
    escaped(summaryOf(report)),
    ...(error === undefined ? [] : [`**${escaped(error.message)}**`]),
    ...hints.map((hint) => `> **${escaped(hint)}**`),
    ...notes.map((note) => `> ${escaped(note)}`),
    ...failures.map(failure),
    coverage(report),
    ...(noted.length === 0 ? [] : [noteList(noted)]),
    ...(skipped.length === 0 ? [] : [skippedList(skipped)]),
  ]
  return `${parts.join('\n\n')}\n`
}

function failure({ kind, name, clause, message = '', expected, actual, curl, steps }: CheckResult): string {
  const again = steps?.join('\n') ?? curl
  const blocks = [
    ['Expected', expected],
    ['Actual', actual],
    ['Again', again],
  ].flatMap(([label, text]) => (text === undefined || text === '' ? [] : [`${label}:\n\n${fenced(text)}`]))
  return [`### ${kind}: ${escaped(name)}`, escaped(message), `Section: ${escaped(clause)}`, ...blocks].join('\n\n')
}

function coverage(report: VerificationReport): string {
  const { statuses, rows } = coverageTable(report.coverage)
  return [
    row(['answers seen', ...statuses.map(String)]),
    row(['---', ...statuses.map(() => '---:')]),
    ...rows.map(({ operation, counts }) => row([operation, ...counts.map((count) => String(count ?? ''))])),
  ].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function skippedList(skipped: readonly CheckResult[]): string {
  const lines = skippedByReason(skipped).map(({ reason, names }) => {
    const count = names.length === 1 ? '' : ` (${names.length} checks)`
    return `- ${escaped(reason)}${count}: ${names.map(escaped).join('; ')}`
  })
  return ['### Skipped', lines.join('\n')].join('\n\n')
}

function noteList(notes: readonly CheckResult[]): string {
  const lines = notes.map(({ kind, name, message = '' }) => `- ${kind}: ${escaped(name)}. ${escaped(message)}`)
  return ['### Notes', lines.join('\n')].join('\n\n')
}

// A fence that is longer than any in the text.
function fenced(text: string): string {
  const shown = printableLines(text)
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}`
}

function escaped(text: string): string {
  const line = printable(text.replaceAll(/\s*\n\s*/g, ' '))
  // A mention would call somebody, an entity could be anything.
  return line
    .replaceAll(/[\\`*_~$[\]<>|#!]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll(/@(?=\w)/g, '@<!-- -->')
    .replace(/^([-+=]|\d+[.)])/, String.raw`\$1`)
}
