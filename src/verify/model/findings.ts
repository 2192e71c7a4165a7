import type { CheckResult } from '../check.js'
import type { ModelOptions } from './model-options.js'
import type { Violation } from './oracle/violation.js'
import { confirm, shortened, type WrongRun } from './runner/confirm.js'
import { type Claim, failed, noted, undecided } from './runner/results.js'
import type { RunContext } from './runner/run-context.js'
import type { TimeBudget } from './runner/time-budget.js'
import type { Step } from './sequences/step.js'

/** A sequence in which something was wrong, and what it is to show. */
interface Suspicion {
  readonly claim: Claim
  readonly steps: readonly Step[]
  readonly run: WrongRun
  /** Whether nothing else ran beside it. */
  readonly wasAlone: boolean
  /** By `performance.now()`. */
  readonly startedMs: number
  /** Which of the random sequences it is. */
  readonly sequence?: number
}

// One fault breaks many rules: after so many nothing is learned from another.
const OFTEN = 2

/** What a run has found out so far. */
export class Findings {
  readonly results: CheckResult[] = []
  /** What was found not to be as expected, with the claims that it shows to be wrong. */
  readonly #broken = new Map<string, readonly string[]>()
  /** What went wrong before it could show anything. */
  readonly #undecided: Suspicion[] = []

  constructor(
    readonly context: RunContext,
    readonly budget: TimeBudget,
    readonly options: Pick<ModelOptions, 'onResult' | 'bail'>,
  ) {}

  /** Whether nothing more is to be checked. */
  get isEnough(): boolean {
    return this.options.bail === true && this.#broken.size > 0
  }

  /** The claim that what went wrong here has already shown to be wrong. */
  foundBy({ violation }: WrongRun): string | undefined {
    return this.#broken.get(topicOf(violation))?.[0]
  }

  tell(result: CheckResult, startedMs = performance.now()): void {
    const told = { ...result, durationMs: performance.now() - startedMs }
    this.results.push(told)
    this.options.onResult?.(told)
  }

  /**
   * Judges at once what a rule shows, and later what it only needed, or what several have shown.
   *
   * @returns false if it does not count
   */
  async judge(suspicion: Suspicion): Promise<boolean> {
    const { run } = suspicion
    const isToldOften = (this.#broken.get(topicOf(run.violation))?.length ?? 0) >= OFTEN
    if (!run.isGiven && !isToldOften) return this.count(suspicion)
    this.#undecided.push(suspicion)
    return true
  }

  /** What a rule only needed is told of by the rule that is about it; if none is, it counts all the same. */
  async decideRest(): Promise<void> {
    for (const suspicion of this.#undecided) {
      const { claim, run, startedMs } = suspicion
      const foundBy = this.foundBy(run)
      if (foundBy !== undefined) this.tell(undecided(claim, run.violation, foundBy), startedMs)
      else if (!this.isEnough && !(await this.count(suspicion))) this.tell(noted(claim, run.violation), startedMs)
    }
  }

  /** @returns whether it counts */
  async count({ claim, steps, run, wasAlone, startedMs, sequence }: Suspicion): Promise<boolean> {
    const counting = await confirm(steps, run, this.context, wasAlone)
    if (counting === undefined) return false
    const shortest = await shortened(counting.steps, counting.run, this.context, this.budget.takeShorteningMs())
    const topic = topicOf(shortest.violation)
    this.#broken.set(topic, [...(this.#broken.get(topic) ?? []), claim.claim])
    const result = failed(claim, shortest, this.context)
    this.tell(sequence === undefined ? result : { ...result, sequence }, startedMs)
    return true
  }
}

function topicOf({ expectation, answered }: Violation): string {
  return `${expectation} of ${answered.call.operation}`
}
