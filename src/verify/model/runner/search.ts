import * as fc from 'fast-check'
import { play, type Played } from './run-sequence.js'
import type { RuleId } from '../oracle/rules.js'
import type { Session } from './run-context.js'
import { ShrinkableSteps } from './shrinkable-steps.js'
import type { Scenario } from '../sequences/templates.js'
import type { StateName } from '../sequences/step.js'
import type { Violation } from '../oracle/violation.js'

/** A sequence that ends in an answer that is not allowed, as short as time allowed. */
export interface Finding extends Played {
  readonly violation: Violation
}

/** What came of playing a scenario again and again. */
export interface Hunt {
  readonly finding: Finding | undefined
  /** Sequences that were played to their end, or to the finding. */
  readonly runs: number
  /** Those among them that kept every rule. */
  readonly cleanRuns: number
  /** States that were missing in every one of them. */
  readonly missing: readonly StateName[]
  /** A rule already known to be broken, on which a sequence broke off. */
  readonly stoppedBy: RuleId | undefined
  /** How long it took to make the finding short. */
  readonly shrinkMs: number
}

export interface HuntOptions {
  readonly session: Session
  readonly seed: number
  readonly runs: number
  /** No sequence but the first begins after this instant, by `performance.now()`. */
  readonly endsAtMs: number
  readonly shrinkMs: number
  /** The rule that the scenario is made for: once it is found broken, shorter sequences must break it, too. */
  readonly rule?: RuleId
  readonly knownBroken: ReadonlySet<RuleId>
}

/** Plays sequences of a scenario until one breaks a rule, then shorter and shorter ones that break one still. */
export async function hunt(scenario: Scenario, options: HuntOptions): Promise<Hunt> {
  const hunter = new Hunter(options)
  const property = fc.asyncProperty(new ShrinkableSteps(scenario), (steps) =>
    hunter.try(() => play(options.session, steps)),
  )
  await fc.check(property, { seed: options.seed, numRuns: options.runs })
  return hunter.result()
}

class Hunter {
  #finding: Finding | undefined
  #runs = 0
  #cleanRuns = 0
  #missing: ReadonlySet<StateName> | undefined
  #stoppedBy: RuleId | undefined
  #foundAtMs: number | undefined
  #endsAtMs: number
  #fatal: { readonly error: unknown } | undefined

  constructor(readonly options: HuntOptions) {
    this.#endsAtMs = options.endsAtMs
  }

  /** @throws what makes fast-check shrink (a violation) or stop (the end of the time, a failure of the tool) */
  async try(playOnce: () => Promise<Played>): Promise<void> {
    const isFirst = this.#runs === 0
    if (!isFirst && performance.now() >= this.#endsAtMs) throw new fc.PreconditionFailure(true)
    const played = await this.#guard(playOnce)
    if (this.#finding === undefined) this.#count(played)
    const { violation } = played
    if (violation === undefined) {
      this.#cleanRuns++
      return
    }
    const explanation = this.#explained(violation)
    if (explanation !== undefined) {
      this.#stoppedBy ??= explanation
      return
    }
    const { rule } = this.options
    if (rule !== undefined && this.#finding?.violation.rule === rule && violation.rule !== rule) return
    if (this.#foundAtMs === undefined) {
      this.#foundAtMs = performance.now()
      this.#endsAtMs = this.#foundAtMs + this.options.shrinkMs
    }
    this.#finding = { ...played, violation }
    throw new Error(violation.message)
  }

  /** @throws what a sequence failed with, if not with a violation */
  result(): Hunt {
    if (this.#fatal !== undefined) throw this.#fatal.error
    return {
      finding: this.#finding,
      runs: this.#runs,
      cleanRuns: this.#cleanRuns,
      missing: [...(this.#missing ?? [])],
      stoppedBy: this.#stoppedBy,
      shrinkMs: this.#foundAtMs === undefined ? 0 : performance.now() - this.#foundAtMs,
    }
  }

  // A failure of the tool is no counterexample, and must not be shrunk.
  async #guard(playOnce: () => Promise<Played>): Promise<Played> {
    try {
      return await playOnce()
    } catch (error) {
      this.#fatal = { error }
      throw new fc.PreconditionFailure(true)
    }
  }

  #count({ missing }: Played): void {
    this.#runs++
    const before = this.#missing
    this.#missing = new Set(before === undefined ? missing : missing.filter((state) => before.has(state)))
  }

  #explained({ rule, explainedBy }: Violation): RuleId | undefined {
    const { knownBroken } = this.options
    return [rule, ...explainedBy].find((candidate) => knownBroken.has(candidate))
  }
}
