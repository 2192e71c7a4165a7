import { printable, printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { skippedByReason } from './skipped.js'
import { coverageLines, failureParts, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

const MARKS: Readonly<Record<VerificationReport['result'], string>> = { pass: '✅', fail: '❌', error: '⚠️' }

/** The report as Markdown, as GitHub and GitLab show it. */
export function markdownReport(report: VerificationReport): string {
  const { result, checks, hints, notes, error } = report
  const withResult = (...results: readonly CheckResult['result'][]) =>
    checks.filter((each) => results.includes(each.result))
  const noted = withResult('note').map(
    ({ kind, name, message = '' }) => `- ${kind}: ${escaped(name)}. ${escaped(message)}`,
  )
  const skipped = skippedByReason(checks).map(({ reason, names }) => {
    const count = names.length === 1 ? '' : ` (${names.length} checks)`
    return `- ${escaped(reason)}${count}: ${names.map(escaped).join('; ')}`
  })
  const parts = [
    `## ${MARKS[result]} Store Orders Service contract: ${verdictOf(report)}`,
    escaped(summaryOf(report)),
    ...(error === undefined ? [] : [`**${escaped(error.message)}**`]),
    ...hints.map((hint) => `> **${escaped(hint)}**`),
    ...notes.map((note) => `> ${escaped(note)}`),
    ...withResult('failed', 'error').map(failure),
    '### Answers seen',
    coverageLines(report.coverage)
      .map(([operation, seen]) => `- ${operation}: ${seen}`)
      .join('\n'),
    ...(noted.length === 0 ? [] : ['### Notes', noted.join('\n')]),
    ...(skipped.length === 0 ? [] : ['### Skipped', skipped.join('\n')]),
  ]
  return `${parts.join('\n\n')}\n`
}

const PROSE = new Set(['Section', 'State', 'Comment'])

function failure(check: CheckResult): string {
  const { kind, name, message = '' } = check
  const parts = failureParts(check).map(([label, text]) =>
    PROSE.has(label) ? `${label}: ${escaped(text)}` : `${label}:\n\n${fenced(text)}`,
  )
  return [`### ${kind}: ${escaped(name)}`, escaped(message), ...parts].join('\n\n')
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
