import { type CheckResult, NO_TIME_REASON } from '../check.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import type { SequenceRule } from './rules/rule.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import { judge } from './runner/judge.js'
import { RunContext } from './runner/run-context.js'
import { isWrong, runSequence, type SequenceRun, type WrongRun } from './runner/run-sequence.js'
import { shorten } from './runner/shorten.js'
import { type Draw, findingOf, Trial, verdict, WAY_OUT } from './trial.js'

const DEFAULT_MS = 30_000
// A slow provider is to be checked against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
// Then random sequences begin, instead of trying again what was explained.
const RULES_SHARE = 0.6
// Random sequences may run this long before the rules that must run alone.
const BESIDE_SHARE = 0.3
const SIDE_BY_SIDE = 8
// A violation that was seen while others ran may not show each time; and one that was explained, such as by a key of
// somebody else, does not show again.
const TRIES = 4
// One mistake violates many rules: after this many nothing is learned from another violation.
const OFTEN = 2
// How long steps are shortened, for one finding and for all of them.
const SHORTENING_MS = 2_500
const ALL_SHORTENING_MS = 7_500
// A run that ends at the first finding should report it soon.
const HASTY_MS = 600
const UNEXPLAINED =
  'Inconclusive: it could not be reproduced, or it also happened without the preceding requests, so time or other clients may have caused it.'

/**
 * Runs sequences of requests against a provider, some fixed for each rule and some random, and compares the responses
 * with a model of the specification. Without provider states it only reads, and sends invalid keys.
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, plan: RunPlan): Promise<void> {
  await new ModelCheck(new RunContext(provider), plan).checkAll()
}

class ModelCheck {
  /** The claims of the rules that have shown a violation, by the violated expectation. */
  readonly #broken = new Map<string, readonly string[]>()
  readonly #startedMs = performance.now()
  #shorteningMs: number
  #lateRules = 0

  constructor(
    readonly context: RunContext,
    readonly plan: RunPlan,
  ) {
    this.#shorteningMs = Math.min(ALL_SHORTENING_MS, (plan.timeBudgetMs ?? Infinity) / 4)
  }

  async checkAll(): Promise<void> {
    const { context, plan } = this
    const isWanted = ({ id }: SequenceRule) => plan.rerun?.checks?.has(`model.${id}`) !== false
    const rules = RULES.filter(isWanted).map((rule) => new Trial(rule, context, plan, this.#endsAtMs(PATIENCE)))
    const random = [SEQUENCES].filter(isWanted).map((rule) => new Trial(rule, context, plan, this.#endsAtMs(1)))
    // Orders that others left there cannot explain anything then.
    await context.empty()
    const isIndependent = performance.now() < this.#endsAtMs(PATIENCE) && (await context.tryStates())
    const mayShare = isIndependent && plan.rerun === undefined
    if (mayShare) {
      const beside = rules.filter(({ rule }) => rule.isAlone !== true)
      await this.#sideBySide([...beside, ...random], this.#endsAtMs(BESIDE_SHARE))
    }
    const wrongBefore = rules.filter(({ again }) => again.length > 0)
    for (const trial of new Set([...wrongBefore, ...rules])) await this.#finish(trial)
    // A violation in what a rule only needs is reported by the rule that is about it; if there is none, it counts here.
    for (const trial of rules) await this.#settle(trial)
    for (const trial of random) await this.#finish(trial, { mayShare })
    if (this.#lateRules > 0)
      plan.onProgress({
        kind: 'hint',
        text: `${NO_TIME_REASON} Rules that did not run: ${this.#lateRules}. ${WAY_OUT}`,
      })
    for (const [id, message] of context.notes) {
      const clause = /key|scheme/.test(id) ? 'Authentication' : 'Cancel an order'
      this.#report(verdict({ id, claim: 'what the specification leaves open', clause }, 'note', message))
    }
  }

  /** Runs sequences while others run, those of the first trials first, up to the first random one that is wrong. */
  async #sideBySide(trials: readonly Trial[], randomEndAtMs = Infinity): Promise<void> {
    const isEnough = () => trials.some(({ rule, again }) => again.length > 0 && (this.plan.bail || rule === SEQUENCES))
    const runNext = async () => {
      while (!isEnough()) {
        const trial = trials.find(({ left }) => left.length > 0)
        if (trial === undefined || (trial.rule === SEQUENCES && performance.now() > randomEndAtMs)) return
        const draw = trial.next(trial.left)
        if (draw !== undefined) {
          const run = await this.#run(trial, draw, { isAlone: false })
          if (!isWrong(run)) trial.clean += run.isCut ? 0 : 1
          else if (!this.#isKnown(trial, run)) trial.again.push(draw)
        }
        if (trial.isOver && trial.rule !== SEQUENCES) this.#conclude(trial)
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runNext))
  }

  /** Runs what is left of a trial, and reports its results. */
  async #finish(trial: Trial, { mayShare = false } = {}): Promise<void> {
    while (!trial.isReported && trial.postponed === undefined) {
      const isAgain = trial.again.length > 0
      const isShared = mayShare && !isAgain
      const draw = isShared ? undefined : trial.next()
      if (isShared) await this.#sideBySide([trial])
      if (draw !== undefined) await this.#runAlone(trial, draw, isAgain ? TRIES : 1)
      if (trial.isOver) this.#conclude(trial)
    }
    // This many are in the way of all rules that follow.
    if (trial.rule.states.includes('many orders')) await this.context.empty()
  }

  async #runAlone(trial: Trial, draw: Draw, tries: number): Promise<void> {
    for (let left = trial.rule === SEQUENCES ? 1 : TRIES; ; left--) {
      let run = await this.#run(trial, draw)
      for (let count = 1; count < tries && !isWrong(run); count++) run = await this.#run(trial, draw)
      if (!isWrong(run)) trial.clean += run.isCut ? 0 : 1
      if (!isWrong(run) || this.#isKnown(trial, run)) return
      if (run.isGiven) trial.postponed = { draw, run }
      if (run.isGiven || (await this.#count(trial, draw, run))) return
      if (left === 1 || performance.now() > this.#endsAtMs(RULES_SHARE)) return this.#note(trial, run)
    }
  }

  async #settle(trial: Trial): Promise<void> {
    const { postponed } = trial
    if (postponed === undefined) return
    trial.postponed = undefined
    const { draw, run } = postponed
    if (!this.#isKnown(trial, run) && !(await this.#count(trial, draw, run))) this.#note(trial, run)
  }

  async #run(trial: Trial, { steps, endsAtMs }: Draw, { isAlone = true } = {}): Promise<SequenceRun> {
    const startedMs = performance.now()
    this.plan.onProgress({ kind: 'activity', check: 'model', text: trial.rule.claim })
    const run = await runSequence(this.context, steps, { isAlone, endsAtMs })
    trial.tookMs = Math.max(trial.tookMs, performance.now() - startedMs)
    return run
  }

  /** Whether a rule has already shown what was wrong: twice, unless it was only needed here, or nobody foresaw it. */
  #isKnown(trial: Trial, run: WrongRun): boolean {
    const found = this.#broken.get(topicOf(run)) ?? []
    const [foundBy] = found
    if (foundBy === undefined || (found.length < OFTEN && !run.isGiven && trial.rule !== SEQUENCES)) return false
    const reason = `Inconclusive, because it depends on a check that failed: "${foundBy}".`
    trial.undecided.push(`${reason} ${run.violation.message}`)
    if (trial.rule !== SEQUENCES) this.#conclude(trial)
    return true
  }

  /** Reports what was wrong, if neither time nor others explain it. */
  async #count(trial: Trial, { sequence }: Draw, run: WrongRun): Promise<boolean> {
    const counting = await judge(run, this.context)
    if (counting === undefined) return false
    const shorteningMs = Math.min(this.#shorteningMs, this.plan.bail ? HASTY_MS : SHORTENING_MS)
    this.#shorteningMs -= shorteningMs
    const shown = await shorten(counting, this.context, shorteningMs)
    const { rule } = trial
    const topic = topicOf(shown)
    this.#broken.set(topic, [...(this.#broken.get(topic) ?? []), rule.claim])
    const finding = findingOf(rule, shown, this.context.real.states)
    trial.isReported = true
    this.#report({ ...finding, ...(rule === SEQUENCES && { sequence }) }, trial.tookMs)
    return true
  }

  /** Notes once for each rule what time or others may have done. */
  #note(trial: Trial, { violation }: WrongRun): void {
    const head = { ...trial.rule, id: `${trial.rule.id}.seen` }
    if (!trial.isNoted) this.#report(verdict(head, 'note', `${violation.message} ${UNEXPLAINED}`), trial.tookMs)
    trial.isNoted = true
  }

  #conclude(trial: Trial): void {
    if (trial.isReported || trial.postponed !== undefined) return
    trial.isReported = true
    for (const result of trial.results()) this.#report(result, trial.tookMs)
  }

  #report(result: CheckResult, durationMs = 0): void {
    if (result.result === 'skipped' && result.message?.startsWith(NO_TIME_REASON) === true) this.#lateRules++
    this.plan.onProgress({ kind: 'result', result: { ...result, durationMs } })
  }

  /** When this share of the time for all is over; without a time budget, somewhat more than all of it may be used. */
  #endsAtMs(share: number): number {
    const { timeBudgetMs } = this.plan
    return this.#startedMs + (timeBudgetMs === undefined ? DEFAULT_MS * share : timeBudgetMs * Math.min(1, share))
  }
}

function topicOf({ violation: { expectation, answered } }: WrongRun): string {
  return `${expectation} of ${answered.call.operation}`
}
