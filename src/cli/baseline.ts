import { statSync } from 'node:fs'
import { readText } from '../node/index.js'
import type { CheckResult, VerificationReport } from '../verify/index.js'
import { prepareOutput } from './prepare-output.js'

export interface BaselineOptions {
  readonly baseline?: string | undefined
  readonly writeBaseline?: string | undefined
}

/**
 * Reads the known violations of a provider before a run.
 * @returns marks a result of a check, gives the report in which known violations are notes, and writes a baseline
 * @throws {ToolError} exit code 2, if a file is not a baseline, or cannot be written
 */
export async function prepareBaseline({ baseline, writeBaseline }: BaselineOptions) {
  const { BASELINE_BEGINNING, baselineOf, createMarker, readBaseline, withKnown } = await import('../verify/index.js')
  const readKnown = async (file: string) => readBaseline(await readText(file, 'the baseline'), file)
  const known = baseline === undefined ? [] : await readKnown(baseline)
  const write = prepareOutput(writeBaseline, 'the baseline', { name: 'a baseline', beginning: BASELINE_BEGINNING })
  const isRenewed =
    baseline === undefined &&
    writeBaseline !== undefined &&
    (statSync(writeBaseline, { throwIfNoEntry: false })?.size ?? 0) > 0
  const earlier = isRenewed ? await readKnown(writeBaseline) : known
  const marker = createMarker(known, new Date().toISOString().slice(0, 10))
  return {
    isWritten: writeBaseline !== undefined,
    mark: (check: CheckResult): CheckResult => marker.mark(check),
    apply: (report: VerificationReport, requireAllStates = false): VerificationReport =>
      baseline === undefined ? report : withKnown(report, marker, { requireAllStates }),
    /** @returns why it was not written, a sentence */
    write: (report: VerificationReport): Promise<string[]> => write(() => baselineOf(report, earlier)),
  }
}
