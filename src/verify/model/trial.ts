import * as fc from 'fast-check'
import type { RunPlan } from '../verify-options.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import type { WrongRun } from './runner/run-sequence.js'
import type { Counterexample } from './runner/shorten.js'
import { anyClients, inTurn, type Step, withClients, type SequenceRule } from './sequences/step.js'

/** What the latest run of a sequence came to. */
export type Outcome =
  /** It has not run, or not to its end. */
  | { readonly kind: 'new' }
  /** Nothing was wrong, or no longer what is to be noted. */
  | { readonly kind: 'clean'; readonly noted?: WrongRun }
  /** Something was wrong while others ran: it runs again, alone, unless they cannot have caused it. */
  | { readonly kind: 'doubtful'; readonly run?: WrongRun }
  /** Something was wrong in a step that the rule only needs: another rule may show that better. */
  | { readonly kind: 'given'; readonly run: WrongRun }
  /** Something was wrong that another rule has shown. */
  | { readonly kind: 'undecided'; readonly reason: string }
  /** Something was wrong that time or others may have done. */
  | { readonly kind: 'explained'; readonly run: WrongRun }
  | { readonly kind: 'broken'; readonly shown: Counterexample }

/** A sequence that was drawn for a rule. */
export interface Draw {
  readonly index: number
  readonly steps: readonly Step[]
  /** Whether it runs even if the time is up. */
  readonly isNeeded: boolean
  outcome: Outcome
}

/** A rule, what was drawn for it, and what that has come to so far. */
export interface Trial {
  readonly rule: SequenceRule
  readonly draws: readonly Draw[]
  /** How long the longest of its runs took. */
  tookMs: number
}

/** Draws sequences for a rule: one, or as many random ones as the plan asks for; none on a live system that lacks its states. */
export function newTrial(
  rule: SequenceRule,
  { runs, rerun, minRuns, seed, timeBudgetMs }: RunPlan,
  isLive: boolean,
): Trial {
  const isRandom = rule === SEQUENCES
  // A slow provider is seen with some of them, unless somebody has said how much time there is.
  const needed = Math.max(minRuns, timeBudgetMs === undefined ? 3 : 0)
  const how = { seed: seed + Math.max(0, RULES.indexOf(rule)), numRuns: isRandom ? runs : 1 }
  const drawn = fc.sample(fc.tuple(rule.sequence, anyClients), how).map(([parts, clients], index): Draw => {
    const steps = withClients(inTurn(...parts), clients)
    return { index, steps, isNeeded: isRandom && index < needed, outcome: { kind: 'new' } }
  })
  const isWanted = ({ index }: Draw) => !isRandom || (rerun?.sequence ?? index) === index
  return { rule, draws: isLive && rule.states.length > 0 ? [] : drawn.filter(isWanted), tookMs: 0 }
}

export function outcomesOf<Kind extends Outcome['kind']>({ draws }: Trial, kind: Kind) {
  const isOfKind = (outcome: Outcome): outcome is Extract<Outcome, { kind: Kind }> => outcome.kind === kind
  return draws.map(({ outcome }) => outcome).filter(isOfKind)
}

export function isBroken(trial: Trial): boolean {
  return outcomesOf(trial, 'broken').length > 0
}

/** Whether nothing of it is left to run. */
export function isOver(trial: Trial): boolean {
  const left = (['new', 'doubtful', 'given', 'explained'] as const).flatMap((kind) => outcomesOf(trial, kind))
  return isBroken(trial) || left.length === 0
}

/** The rule that has shown what was wrong in this run, if one has: one mistake violates many rules. */
export function shownBy(trials: readonly Trial[], { violation }: WrongRun): SequenceRule | undefined {
  const isSame = ({ violation: shown }: WrongRun) =>
    shown.expectation === violation.expectation && shown.answered.call.operation === violation.answered.call.operation
  return trials.find((trial) => outcomesOf(trial, 'broken').some(({ shown }) => isSame(shown)))?.rule
}
