import type { Violation } from '../oracle/violation.js'
import type { Step } from '../sequences/step.js'
import type { SequenceRun } from './run-sequence.js'
import { mayBeOfTime } from './tolerances.js'

// How often to try what does not show every time.
const RACE_TRIES = 4

/** A run that was wrong. */
type WrongRun = SequenceRun & { readonly violation: Violation }

/** How a sequence runs again. */
export interface Again {
  /** @returns whether time alone did meanwhile what the sequence showed */
  readonly rest: (before: Violation) => Promise<boolean>
  readonly run: (steps: readonly Step[]) => Promise<SequenceRun>
  /** @returns whether the same happens now and then without what the sequence did */
  readonly isByChance: (before: Violation) => Promise<boolean>
}

/** What came of running a sequence again. */
interface Repetition {
  /** The last run that was wrong in the same way, or else in another. */
  readonly again?: WrongRun | undefined
  readonly isSame: boolean
  readonly isOfTime?: boolean
}

/** Runs a sequence again until it has broken the rule as often as it must: twice, if once may have been by chance. */
export async function repeatViolation(before: Violation, steps: readonly Step[], how: Again): Promise<Repetition> {
  const times = mayBeOfTime(before) ? 2 : 1
  let again: WrongRun | undefined
  let count = 0
  for (let left = times * (isRace(steps) ? RACE_TRIES : 1); left >= times - count && count < times; left--) {
    if (await how.rest(before)) return { isSame: false, isOfTime: true }
    const { violation, ...run } = await how.run(steps)
    if (violation === undefined) continue
    if (violation.rule === before.rule) count += 1
    if (violation.rule === before.rule || count === 0) again = { ...run, violation }
  }
  return { again, isSame: count === times }
}

function isRace(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === 'send' && step.calls.length > 1)
}
