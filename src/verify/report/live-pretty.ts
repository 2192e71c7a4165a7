import type { CheckKind } from '../check.js'
import type { Progress, VerificationReport } from '../report.js'
import { paintFor } from './paint.js'
import { checkLine, headingOf, prettyEnd } from './pretty.js'

/** The pretty report while the run goes on. */
export interface LivePretty {
  onProgress(progress: Progress): void
  /** Ends the report. Without a report, because the run failed, only the status line is taken away. */
  end(report?: VerificationReport): void
}

/**
 * Prints every check as soon as its result is known. On a terminal that shows colours a line on stderr says what is
 * being looked at.
 */
export function livePretty(output: {
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  colors: boolean
}): LivePretty {
  const { stdout, stderr, colors } = output
  const paint = paintFor(output)
  let printed: CheckKind | undefined
  const status = (text: string) => {
    if (colors) stderr.write(`\r\u001B[K${text === '' ? '' : paint.faint(`  … ${text}`)}`)
  }
  return {
    onProgress(progress) {
      if (progress.kind === 'look') return status(progress.look)
      if (progress.kind === 'activity') return status(`${progress.look}: ${progress.text}`)
      const { check } = progress
      status('')
      if (check.kind !== printed) stdout.write(`${headingOf(check.kind, paint)}\n`)
      printed = check.kind
      stdout.write(`${checkLine(check, paint)}\n`)
      return status(check.kind)
    },
    end(report) {
      status('')
      if (report !== undefined) stdout.write(prettyEnd(report, paint))
    },
  }
}
