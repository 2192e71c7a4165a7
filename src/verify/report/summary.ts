import type { VerificationReport } from '../report.js'

/** The counts of a run in one line. */
export function summaryOf({ provider, summary, seed, durationMs }: VerificationReport): string {
  const { passed, failed, skipped, errors } = summary
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    `${skipped} skipped`,
    ...(errors > 0 ? [`${errors} errors`] : []),
  ]
  return `${provider}: ${counts.join(', ')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`
}
