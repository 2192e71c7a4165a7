import * as fc from 'fast-check'
import type { Findings, Suspicion } from './findings.js'
import type { ModelOptions } from './model-options.js'
import { SEQUENCES } from './rules/rules.js'
import { isWrong, type WrongRun } from './runner/judge.js'
import { runSequence } from './runner/run-sequence.js'
import { inLanes } from './runner/side-by-side.js'
import { fewer, lacking, outOfTime, undecided, verdict } from './runner/verdicts.js'
import type { Step } from './sequences/step.js'

// Slow states may use up the time for rules alone.
const FEWEST = 3

/** Runs random sequences until one shows something that no rule has shown, or the time is up. */
export class SequencesCheck {
  readonly #startedMs = performance.now()
  readonly #left: [number, readonly Step[]][]
  readonly #wanted: number
  #atLeast: number
  #clean = 0
  /** What was wrong in ways that a rule has shown. */
  readonly #known: WrongRun[] = []
  readonly #suspicions: Suspicion[] = []

  /** @param endsAtMs by `performance.now()` */
  constructor(
    readonly findings: Findings,
    { runs, seed, rerun, minRuns = 0, timeBudgetMs }: ModelOptions,
    readonly endsAtMs: number,
  ) {
    const drawn = [...fc.sample(SEQUENCES.sequence, { seed, numRuns: runs }).entries()]
    this.#left = drawn.filter(([index]) => rerun?.sequence === undefined || index === rerun.sequence)
    this.#wanted = this.#left.length
    this.#atLeast = Math.max(minRuns, timeBudgetMs === undefined ? FEWEST : 0)
  }

  /** @returns whether to go on */
  async runNext(isAlone: boolean): Promise<boolean> {
    const endsAtMs = this.#atLeast-- > 0 ? Infinity : this.endsAtMs
    const next = performance.now() < endsAtMs ? this.#left.shift() : undefined
    if (next === undefined) return false
    const [sequence, steps] = next
    const run = await runSequence(this.findings.context, steps, { isAlone, endsAtMs })
    const suspicion = { rule: SEQUENCES, steps, wasAlone: isAlone, startedMs: this.#startedMs, sequence }
    if (!isWrong(run)) this.#clean += run.isCut ? 0 : 1
    else if (this.findings.foundBy(run) !== undefined) this.#known.push(run)
    else this.#suspicions.push({ ...suspicion, run })
    return this.#suspicions.length === 0
  }

  /** Runs what is left, so many at a time, and tells what came of all. */
  async finish(lanes: number): Promise<void> {
    const { findings } = this
    const { context } = findings
    if (context.isLive) return findings.tell(lacking(SEQUENCES, SEQUENCES.states, context))
    // What was wrong before the rules were judged may have been explained since, such as the key of somebody else.
    for (const { sequence = 0, steps } of this.#suspicions.splice(0)) this.#left.unshift([sequence, steps])
    for (let isOver = false; !isOver;) {
      await context.emptyIfCrowded()
      const tasks = Array.from(this.#left, () => () => this.runNext(lanes === 1))
      await inLanes(tasks, lanes)
      isOver = this.#suspicions.length === 0
      for (const suspicion of this.#suspicions.splice(0)) {
        if (findings.foundBy(suspicion.run) !== undefined) this.#known.push(suspicion.run)
        else if (await findings.count(suspicion)) return
        else findings.note(suspicion)
      }
    }
    findings.tell(this.#verdict(), this.#startedMs)
    const ran = this.#clean + this.#known.length
    if (this.#clean > 0 && ran < this.#wanted) findings.tell(fewer(ran, this.#wanted))
  }

  #verdict() {
    const { context } = this.findings
    const [first] = this.#known
    if (SEQUENCES.states.every((state) => context.unavailable.has(state)))
      return lacking(SEQUENCES, SEQUENCES.states, context)
    if (this.#clean > 0) return verdict(SEQUENCES, 'passed', `${this.#clean} sequences.`)
    if (first === undefined) return outOfTime(SEQUENCES)
    return undecided(SEQUENCES, first.violation, this.findings.foundBy(first) ?? '')
  }
}
