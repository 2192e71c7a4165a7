import * as fc from 'fast-check'
import type { Findings } from './findings.js'
import type { ModelOptions } from './model-options.js'
import { type Claim, fewer, noted, outOfTime, passed, skipped, undecided } from './runner/results.js'
import { runSequence } from './runner/run-sequence.js'
import { inLanes } from './runner/side-by-side.js'
import type { WrongRun } from './runner/confirm.js'
import { randomSequences, SEQUENCE_STATES } from './sequences/random-sequences.js'
import type { Step } from './sequences/step.js'

export const SEQUENCES: Claim = {
  id: 'sequences',
  claim: 'no sequence of requests breaks a rule',
  clause: 'States and transitions',
}

// Slow states may use up the time for rules alone.
const FEWEST = 3

type Numbered = readonly [number, readonly Step[]]

/** Runs random sequences until one shows something that no rule has shown, or the time is up. */
export async function checkSequences(findings: Findings, options: ModelOptions, lanes: number): Promise<void> {
  const { context } = findings
  const startedMs = performance.now()
  if (context.isLive) return findings.tell(skipped(SEQUENCES, SEQUENCE_STATES, context))
  const waiting = sequencesFor(options)
  const walk = new Walk(findings, options)
  const wanted = waiting.length
  const left = waiting.values()
  for (;;) {
    await inLanes(left, lanes, (numbered) => walk.run(numbered, lanes === 1))
    const suspect = walk.takeSuspect()
    if (suspect === undefined) break
    const [sequence, steps, run] = suspect
    if (await findings.count({ claim: SEQUENCES, steps, run, wasAlone: lanes === 1, startedMs, sequence })) return
    findings.tell(noted(SEQUENCES, run.violation), startedMs)
  }
  const { clean, known } = walk
  if (SEQUENCE_STATES.every((state) => context.unavailable.has(state)))
    return findings.tell(skipped(SEQUENCES, SEQUENCE_STATES, context))
  const [first] = known
  if (clean === 0 && first !== undefined)
    return findings.tell(undecided(SEQUENCES, first.violation, findings.foundBy(first) ?? ''))
  if (clean === 0) return findings.tell(outOfTime(SEQUENCES, context))
  findings.tell(passed(SEQUENCES, `${clean} sequences.`), startedMs)
  if (clean + known.length < wanted) findings.tell(fewer(clean + known.length, wanted, context))
}

function sequencesFor({ runs, seed, rerun }: ModelOptions): Numbered[] {
  const all = [...fc.sample(randomSequences, { seed, numRuns: runs }).entries()]
  return rerun?.sequence === undefined ? all : all.filter(([index]) => index === rerun.sequence)
}

/** Runs one sequence after the other. */
class Walk {
  clean = 0
  /** What was wrong in ways that a rule has shown. */
  readonly known: WrongRun[] = []
  readonly #suspects: (readonly [...Numbered, WrongRun])[] = []
  #atLeast: number

  constructor(
    readonly findings: Findings,
    { minRuns = 0, timeBudgetMs }: ModelOptions,
  ) {
    this.#atLeast = Math.max(minRuns, timeBudgetMs === undefined ? FEWEST : 0)
  }

  /** @returns whether to go on */
  async run([index, steps]: Numbered, isAlone: boolean): Promise<boolean> {
    const { context, budget } = this.findings
    const endsAtMs = this.#atLeast-- > 0 ? Infinity : budget.endsAtMs
    if (performance.now() >= endsAtMs) return false
    const { violation, ...run } = await runSequence(context, steps, { isAlone, endsAtMs })
    if (violation === undefined) {
      if (!run.isCut) this.clean++
      return true
    }
    const wrong = { ...run, violation }
    if (this.findings.foundBy(wrong) !== undefined) this.known.push(wrong)
    else this.#suspects.push([index, steps, wrong])
    return this.#suspects.length === 0
  }

  takeSuspect() {
    return this.#suspects.shift()
  }
}
