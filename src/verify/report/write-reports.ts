import { appendFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ToolError } from '../../input/index.js'
import { codeOf, isStream, printableJson, problemsOf, writeNamedFile } from '../../node/index.js'
import { stringifyJson } from '../../spec/index.js'
import { githubReport, markdownReport } from './ci-reports.js'
import { HTML_BEGINNING, htmlReport } from './html.js'
import { prettyReport } from './pretty.js'
import { ctrfReport, junitReport } from './test-reports.js'
import type { VerificationReport } from './verification-report.js'

interface Format {
  readonly text: (report: VerificationReport, terminal: { colors: boolean }) => string
  /** How such a report begins. */
  readonly beginning: RegExp
}

const FORMATS = {
  pretty: { text: prettyReport, beginning: /^\s*(?:! |pact |openapi |model |the run\n|responses seen\n)/ },
  html: { text: htmlReport, beginning: HTML_BEGINNING },
  json: { text: jsonReport, beginning: /^\{\s*"version":\s*1,\s*"provider":/ },
  junit: { text: junitReport, beginning: /^<\?xml[^>]*>\s*<testsuites/ },
  github: { text: githubReport, beginning: /^::(?:notice|warning|error) title=/ },
  markdown: { text: markdownReport, beginning: /^## (?:✅|❌|⚠️) / },
  ctrf: { text: ctrfReport, beginning: /^\{\s*"reportFormat":\s*"CTRF"/ },
} satisfies Record<string, Format>

/** Version 1 of the report calls a section of the specification a clause; the member `section` says the same. */
function jsonReport(report: VerificationReport): string {
  const checks = report.checks.map(({ id, kind, name, clause, ...check }) => {
    return { id, kind, name, clause, section: clause, ...check }
  })
  return `${printableJson(stringifyJson({ ...report, checks }, 2))}\n`
}

/** A format of the report and its file; without one, or for `-`, it goes to stdout. */
export interface ReportTarget {
  readonly format: keyof typeof FORMATS
  readonly file: string | undefined
}

/** Reads targets such as `json=report.json`. @throws {ToolError} for an unknown format, or two that would mix on stdout */
export function readReportTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.map(readTarget)
  const onStdout = targets.flatMap(({ format, file }) => (file === undefined ? [format] : []))
  // A person reads the one, and the runner of the job takes the lines of the other out of its log.
  const isLog = onStdout.toSorted().join(' ') === 'github pretty'
  if (onStdout.length <= 1 || isLog) return targets
  const [first, second] = onStdout
  const reports = `The reports ${first} and ${second} cannot both be written to stdout`
  throw new ToolError(`${reports}: give one a file, as in ${second}=report.`)
}

function readTarget(text: string): ReportTarget {
  const [, before = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const format = before.trim()
  if (!isFormat(format)) {
    const known = Object.keys(FORMATS).join(', ')
    throw new ToolError(`There is no report "${format}". Use one of ${known}; add =file to write it to a file.`)
  }
  if (file === '') throw new ToolError(`The report ${format}= requires a file: set --report ${format}=<file>.`)
  return { format, file: file === '-' ? undefined : file }
}

function isFormat(name: string): name is ReportTarget['format'] {
  return Object.hasOwn(FORMATS, name)
}

/** The destinations of reports without a file, and the environment that names GitHub's summary of a job. */
interface Terminal {
  readonly stdout: Writable
  readonly colors: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The run waits no longer than this for somebody to read the report. */
const UNREAD_MS = 1_000

/** Writes a report in all formats asked for. @returns why some were not written, a sentence for each */
export async function writeReports(
  report: VerificationReport,
  targets: readonly ReportTarget[],
  { stdout, colors, env }: Terminal,
): Promise<string[]> {
  const writes = targets.map(({ format, file }) => {
    const { text: textOf, beginning }: Format = FORMATS[format]
    const text = textOf(report, { colors: colors && file === undefined })
    const write = async () => {
      if (file === undefined) stdout.write(text)
      // Programs that ran before in the same step of a job may have written to its summary.
      else if (file === env['GITHUB_STEP_SUMMARY'] || isStream(file)) await appendFile(file, text)
      else writeNamedFile(file, text, { name: `a report of the format ${format}`, beginning })
    }
    return [`the report ${file}`, write] as const
  })
  return problemsOf([...writes, ['the report to stdout', () => printed(stdout)]])
}

/** Writes nothing more, and so learns what became of all that was written, unless its reader takes too long. */
async function printed(stdout: Writable): Promise<void> {
  const written = new Promise<Error | null | undefined>((resolve) => stdout.write('', resolve))
  const late = await Promise.race([written, pause(UNREAD_MS, undefined, { ref: false })])
  const error = stdout.errored ?? late
  // A reader that has gone, such as `head`, has read what it wanted.
  if (error != null && codeOf(error) !== 'EPIPE') throw error
}
