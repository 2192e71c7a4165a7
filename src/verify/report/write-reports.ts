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
  for (const { format, file } of targets) {
    const text = FORMATS[format](report, { colors: file === undefined && output.colors })
    if (file === undefined) output.stdout.write(text)
    else await writeTo(file, text, output).catch((error: Error) => problems.push(`${file}: ${error.message}`))
  }
  const error = await errorOn(output.stdout)
  if (error !== undefined) problems.push(`to stdout: ${error.message}`)
  if (problems.length > 0)
    throw new ToolError(problems.map((problem) => `Cannot write the report ${problem}`).join('\n'))
}

async function writeTo(file: string, text: string, { jobSummaryFile }: ReportOutput): Promise<void> {
  makeFolder(dirname(file))
  // Whatever ran before in the same step of a job may have written to its summary.
  await (file === jobSummaryFile ? appendFile(file, text) : writeFile(file, text))
}

/** Writes nothing more, and so learns what became of all that was written, unless its reader takes too long. */
async function errorOn(stdout: NodeJS.WritableStream): Promise<Error | undefined> {
  const printed = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => stdout.write('', resolve))
  const late = await Promise.race([printed, pause(UNREAD_MS, undefined, { ref: false })])
  const error: NodeJS.ErrnoException | null | undefined = (stdout as Writable).errored ?? late
  // A reader that has gone, such as `head`, has read what it wanted.
  return error == null || error.code === 'EPIPE' ? undefined : error
}
