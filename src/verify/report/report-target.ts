import { ToolError } from '../../input/index.js'

/** The forms of a report. */
export const REPORT_FORMATS = ['pretty', 'json', 'junit', 'github', 'markdown'] as const

export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** A form of the report and the file for it; without a file it goes to stdout. */
export interface ReportTarget {
  readonly format: ReportFormat
  readonly file?: string
}

/**
 * Reads targets such as `json=report.json`.
 *
 * @throws {ToolError} exit code 2, for an unknown form, or for two that would mix on stdout
 */
export function readReportTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.map(readTarget)
  const [first, second] = targets.filter(({ file }) => file === undefined)
  if (first !== undefined && second !== undefined) {
    throw new ToolError(
      `The reports ${first.format} and ${second.format} would mix on stdout: give one a file, as in ${second.format}=report.`,
    )
  }
  return targets
}

function readTarget(text: string): ReportTarget {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const format = REPORT_FORMATS.find((known) => known === name.trim())
  if (format === undefined) {
    throw new ToolError(
      `There is no report "${name}". Reports: ${REPORT_FORMATS.join(', ')}, each with =file if wanted.`,
    )
  }
  if (file === '') throw new ToolError(`The report ${name}= lacks the name of its file.`)
  return file === undefined ? { format } : { format, file }
}
