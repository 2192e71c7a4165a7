import { printable, printableLines } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import { failureText, sectionsOf, summaryOf, verdictOf, type VerificationReport } from './verification-report.js'

const LEVELS = { failure: 'error', skipped: 'warning', notes: 'notice' } as const

/** The report as workflow commands of GitHub Actions: the summary comes first, as GitHub shows ten annotations. */
export function githubReport(report: VerificationReport): string {
  const level = report.result === 'pass' ? 'notice' : 'error'
  const commands = [
    command(level, `Store Orders Service contract: ${verdictOf(report)}`, summaryOf(report)),
    ...report.hints.map((hint) => command('warning', 'Possible mistake', hint)),
    ...sectionsOf(report).map(({ kind, title, text }) =>
      kind === 'coverage' ? '' : command(LEVELS[kind], title, text),
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
    ...sectionsOf(report).map(({ title, text }) => `### ${code(title)}\n\n${fenced(text)}`),
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

/** The report as JUnit XML, in the dialect that GitLab and Jenkins both read. */
export function junitReport({ checks, summary: { failed, errors, skipped }, error }: VerificationReport): string {
  // A run that failed outside of any check must not look like one in which nothing is wrong.
  const cases: Case[] = [...checks]
  if (error !== undefined && errors === 0) cases.push({ ...RUN, result: 'error', message: error.message })
  const suite = attributes({
    name: 'orders-mock verify',
    tests: cases.length,
    failures: failed,
    errors: errors + cases.length - checks.length,
    skipped,
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  })
  const lines = ['<testsuites>', `  <testsuite${suite}>`, ...cases.map(testCase), '  </testsuite>', '</testsuites>', '']
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...lines].join('\n')
}

type Case = Omit<CheckResult, 'kind'> & { readonly kind: string }

const RUN = { id: 'run.end', kind: 'run', name: 'the run is completed', clause: 'Endpoints', durationMs: 0 }

function testCase(check: Case): string {
  const { id, kind, name, result, message = '', durationMs } = check
  const head = `    <testcase${attributes({ classname: `orders-mock.${kind}`, name, time: seconds(durationMs) })}`
  if (result === 'passed') return `${head}/>`
  if (result === 'skipped') return `${head}><skipped${attributes({ message })}/></testcase>`
  if (result === 'note') return `${head}><system-out>${escaped(`Note: ${message}`)}</system-out></testcase>`
  const tag = result === 'failed' ? 'failure' : 'error'
  return `${head}><${tag}${attributes({ message, type: id })}>${escaped(failureText(check))}</${tag}></testcase>`
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(values).map(([name, value]) => [name, escaped(`${value}`).replaceAll('\n', '&#10;')])
  return written.map(([name, value]) => ` ${name}="${value}"`).join('')
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML 1.0 has no place for most control characters, not even escaped.
function escaped(text: string): string {
  const legal = printableLines(text).replaceAll(/[^\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
  return legal.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
