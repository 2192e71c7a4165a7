import { type Habit, tellWays } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { type OwnFormat, prepareFile, problemsOf, readText, reasonOf, writeNamedFile } from '../node/index.js'
import type { CheckResult, ReportTarget, VerificationReport } from '../verify/index.js'
import type { CommandContext } from './command-context.js'

export interface ResultOptions {
  /** Formats, each perhaps with a file. */
  readonly report: readonly string[]
  readonly learn?: string | undefined
  readonly baseline?: string | undefined
  readonly writeBaseline?: string | undefined
}

/**
 * Prepares, before a run that may take long, to write its reports, its baseline and the choices that it learns.
 * @returns marks a result of a check that is known, gives the report in which known violations are notes, and writes all
 *   files, or says in a sentence for each why it was not written
 * @throws {ToolError} exit code 2, if a report makes no sense, a file is not a baseline, or a file cannot be written
 */
export async function prepareResults(options: ResultOptions, terminal: CommandContext) {
  const { report: reports, learn, baseline, writeBaseline } = options
  const verify = await import('../verify/index.js')
  const { BASELINE_BEGINNING, baselineOf, createMarker, readBaseline, withKnown } = verify
  const text = baseline === undefined ? undefined : await readText(baseline, 'the baseline')
  const format = { name: 'a baseline', beginning: BASELINE_BEGINNING }
  const baselineFile = prepareOutput(writeBaseline, 'the baseline', format)
  const readKnown = (content: string | undefined, file = '') =>
    content === undefined ? [] : readBaseline(content, file)
  const known = readKnown(text, baseline)
  const earlier = baseline === undefined ? readKnown(baselineFile.earlier, writeBaseline) : known
  const marker = createMarker(known, new Date().toISOString().slice(0, 10))
  const learned = prepareOutput(learn, 'the learned choices', LEARNED)
  const targets = verify.readReportTargets(reports)
  return {
    targets,
    mark: (check: CheckResult): CheckResult => marker.mark(check),
    apply: (report: VerificationReport, requireAllStates = false): VerificationReport =>
      baseline === undefined ? report : withKnown(report, marker, { requireAllStates }),
    write: async (report: VerificationReport, written: readonly ReportTarget[] = targets): Promise<string[]> => [
      ...(await verify.writeReports(report, written, terminal)),
      ...(await learned.write(() => learnedFile(report.freedoms ?? [], report.provider))),
      ...(report.error === undefined ? await baselineFile.write(() => baselineOf(report, earlier)) : []),
    ],
  }
}

/**
 * Checks that the file of a result can be written.
 * @param what the result in words, such as `the baseline`
 * @returns what it contains, and writes it
 */
function prepareOutput(file: string | undefined, what: string, format: OwnFormat) {
  try {
    const earlier = file === undefined ? undefined : prepareFile(file, format)
    const write = async (text: () => string): Promise<string[]> =>
      file === undefined ? [] : problemsOf([[`${what} ${file}`, () => writeNamedFile(file, text(), format)]])
    return { earlier, write }
  } catch (error) {
    throw new ToolError(`Cannot write ${what} ${file}: ${reasonOf(error)}.`)
  }
}

const LEARNED: OwnFormat = { name: 'a file of learned choices', beginning: /^# Learned by orders-mock\b/ }

/** The text of a file of choices, for `serve --freedoms`; what is none of the choices is a comment. */
function learnedFile(habits: readonly Habit[], provider: string): string {
  const lines = habits.map((habit) => {
    const { freedom, choice } = habit
    return choice === undefined ? `# ${freedom}: ${tellWays(habit)}` : `${freedom}: ${choice} # ${tellWays(habit)}`
  })
  return `# Learned by orders-mock from ${provider}: its choices, and how often each was seen.\n${lines.join('\n')}\n`
}
