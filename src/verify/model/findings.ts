import { EXPECTATIONS } from '../../contract/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import { elsewhere, isRace, scriptLines } from '../script/script.js'
import type { ProviderStates } from '../states/provider-states.js'
import type { RunPlan } from '../verify-options.js'
import type { Violation } from './oracle/violation.js'
import type { Rule } from './rules/rule.js'
import { SEQUENCES } from './rules/rules.js'
import { judge, type WrongRun } from './runner/judge.js'
import type { RunContext } from './runner/run-context.js'
import { type Counterexample, shorten } from './runner/shorten.js'
import { undecided, verdict } from './runner/verdicts.js'
import type { Step } from './sequences/step.js'

/** A sequence in which something was wrong, and the rule that it is to show. */
export interface Suspicion {
  readonly rule: Rule
  readonly steps: readonly Step[]
  readonly run: WrongRun
  /** When it began, by `performance.now()`. */
  readonly startedMs: number
  /** Which of those that were drawn for the rule. */
  readonly sequence: number
}

// One fault breaks many rules: after so many nothing is learned from another.
const OFTEN = 2
// To make steps fewer: this long for one finding, and for all of them.
const SHORTENING_MS = 2_500
const ALL_SHORTENING_MS = 7_500
// Whoever wants to know of the first finding does not want to wait for it.
const HASTY_MS = 600

/** What a run has found out so far. */
export class Findings {
  /** What was found not to be as expected, with the claims that it shows to be wrong. */
  readonly #broken = new Map<string, readonly string[]>()
  /** What went wrong before it could show anything. */
  readonly #undecided: Suspicion[] = []
  #shorteningMs: number

  constructor(
    readonly context: RunContext,
    readonly plan: Pick<RunPlan, 'onProgress' | 'bail' | 'timeBudgetMs'>,
  ) {
    this.#shorteningMs = Math.min(ALL_SHORTENING_MS, (plan.timeBudgetMs ?? Infinity) / 4)
  }

  /** The claim that what went wrong here has already shown to be wrong. */
  foundBy({ violation }: WrongRun): string | undefined {
    return this.#broken.get(topicOf(violation))?.[0]
  }

  tell(result: CheckResult): void {
    this.plan.onProgress({ kind: 'result', result })
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

  /** What a rule only needed is reported by the rule that is about it; if there is none, it counts all the same. */
  async decideRest(): Promise<void> {
    for (const suspicion of this.#undecided.splice(0)) {
      const { rule, run } = suspicion
      const foundBy = this.foundBy(run)
      if (foundBy !== undefined) this.tell(undecided(rule, run.violation, foundBy))
      else if (!(await this.count(suspicion))) this.note(suspicion)
    }
  }

  /** @returns whether it counts */
  async count({ rule, steps, run, startedMs, sequence }: Suspicion): Promise<boolean> {
    const counting = await judge(steps, run, this.context)
    if (counting === undefined) return false
    const shorteningMs = Math.min(this.#shorteningMs, this.plan.bail ? HASTY_MS : SHORTENING_MS)
    this.#shorteningMs -= shorteningMs
    const shortest = await shorten(steps, counting, this.context, shorteningMs)
    const { violation, events } = shortest
    const topic = topicOf(violation)
    this.#broken.set(topic, [...(this.#broken.get(topic) ?? []), rule.claim])
    const { answered, expected, actual, expectation } = violation
    // The clause is that of what was expected, whichever sequence shows it.
    const { clause, sentence } = EXPECTATIONS[expectation]
    const states = [...new Set(events.flatMap((event) => (event.kind === 'state' ? [event.name] : [])))]
    const finding = {
      ...verdict({ ...rule, clause }, 'failed', `${violation.message} (${clause}: ${sentence}.)`),
      ...failedAnswer(answered.answer, expected),
      actual,
      steps: commandLines(shortest, this.context.real.states),
      states,
      ...(rule === SEQUENCES && { sequence }),
      durationMs: performance.now() - startedMs,
    }
    this.tell(finding)
    return true
  }

  /** Tells what was seen and may have been done by time or by others. */
  note({ rule, run }: Suspicion): void {
    const open =
      'It did not show again, or it showed without the calls before it, too: time or other clients may have caused it.'
    this.tell(verdict({ ...rule, id: `${rule.id}.seen` }, 'note', `${run.violation.message} ${open}`))
  }
}

function topicOf({ expectation, answered }: Violation): string {
  return `${expectation} of ${answered.call.operation}`
}

/** The lines that show it again, and where they may not, what does. */
function commandLines(shown: Counterexample, states: ProviderStates): string[] {
  const lines = scriptLines(shown.events, { expected: shown.violation.expected, states })
  const reason = reasonForDoubt(shown)
  return reason === undefined ? lines : elsewhere(reason, lines)
}

function reasonForDoubt({ events, isRepeated }: Counterexample): string | undefined {
  if (!isRepeated) return 'These steps alone did not show it again.'
  const steps = events.flatMap((event) => (event.kind === 'answers' ? [event.answers] : []))
  if (steps.flat().some(({ call }) => call.operation === 'cancelOrder' && !FROM_STATE.has(call.order.kind)))
    return 'These lines contain ids from this run. A provider that starts afresh has other ids.'
  return steps.some(isRace) ? 'Concurrent requests do not collide every time.' : undefined
}

// Ids that a state answers, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'extreme', 'drawn', 'malformed'])
