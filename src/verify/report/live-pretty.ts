import { painter, printable } from '../../node/index.js'
import type { CheckKind } from '../check.js'
import type { Progress, VerificationReport } from './verification-report.js'
import { checkLine, headingOf, hintLine, prettyEnd } from './pretty.js'

/** The pretty report while the run goes on. */
export interface LivePretty {
  onProgress(progress: Progress): void
  /** Ends the report; without one, because the run failed, only the status line is removed. */
  end(report?: VerificationReport): void
}

/**
 * Prints every check as soon as its result is known. On a terminal that shows colours a line on stderr says what is
 * being checked.
 */
export function livePretty(output: {
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  colors: boolean
}): LivePretty {
  const { stdout, stderr, colors } = output
  const paint = painter(colors)
  let printed: CheckKind | undefined
  const status = (text: string) => {
    if (colors) stderr.write(`\r\u001B[K${text === '' ? '' : paint('dim', `  … ${printable(text)}`)}`)
  }
  return {
    onProgress(progress) {
      if (progress.kind === 'hint') {
        status('')
        return void stdout.write(`${hintLine(progress.text, paint)}\n`)
      }
      if (progress.kind === 'started') return status(progress.check)
      if (progress.kind === 'activity') return status(`${progress.check}: ${progress.text}`)
      const { result: check } = progress
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
