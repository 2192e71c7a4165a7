import { NO_TIME_REASON } from '../check.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { resultsOf, verdict, WAY_OUT } from './results.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import { judge } from './runner/judge.js'
import { RunContext } from './runner/run-context.js'
import { isWrong, runSequence, type WrongRun } from './runner/run-sequence.js'
import { shorten } from './runner/shorten.js'
import { type Draw, isBroken, isOver, newTrial, type Outcome, outcomesOf, shownBy, type Trial } from './trial.js'
import type { SequenceRule } from './sequences/step.js'

// Without a time budget, for rules and for random sequences.
const RULES_MS = 60_000
const RANDOM_MS = 30_000
const SIDE_BY_SIDE = 8
// How long a violation is judged, even if the time for its rule is up meanwhile.
const JUDGING_MS = 60_000
// How long the steps of a finding are shortened.
const SHORTENING_MS = 2_500

const isRule = (rule: SequenceRule) => rule !== SEQUENCES
const isRandom = (rule: SequenceRule) => rule === SEQUENCES
const isQuiet = (rule: SequenceRule) => rule.isQuiet === true
const isLate = (rule: SequenceRule) => rule.isLate === true
const isLoud = (rule: SequenceRule) => isRule(rule) && rule.isAlone !== true && !isQuiet(rule) && !isLate(rule)

/**
 * Runs sequences of requests against a provider, some fixed for each rule and some random, and compares the responses
 * with a model of the specification. Without provider states it only reads, and sends invalid keys.
 *
 * - A rule and what was drawn for it is a `Trial` (trial.ts). Each draw has an outcome, and a pass runs all draws with one
 *   kind of outcome: new ones first, side by side; then, alone, those that were doubtful, given or explained.
 * - A run (run-sequence.ts) replaces labels by ids (resolve-call.ts), sends the calls of each step, and ends at the first
 *   response that the model (oracle/) does not allow. The model is what is known of the store: each order has a life.
 * - A violation that time or other clients of the store may have caused is judged (judge.ts): by what would show that they
 *   have (excuses.ts), then by more runs and by controls, the same states and waits without the calls that may have led to it.
 * - A violation that counts is shortened (shorten.ts), and then known: no other rule reports it again.
 * - Once all draws of a trial are over, it becomes lines of the report (results.ts).
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, plan: RunPlan): Promise<void> {
  await new ModelCheck(new RunContext(provider), plan).checkAll()
}

class ModelCheck {
  readonly #trials: readonly Trial[]
  readonly #startedMs = performance.now()

  constructor(
    readonly context: RunContext,
    readonly plan: RunPlan,
  ) {
    const rules = [...RULES, SEQUENCES].filter(({ id }) => plan.rerun?.checks?.has(`model.${id}`) !== false)
    this.#trials = rules.map((rule) => newTrial(rule, plan, context.isLive))
  }

  async checkAll(): Promise<void> {
    const { context, plan } = this
    // Orders that others left there cannot explain anything then.
    await context.empty()
    const isShared = this.#endsAtMs() > performance.now() && (await context.tryStates()) && plan.rerun === undefined
    const atOnce = isShared ? SIDE_BY_SIDE : 1
    for (const trial of this.#trials) this.#reportIfOver(trial)
    // Each rule once, those side by side that leave one another alone.
    if (isShared) {
      context.others = this.#pass('new', isLoud, atOnce).then(() => this.#pass('new', isQuiet, atOnce))
      await Promise.all([this.#pass('new', isLate, atOnce), context.others])
    }
    await this.#pass('doubtful', isRule)
    await this.#pass('new', isRule)
    await this.#pass('doubtful', isRule)
    // What other rules only needed counts if none of them has shown it.
    await this.#pass('given', isRule)
    // What time or others have done is not in the way a second time.
    await this.#pass('explained', isRule)
    await this.#pass('new', isRandom, atOnce)
    await this.#pass('doubtful', isRandom)
    const late = this.#trials.filter((trial) => !isOver(trial)).flatMap((trial) => this.#report(trial))
    const lateRules = late.filter(({ message }) => message?.startsWith(NO_TIME_REASON)).length
    if (lateRules > 0)
      plan.onProgress({ kind: 'hint', text: `${NO_TIME_REASON} Rules that did not run: ${lateRules}. ${WAY_OUT}` })
    for (const [id, message] of context.memory.notes) {
      const clause = /key|scheme/.test(id) ? 'Authentication' : 'Cancel an order'
      const result = verdict({ id, claim: 'what the specification leaves open', clause }, 'note', message)
      plan.onProgress({ kind: 'result', result })
    }
  }

  /** Runs what has come to this so far, each sequence once, so many at once. */
  async #pass(kind: Outcome['kind'], isOf: (rule: SequenceRule) => boolean, atOnce = 1): Promise<void> {
    const left = this.#trials
      .filter(({ rule }) => isOf(rule))
      .flatMap((trial) => trial.draws.map((draw) => ({ trial, draw })))
      .filter(({ draw }) => draw.outcome.kind === kind)
    const work = async () => {
      for (let taken = left.shift(); taken !== undefined; taken = left.shift()) {
        const { trial, draw } = taken
        const startedMs = performance.now()
        const endsAtMs = kind === 'doubtful' ? this.#judgesUntilMs() : Infinity
        if (isBroken(trial) || Math.min(endsAtMs, this.#endsAtMs(trial.rule, draw)) <= startedMs) continue
        const outcome = await this.#outcomeOf(trial.rule, draw, { isAlone: atOnce === 1 })
        // Another sequence of the rule may have shown something meanwhile.
        if (isBroken(trial)) continue
        draw.outcome = outcome
        trial.tookMs = Math.max(trial.tookMs, performance.now() - startedMs)
        this.#reportIfOver(trial)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  async #outcomeOf(rule: SequenceRule, draw: Draw, { isAlone }: { isAlone: boolean }): Promise<Outcome> {
    const { context, plan } = this
    const { steps, outcome: before } = draw
    const earlier = before.kind === 'given' || before.kind === 'doubtful' ? before.run : undefined
    plan.onProgress({ kind: 'activity', check: 'model', text: rule.claim })
    const judgesUntilMs = this.#judgesUntilMs()
    const endsAtMs = Math.min(this.#endsAtMs(rule, draw), before.kind === 'new' ? Infinity : judgesUntilMs)
    const run = earlier ?? (await runSequence(context, steps, { isAlone, endsAtMs }))
    if (!isWrong(run)) {
      if (run.isCut) return before
      return { kind: 'clean', ...(before.kind === 'explained' && { noted: before.run }) }
    }
    const known = this.#undecided(run)
    if (known !== undefined) return known
    if (!isAlone) return { kind: 'doubtful', ...(run.isCertain === true && { run }) }
    if (run.isGiven && (before.kind === 'new' || before.kind === 'doubtful')) return { kind: 'given', run }
    const judgingMs = plan.timeBudgetMs === undefined ? JUDGING_MS : 0
    const judged = await this.#judged(run, Math.min(judgesUntilMs, Math.max(endsAtMs, performance.now() + judgingMs)))
    return judged.kind === 'explained' && performance.now() >= judgesUntilMs ? { kind: 'doubtful', run } : judged
  }

  async #judged(run: WrongRun, endsAtMs: number): Promise<Outcome> {
    const counting = await judge(run, this.context, endsAtMs)
    if (counting === undefined) {
      if (performance.now() < endsAtMs) this.context.memory.explained++
      return { kind: 'explained', run }
    }
    const { isCertain = false } = counting
    const shown = { ...(await shorten(counting, this.context, performance.now() + SHORTENING_MS)), isCertain }
    return this.#undecided(shown) ?? { kind: 'broken', shown }
  }

  #undecided(run: WrongRun): Outcome | undefined {
    const known = shownBy(this.#trials, run)
    if (known === undefined) return undefined
    const reason = `Inconclusive, because it depends on a check that failed: "${known.claim}".`
    return { kind: 'undecided', reason: `${reason} ${run.violation.message}` }
  }

  #reportIfOver(trial: Trial): void {
    if (isOver(trial)) this.#report(trial)
  }

  #report(trial: Trial) {
    const results = resultsOf(trial, this.context)
    for (const result of results) this.plan.onProgress({ kind: 'result', result })
    return results
  }

  /** As long as there are rules that have not run, violations are judged in the first half of the time alone. */
  #judgesUntilMs(): number {
    const endsAtMs = this.#endsAtMs()
    const areLeft = this.#trials.some((trial) => isRule(trial.rule) && outcomesOf(trial, 'new').length > 0)
    return areLeft && performance.now() < endsAtMs ? (this.#startedMs + endsAtMs) / 2 : Infinity
  }

  #endsAtMs(rule?: SequenceRule, draw?: Draw): number {
    const { timeBudgetMs = rule === SEQUENCES ? RANDOM_MS : RULES_MS } = this.plan
    return draw?.isNeeded === true ? Infinity : this.#startedMs + timeBudgetMs
  }
}
