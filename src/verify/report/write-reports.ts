import { appendFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError } from '../../input/index.js'
import { makeFolder } from '../../node/index.js'
import { formatNamed, type ReportTarget } from './formats.js'
import type { VerificationReport } from './verification-report.js'

/** Where reports go that are given no file. */
export interface ReportOutput {
  readonly stdout: NodeJS.WritableStream
  readonly colors: boolean
  /** The file that GitHub Actions shows as the summary of a job (`GITHUB_STEP_SUMMARY`). */
  readonly jobSummaryFile?: string | undefined
}

/**
 * Writes a report in all the formats that were asked for.
 *
 * @throws {ToolError} exit code 2, if a file cannot be written
 */
export async function writeReports(
  report: VerificationReport,
  { targets, output }: { targets: readonly ReportTarget[]; output: ReportOutput },
): Promise<void> {
  const { stdout, colors, jobSummaryFile } = output
  const isSummarized = targets.some(({ file }) => file !== undefined && file === jobSummaryFile)
  for (const { format, file } of targets) {
    const { render, jobSummary } = formatNamed(format)
    if (jobSummary !== undefined && jobSummaryFile !== undefined && !isSummarized) {
      await write(jobSummaryFile, () => appendFile(jobSummaryFile, jobSummary(report)))
    }
    const text = render(report, { colors: file === undefined && colors })
    if (file === undefined) stdout.write(text)
    // Whatever ran before in the same step may have written there.
    else if (file === jobSummaryFile) await write(file, () => appendFile(file, text))
    else await write(file, () => writeFile(file, text))
  }
}

async function write(file: string, act: () => Promise<void>): Promise<void> {
  try {
    makeFolder(dirname(file))
    await act()
  } catch (error) {
    throw new ToolError(`Cannot write the report ${file}: ${(error as Error).message}`)
  }
}
