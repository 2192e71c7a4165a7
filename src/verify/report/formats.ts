import { ToolError } from '../../input/index.js'
import { printableJson } from '../../node/index.js'
import { stringifyJson } from '../../spec/index.js'
import { githubReport } from './github.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { prettyReport } from './pretty.js'
import type { VerificationReport } from './verification-report.js'

interface Format {
  readonly render: (report: VerificationReport, options: { colors: boolean }) => string
  /** What the format adds to the summary of a GitHub job. */
  readonly jobSummary?: (report: VerificationReport) => string
}

export type ReportFormat = 'pretty' | 'json' | 'junit' | 'github' | 'markdown'

/** How a report is written. */
export const FORMATS: Readonly<Record<ReportFormat, Format>> = {
  pretty: { render: prettyReport },
  json: { render: (report) => `${printableJson(stringifyJson(report, 2))}\n` },
  junit: { render: junitReport },
  github: { render: githubReport, jobSummary: markdownReport },
  markdown: { render: markdownReport },
}

/** A format of the report and the file for it; without a file it goes to stdout. */
export interface ReportTarget {
  readonly format: ReportFormat
  readonly file?: string
}

/**
 * Reads targets such as `json=report.json`.
 *
 * @throws {ToolError} exit code 2, for an unknown format, or for two that would mix on stdout
 */
export function readReportTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.map(readTarget)
  const [first, second, ...others] = targets.flatMap(({ format, file }) => (file === undefined ? [format] : []))
  // A person reads the one, and the runner of the job takes the lines of the other out of its log.
  const isLog = others.length === 0 && new Set(['github', 'pretty', first, second]).size === 2 && first !== second
  if (second !== undefined && !isLog) {
    const wayOut = `give one a file, as in ${second}=report`
    throw new ToolError(`The reports ${first} and ${second} would mix on stdout: ${wayOut}.`)
  }
  return targets
}

function readTarget(text: string): ReportTarget {
  const [, before = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const name = before.trim()
  if (!isFormat(name)) {
    const known = Object.keys(FORMATS).join(', ')
    throw new ToolError(`There is no report "${name}". Give one of ${known}; add =file to write it to a file.`)
  }
  if (file === '') throw new ToolError(`Give the report ${name}= the name of its file.`)
  return file === undefined ? { format: name } : { format: name, file }
}

function isFormat(name: string): name is ReportFormat {
  return Object.hasOwn(FORMATS, name)
}
