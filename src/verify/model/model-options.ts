import type { CheckResult } from '../check.js'
import type { Rerun } from '../read-rerun.js'

/** How the model is checked. */
export interface ModelOptions {
  /** The most random sequences to run. */
  readonly runs: number
  /** How many of them to run even after `timeBudgetMs`. */
  readonly minRuns?: number
  /** The same seed leads to the same sequences. */
  readonly seed: number
  /**
   * After this time no further step of a sequence begins unless there were fewer than `minRuns`. By default 30 s, but
   * four times as long until each rule was tried once.
   */
  readonly timeBudgetMs?: number | undefined
  /** Called before each part of the work, with what is checked next. */
  readonly onProgress?: (progress: { readonly name: string }) => void
  /** Called with each result as soon as it is known. */
  readonly onResult?: (result: CheckResult) => void
  readonly signal?: AbortSignal | undefined
  /** Whether nothing is checked any more once a check has failed. */
  readonly bail?: boolean
  /** Only what failed in an earlier run, each sequence alone. */
  readonly rerun?: Pick<Rerun, 'checks' | 'sequence'> | undefined
}
