import { appendFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ToolError } from '../../input/index.js'
import { makeFolder } from '../../node/index.js'
import { FORMATS, type ReportTarget } from './formats.js'
import type { VerificationReport } from './verification-report.js'

/** Where reports go that are given no file. */
export interface ReportOutput {
  readonly stdout: NodeJS.WritableStream
  readonly colors: boolean
  /** The file that GitHub Actions shows as the summary of a job (`GITHUB_STEP_SUMMARY`). */
  readonly jobSummaryFile?: string | undefined
}

/** What is to be told after the report does not wait longer than this for somebody to read it. */
const UNREAD_MS = 1_000

/**
 * Writes a report in all the formats that were asked for; one that cannot be written keeps none of the others away.
 *
 * @throws {ToolError} exit code 2, if a file or stdout cannot be written
 */
export async function writeReports(
  report: VerificationReport,
  { targets, output }: { targets: readonly ReportTarget[]; output: ReportOutput },
): Promise<void> {
  const problems: string[] = []
  const tell = (error: unknown): void => {
    if (!(error instanceof ToolError)) throw error
    problems.push(error.message)
  }
  for (const target of targets) await writeReport(report, target, { targets, output }).catch(tell)
  await checkPrinted(output.stdout).catch(tell)
  if (problems.length > 0) throw new ToolError(problems.join('\n'))
}

async function writeReport(
  report: VerificationReport,
  { format, file }: ReportTarget,
  { targets, output }: { targets: readonly ReportTarget[]; output: ReportOutput },
): Promise<void> {
  const { stdout, colors, jobSummaryFile } = output
  const isSummarized = targets.some((target) => target.file !== undefined && target.file === jobSummaryFile)
  const { render, jobSummary } = FORMATS[format]
  if (jobSummary !== undefined && jobSummaryFile !== undefined && !isSummarized) {
    await write(jobSummaryFile, () => appendFile(jobSummaryFile, jobSummary(report)))
  }
  const text = render(report, { colors: file === undefined && colors })
  if (file === undefined) stdout.write(text)
  // Whatever ran before in the same step may have written there.
  else if (file === jobSummaryFile) await write(file, () => appendFile(file, text))
  else await write(file, () => writeFile(file, text))
}

/** Writes nothing more, and so learns what became of all that was written, unless its reader takes too long. */
async function checkPrinted(stdout: NodeJS.WritableStream): Promise<void> {
  const printed = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => stdout.write('', resolve))
  const late = await Promise.race([printed, pause(UNREAD_MS, undefined, { ref: false })])
  const error: NodeJS.ErrnoException | null | undefined = (stdout as Writable).errored ?? late
  // A reader that has gone, such as `head`, has read what it wanted.
  if (error != null && error.code !== 'EPIPE')
    throw new ToolError(`Cannot write the report to stdout: ${error.message}`)
}

async function write(file: string, act: () => Promise<void>): Promise<void> {
  try {
    makeFolder(dirname(file))
    await act()
  } catch (error) {
    throw new ToolError(`Cannot write the report ${file}: ${(error as Error).message}`)
  }
}
