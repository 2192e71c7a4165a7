import { ToolError } from '../../input/index.js'
import { printableJson } from '../../node/index.js'
import { stringifyJson } from '../../spec/index.js'
import { githubReport } from './github.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { prettyReport } from './pretty.js'
import type { VerificationReport } from './verification-report.js'

/** How a report is written. */
export const FORMATS = {
  pretty: prettyReport,
  json: (report) => `${printableJson(stringifyJson(report, 2))}\n`,
  junit: junitReport,
  github: githubReport,
  markdown: markdownReport,
} satisfies Record<string, (report: VerificationReport, options: { colors: boolean }) => string>

/** A format of the report and the file for it; without a file it goes to stdout. */
export interface ReportTarget {
  readonly format: keyof typeof FORMATS
  readonly file?: string
}

/**
 * Reads targets such as `json=report.json`.
 *
 * @throws {ToolError} exit code 2, for an unknown format, or for two that would mix on stdout
 */
export function readReportTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.map(readTarget)
  const onStdout = targets.flatMap(({ format, file }) => (file === undefined ? [format] : []))
  // A person reads the one, and the runner of the job takes the lines of the other out of its log.
  const isLog = onStdout.toSorted().join(' ') === 'github pretty'
  if (onStdout.length > 1 && !isLog) {
    const [first, second] = onStdout
    const wayOut = `give one a file, as in ${second}=report`
    throw new ToolError(`The reports ${first} and ${second} would mix on stdout: ${wayOut}.`)
  }
  return targets
}

function readTarget(text: string): ReportTarget {
  const [, before = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const format = before.trim()
  if (!isFormat(format)) {
    const known = Object.keys(FORMATS).join(', ')
    throw new ToolError(`There is no report "${format}". Give one of ${known}; add =file to write it to a file.`)
  }
  if (file === '') throw new ToolError(`Give the report ${format}= the name of its file.`)
  return { format, ...(file !== undefined && { file }) }
}

function isFormat(name: string): name is ReportTarget['format'] {
  return Object.hasOwn(FORMATS, name)
}
