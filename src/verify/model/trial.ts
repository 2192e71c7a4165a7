import type { CheckResult } from '../check.js'
import type { Findings, Suspicion } from './findings.js'
import type { Rule } from './rules/rule.js'
import { SEQUENCES } from './rules/rules.js'
import { isWrong, type WrongRun } from './runner/judge.js'
import { runSequence } from './runner/run-sequence.js'
import { fewer, lacking, outOfTime, reasonFor, undecided, verdict } from './runner/verdicts.js'
import type { Step } from './sequences/step.js'

/** What is tried of a rule: the sequences that are drawn for it, one by one or side by side. */
export class Trial {
  /** What was wrong, and is yet to be judged. */
  readonly suspicions: Suspicion[] = []
  /** By `performance.now()`, once it has. */
  startedMs: number | undefined
  isTold = false
  readonly #left: [sequence: number, steps: readonly Step[]][]
  readonly #wanted: number
  /** What was wrong in ways that a rule has shown. */
  readonly #known: WrongRun[] = []
  #begun = 0
  #clean = 0

  /** @param endsAtMs until when a sequence may run after so many others, by `performance.now()` */
  constructor(
    readonly rule: Rule,
    draws: readonly [number, readonly Step[]][],
    readonly findings: Findings,
    readonly endsAtMs: (begun: number) => number,
  ) {
    this.#left = [...draws]
    this.#wanted = draws.length
  }

  get left(): number {
    return this.#left.length
  }

  /** Whether a sequence was kept to its end. */
  get isClean(): boolean {
    return this.#clean > 0
  }

  /** @returns whether to go on */
  async runNext(isAlone: boolean): Promise<boolean> {
    const { rule, findings } = this
    const startedMs = (this.startedMs ??= performance.now())
    const endsAtMs = this.endsAtMs(this.#begun)
    const next = performance.now() < endsAtMs ? this.#left.shift() : undefined
    if (next === undefined) return false
    this.#begun++
    const [sequence, steps] = next
    const run = await runSequence(findings.context, steps, { isAlone, endsAtMs })
    if (!isWrong(run)) this.#clean += run.isCut ? 0 : 1
    else if (rule === SEQUENCES && findings.foundBy(run) !== undefined) this.#known.push(run)
    else this.suspicions.push({ rule, sequence, steps, run, wasAlone: isAlone, startedMs })
    return this.suspicions.length === 0
  }

  /** Puts back what is to be tried again. */
  retry({ sequence, steps }: Suspicion): void {
    this.#left.unshift([sequence, steps])
  }

  /** What came of it, and a note if that is less than was asked for. */
  results(): CheckResult[] {
    const { rule, findings } = this
    const { context } = findings
    const [known] = this.#known
    const lacks = rule.states.filter((state) => reasonFor(state, context) !== undefined)
    // Of random sequences any one state will do.
    const most = rule === SEQUENCES ? rule.states.length - 1 : 0
    if (lacks.length > most) return [lacking(rule, lacks, context)]
    if (!this.isClean) {
      return [known === undefined ? outOfTime(rule) : undecided(rule, known.violation, findings.foundBy(known) ?? '')]
    }
    if (rule !== SEQUENCES) return [verdict(rule, 'passed')]
    const ran = this.#clean + this.#known.length
    const passed = verdict(rule, 'passed', `${this.#clean} sequences.`)
    return ran < this.#wanted ? [passed, fewer(ran, this.#wanted)] : [passed]
  }
}
