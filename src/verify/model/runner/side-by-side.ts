import { isAboutAllOrders, type Step } from '../sequences/step.js'
import type { RunContext } from './run-context.js'
import { runSequence, type SequenceRun } from './run-sequence.js'

// A provider that answers faster is kept busy by one sequence.
const SLOW_MS = 30
const LANES = 8

/** Sequences that were run side by side. */
export interface SideBySide {
  /** By their places; only those that kept every rule. */
  readonly clean: ReadonlyMap<number, SequenceRun>
  /** The first one in which something was wrong; the rest was then given up. */
  readonly suspect: readonly Step[] | undefined
}

/** Whether the provider takes so long that time is saved by running sequences side by side. */
export function isSlow({ isLive, hasLongLists, shortestAnswerMs }: RunContext): boolean {
  return !isLive && !hasLongLists && shortestAnswerMs !== undefined && shortestAnswerMs >= SLOW_MS
}

/** Whether a sequence leaves the orders of others alone, apart from steps that may be skipped. */
export function leavesOthersAlone(steps: readonly Step[]): boolean {
  return steps.every((step) => !isAboutAllOrders(step) || step.worthMs !== undefined)
}

/**
 * Runs sequences side by side: each knows its own orders only, so that on a right provider they do not disturb each
 * other. On a wrong one, or where states sweep away what others made, they may: what they find is a suspicion, for a run
 * of the same sequence alone to confirm.
 *
 * @param endsAtMs no further step begins after this instant, by `performance.now()`
 */
export async function runSideBySide(
  context: RunContext,
  sequences: readonly (readonly Step[])[],
  endsAtMs: number,
): Promise<SideBySide> {
  const clean = new Map<number, SequenceRun>()
  let suspect: readonly Step[] | undefined
  const waiting = sequences.entries()
  const lane = async (): Promise<void> => {
    for (const [place, steps] of waiting) {
      if (suspect !== undefined || performance.now() >= endsAtMs) return
      const run = await runSequence(context, steps, { isAlone: false, endsAtMs })
      if (run.violation !== undefined) suspect ??= steps
      else if (!run.isCut) clean.set(place, run)
    }
  }
  await context.emptyIfCrowded()
  const settled = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  return { clean, suspect }
}
