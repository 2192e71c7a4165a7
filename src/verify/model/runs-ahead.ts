import * as fc from 'fast-check'
import { RULES, type RuleId } from './oracle/rules/rules.js'
import type { RunContext } from './runner/run-context.js'
import type { SearchOptions } from './runner/search.js'
import { isSlow, leavesOthersAlone, runSideBySide, type SideBySide } from './runner/side-by-side.js'
import { randomSequences } from './sequences/random-sequences.js'
import type { StateName } from './sequences/states.js'
import type { Step } from './sequences/step.js'

// Its cancels must meet, and nothing else keep the provider busy.
const RACE: RuleId = 'one-cancel-wins'

/** Runs sequences side by side where the provider is slow, before those for which this found nothing are run alone. */
export class RunsAhead {
  /** Rules whose sequence kept every rule, with the states that were missing. */
  readonly kept = new Map<RuleId, readonly StateName[]>()
  #mustBeAlone = false

  constructor(readonly context: RunContext) {}

  /**
   * Runs one sequence for each of these rules that can be checked beside others.
   *
   * @param endsAtMs no further step begins after this instant, by `performance.now()`
   */
  async runRules(rules: readonly { readonly id: RuleId; readonly seed: number }[], endsAtMs: number): Promise<void> {
    if (!isSlow(this.context)) return
    const sequences = rules.flatMap(({ id, seed }) => {
      const [steps = []] = id === RACE ? [] : fc.sample(RULES[id].template, { seed, numRuns: 1 })
      return steps.length > 0 && leavesOthersAlone(steps) ? [{ id, steps }] : []
    })
    const { clean } = await this.#run(
      sequences.map(({ steps }) => steps),
      endsAtMs,
    )
    for (const [place, { id }] of sequences.entries()) {
      const run = clean.get(place)
      if (run !== undefined) this.kept.set(id, run.missing)
    }
  }

  /** Runs random sequences, unless something was wrong already. */
  async runSequences({ runs, seed, endsAtMs }: Pick<SearchOptions, 'runs' | 'seed' | 'endsAtMs'>): Promise<SideBySide> {
    const isWanted = isSlow(this.context) && !this.#mustBeAlone
    return this.#run(isWanted ? fc.sample(randomSequences, { seed, numRuns: runs }) : [], endsAtMs)
  }

  async #run(sequences: readonly (readonly Step[])[], endsAtMs: number): Promise<SideBySide> {
    if (sequences.length === 0) return { clean: new Map(), suspect: undefined }
    const run = await runSideBySide(this.context, sequences, endsAtMs)
    if (run.suspect !== undefined) this.#mustBeAlone = true
    return run
  }
}
