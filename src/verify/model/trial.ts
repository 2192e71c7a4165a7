import type { CheckResult } from '../check.js'
import type { Findings } from './findings.js'
import type { Rule } from './rules/rule.js'
import { SEQUENCES } from './rules/rules.js'
import type { WrongRun } from './runner/judge.js'
import { fewer, lacking, outOfTime, reasonFor, undecided, verdict } from './runner/verdicts.js'
import type { Step } from './sequences/step.js'

/** A sequence that was drawn for a rule. */
export interface Draw {
  /** Which of those drawn for the rule, from 0. */
  readonly sequence: number
  readonly steps: readonly Step[]
  /** No step begins after this instant, by `performance.now()`. */
  readonly endsAtMs: number
}

/** The sequences that are drawn for a rule, and what came of them so far. */
export class Trial {
  /** What is yet to run. */
  readonly left: Draw[]
  /** What was wrong while others ran, and is yet to run alone. */
  readonly suspects: Draw[] = []
  /** How long the longest sequence took. */
  tookMs = 0
  /** How many sequences were kept to their end. */
  clean = 0
  /** What was wrong in ways that a rule has shown. */
  readonly known: WrongRun[] = []
  /** Whether something was noted that may have been done by time or by others. */
  isNoted = false
  /** Whether its result is in the report, or comes with those that are not decided yet. */
  isTold = false
  readonly #wanted: number

  constructor(
    readonly rule: Rule,
    draws: readonly Draw[],
  ) {
    this.left = [...draws]
    this.#wanted = draws.length
  }

  /** Whether nothing is left to run. */
  get isOver(): boolean {
    return this.left.length + this.suspects.length === 0
  }

  /** Takes the next sequence; `undefined` if there is none, or no time for it. */
  next(): Draw | undefined {
    const draw = this.suspects.shift() ?? this.left.shift()
    if (draw !== undefined && performance.now() < draw.endsAtMs) return draw
    // Later ones have no more time than this one.
    this.left.length = 0
    return undefined
  }

  /** What came of it, and a note if that is less than was asked for. */
  results(findings: Findings): CheckResult[] {
    const { rule, known, clean } = this
    const lacks = rule.states.filter((state) => reasonFor(state, findings.context) !== undefined)
    // Of random sequences any one state will do.
    const most = rule === SEQUENCES ? rule.states.length - 1 : 0
    if (lacks.length > most) return [lacking(rule, lacks, findings.context)]
    if (clean === 0 && known[0] !== undefined)
      return [undecided(rule, known[0].violation, findings.foundBy(known[0]) ?? '')]
    if (clean === 0) return this.isNoted ? [] : [outOfTime(rule)]
    if (rule !== SEQUENCES) return [verdict(rule, 'passed')]
    const ran = clean + known.length
    const passed = verdict(rule, 'passed', `${clean} sequences.`)
    return ran < this.#wanted ? [passed, fewer(ran, this.#wanted)] : [passed]
  }
}
