import * as fc from 'fast-check'
import type { RuleId } from '../oracle/rules/rules.js'
import type { Violation } from '../oracle/violation.js'
import type { StateName } from '../sequences/states.js'
import type { Step } from '../sequences/step.js'
import type { Template } from '../sequences/template.js'
import type { RunContext } from './run-context.js'
import { type RunOptions, runSequence, type SequenceRun } from './run-sequence.js'
import { happensByChance } from './happens-by-chance.js'
import { type Again, repeatViolation } from './repeat-violation.js'
import { rest } from './rest.js'
import { ShrinkableSteps } from './shrinkable-steps.js'
import { mayBeOfTime } from './tolerances.js'

/** A run that ends in an answer that is not allowed, as short as time permitted. */
export interface Counterexample extends SequenceRun {
  readonly violation: Violation
  /** Whether it came again when the sequence ran once more, from an emptied store. */
  readonly isRepeated?: boolean
}

/** What came of running sequences of a template. */
export interface SearchResult {
  readonly counterexample: Counterexample | undefined
  /** How many sequences ran before the counterexample was shrunk. */
  readonly runs: number
  /** How many sequences kept every rule, shrunk ones included. */
  readonly cleanRuns: number
  /** States that were missing in every one of them. */
  readonly missing: readonly StateName[]
  /** A rule already known to be broken that ended a sequence early. */
  readonly stoppedBy: RuleId | undefined
  /** How long shrinking took. */
  readonly shrinkMs: number
}

export interface SearchOptions {
  readonly seed: number
  readonly runs: number
  /** No further step begins after this instant, by `performance.now()`, once there were `minRuns`. */
  readonly endsAtMs: number
  /** 0 by default. */
  readonly minRuns?: number
  readonly maxShrinkMs: number
  /** The rule that the template is made for: once it is found broken, shorter sequences must break it as well. */
  readonly rule?: RuleId
  readonly knownBroken: ReadonlySet<RuleId>
  /** A sequence to begin with. */
  readonly suspect?: readonly Step[] | undefined
}

// Sequences that are tried again.
const MAX_CONFIRMED = 4
// How often the sequences begin anew after something that did not come again.
const MAX_ROUNDS = 4

/** Runs sequences of a template until one breaks a rule, then shorter and shorter ones that still break one. */
export async function search(template: Template, context: RunContext, options: SearchOptions): Promise<SearchResult> {
  const current = new Search(options)
  const property = fc.asyncProperty(new ShrinkableSteps(template), (steps) =>
    current.try(steps, (how) => runSequence(context, steps, how)),
  )
  const examples: [readonly Step[]][] = options.suspect === undefined ? [] : [[options.suspect]]
  const again: Again = {
    rest: (violation) => rest(violation, context),
    run: (steps) => runSequence(context, steps, { isFresh: true }),
    isByChance: (violation) => happensByChance(violation, context),
  }
  for (let round = 0; current.goesOn(round); round++) {
    const seed = options.seed + round
    await fc.check(property, { seed, numRuns: options.runs - current.runs, examples: round === 0 ? examples : [] })
    await current.confirm(again)
  }
  return current.result()
}

type RunOnce = (how: RunOptions) => Promise<SequenceRun>

class Search {
  #counterexample: Counterexample | undefined
  /** What broke a rule, shorter and shorter. */
  readonly #found: { readonly steps: readonly Step[]; readonly counterexample: Counterexample }[] = []
  /** How many sequences ran before there was a counterexample. */
  runs = 0
  #isByChance = false
  #cleanRuns = 0
  #missing: ReadonlySet<StateName> | undefined
  #stoppedBy: RuleId | undefined
  #foundAtMs: number | undefined
  #endsAtMs: number
  #fatal: { readonly error: unknown } | undefined

  constructor(readonly options: SearchOptions) {
    this.#endsAtMs = options.endsAtMs
  }

  /** Whether what was found so far counts for nothing, so that the rest of the sequences are still to run. */
  goesOn(round: number): boolean {
    if (round === 0) return true
    const isTime = round < MAX_ROUNDS && performance.now() < this.options.endsAtMs
    return this.#isByChance && isTime && this.runs < this.options.runs
  }

  /** @throws what makes fast-check shrink (a violation) or stop (the end of the time, a failure of the tool) */
  async try(steps: readonly Step[], runOnce: RunOnce): Promise<void> {
    const isShrinking = this.#counterexample !== undefined
    const isEnough = isShrinking || this.runs >= (this.options.minRuns ?? 0)
    const endsAtMs = isEnough ? this.#endsAtMs : Infinity
    if (performance.now() >= endsAtMs) throw new fc.PreconditionFailure(true)
    // What is left of a sequence must show the fault to whoever starts anew, without what this run did before.
    const run = await this.#guard(() => runOnce({ isFresh: isShrinking, endsAtMs }))
    const { violation, isCut } = run
    if (isCut) throw new fc.PreconditionFailure(true)
    if (!isShrinking) this.#count(run)
    if (violation === undefined) {
      this.#cleanRuns++
      return
    }
    const explanation = this.#explanationOf(violation)
    if (explanation !== undefined) {
      this.#stoppedBy ??= explanation
      return
    }
    const { rule, maxShrinkMs } = this.options
    if (rule !== undefined && this.#counterexample?.violation.rule === rule && violation.rule !== rule) return
    this.#foundAtMs ??= performance.now()
    this.#endsAtMs = this.#foundAtMs + maxShrinkMs
    this.#counterexample = { ...run, violation }
    this.#found.push({ steps, counterexample: this.#counterexample })
    throw new Error(violation.message)
  }

  /**
   * Goes back to the shortest sequence that shows its violation when nothing that came before has an effect. If none does,
   * but all that shows is a rule that is known to be broken, that rule explains the violation.
   */
  async confirm(how: Again): Promise<void> {
    this.#isByChance = false
    const candidates = new Set([...this.#found.toReversed().slice(0, MAX_CONFIRMED), ...this.#found.slice(0, 1)])
    const ofTime = new Set<Counterexample>()
    let explanation: RuleId | undefined
    const endsAtMs = Math.max(this.options.endsAtMs, this.#endsAtMs)
    for (const [index, { steps, counterexample }] of [...candidates].entries()) {
      if (index > 0 && performance.now() >= endsAtMs) break
      const { again, isSame, isOfTime } = await repeatViolation(counterexample.violation, steps, how)
      if (again !== undefined && isSame && (await how.isByChance(again.violation))) ofTime.add(counterexample)
      else if (again !== undefined && isSame) {
        this.#counterexample = { ...again, isRepeated: true }
        return
      }
      if (isOfTime === true) ofTime.add(counterexample)
      explanation ??= again && this.#explanationOf(again.violation)
    }
    if (candidates.size === 0) return
    const first = this.#found.splice(0)[0]?.counterexample
    const isPerhapsOfTime =
      first !== undefined &&
      (ofTime.has(first) || mayBeOfTime(first.violation) || (await how.isByChance(first.violation)))
    this.#isByChance = explanation === undefined && isPerhapsOfTime
    this.#counterexample = explanation === undefined && !this.#isByChance ? first : undefined
    this.#stoppedBy ??= explanation
    if (this.#isByChance) this.#endsAtMs = this.options.endsAtMs
  }

  /** @throws what a sequence failed with, if not with a violation */
  result(): SearchResult {
    if (this.#fatal !== undefined) throw this.#fatal.error
    return {
      counterexample: this.#counterexample,
      runs: this.runs,
      cleanRuns: this.#cleanRuns,
      missing: [...(this.#missing ?? [])],
      stoppedBy: this.#stoppedBy,
      shrinkMs: this.#foundAtMs === undefined ? 0 : performance.now() - this.#foundAtMs,
    }
  }

  // A failure of the tool is no counterexample, and must not be shrunk.
  async #guard(runOnce: () => Promise<SequenceRun>): Promise<SequenceRun> {
    try {
      return await runOnce()
    } catch (error) {
      this.#fatal = { error }
      throw new fc.PreconditionFailure(true)
    }
  }

  #count({ missing }: SequenceRun): void {
    this.runs++
    const before = this.#missing
    this.#missing = new Set(before === undefined ? missing : missing.filter((state) => before.has(state)))
  }

  #explanationOf({ rule, explainedBy }: Violation): RuleId | undefined {
    const { knownBroken } = this.options
    return [rule, ...explainedBy].find((candidate) => knownBroken.has(candidate))
  }
}
