import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError } from '../../input/index.js'
import { stringifyJson } from '../../spec/index.js'
import type { VerificationReport } from '../report.js'
import { githubReport } from './github.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { prettyReport } from './pretty.js'
import type { ReportFormat, ReportTarget } from './report-target.js'

/** Where reports go that are given no file. */
export interface ReportOutput {
  readonly stdout: NodeJS.WritableStream
  readonly colors: boolean
  /** The file that GitHub Actions shows as the summary of a job (`GITHUB_STEP_SUMMARY`). */
  readonly jobSummaryFile?: string | undefined
}

/**
 * Writes a report in all the forms that were asked for.
 *
 * @throws {ToolError} exit code 2, if a file cannot be written
 */
export async function writeReports(
  report: VerificationReport,
  { targets, output }: { targets: readonly ReportTarget[]; output: ReportOutput },
): Promise<void> {
  for (const { format, file } of targets) {
    if (format === 'github' && output.jobSummaryFile !== undefined) {
      await write(output.jobSummaryFile, () => appendFile(output.jobSummaryFile ?? '', markdownReport(report)))
    }
    const text = RENDER[format](report, { colors: file === undefined && output.colors })
    if (file === undefined) output.stdout.write(text)
    else await write(file, () => writeFile(file, text))
  }
}

const RENDER: Readonly<Record<ReportFormat, (report: VerificationReport, options: { colors: boolean }) => string>> = {
  pretty: prettyReport,
  json: (report) => `${stringifyJson(report, 2)}\n`,
  junit: junitReport,
  github: githubReport,
  markdown: markdownReport,
}

async function write(file: string, act: () => Promise<void>): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await act()
  } catch (error) {
    throw new ToolError(`Cannot write the report ${file}: ${(error as Error).message}`)
  }
}
