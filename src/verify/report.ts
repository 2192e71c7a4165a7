import type { OperationId } from '../spec/index.js'
import type { CheckKind, CheckResult } from './check.js'

/** How often an operation was answered with a status; `seen` is 0 for a documented one that never came. */
export interface Coverage {
  readonly operation: OperationId
  readonly status: number
  readonly seen: number
}

/** What one run found out about a provider. */
export interface VerificationReport {
  /** The base URL. */
  readonly provider: string
  /** `error` if the run could not be completed, or if it checked nothing. */
  readonly result: 'pass' | 'fail' | 'error'
  /** Gives the same run again. */
  readonly seed: number
  readonly summary: {
    readonly passed: number
    readonly failed: number
    readonly skipped: number
    readonly errors: number
  }
  readonly coverage: readonly Coverage[]
  readonly checks: readonly CheckResult[]
  /** What a reader should know beside the checks: a refused key, a run cut short by its time budget. */
  readonly notes: readonly string[]
  readonly durationMs: number
  /** Why the run could not be completed, and the exit code for that. */
  readonly error?: { readonly message: string; readonly exitCode: 1 | 2 | 3 }
}

/** Where the run is, for whoever watches. */
export type Progress =
  | { readonly kind: 'look'; readonly look: CheckKind }
  | { readonly kind: 'activity'; readonly look: CheckKind; readonly text: string }
  | { readonly kind: 'check'; readonly check: CheckResult }

/** The exit code of a run: 0 the provider conforms, 1 it does not, else the code of what kept the run from the end. */
export function exitCodeOf(report: VerificationReport): 0 | 1 | 2 | 3 {
  if (report.error !== undefined) return report.error.exitCode
  return report.result === 'pass' ? 0 : 1
}
