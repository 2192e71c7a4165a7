import * as fc from 'fast-check'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { Findings } from './findings.js'
import type { Rule } from './rules/rule.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import { areIndependent } from './runner/are-independent.js'
import { isWrong, type WrongRun } from './runner/judge.js'
import { RunContext } from './runner/run-context.js'
import { runSequence } from './runner/run-sequence.js'
import { notesOf } from './runner/verdicts.js'
import { inTurn } from './sequences/step.js'
import { type Draw, Trial } from './trial.js'

const DEFAULT_MS = 30_000
// A slow provider is to be held against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
// Then random sequences begin instead of further sequences for the rules.
const RULES_SHARE = 0.6
// So long they may run before the rules that nothing else may run beside.
const BESIDE_SHARE = 0.3
// Slow states may use up the time for rules alone.
const FEWEST_SEQUENCES = 3
// How many sequences run side by side where they may.
const LANES = 8
// What was explained once, such as a key of somebody else, is not asked for again.
const AGAIN = 3
// What was wrong while others ran may not show each time.
const SUSPECT_TRIES = 4

/**
 * Runs sequences of requests against a provider, and holds its answers against a model of the specification: those made
 * for each rule, and random ones. Without provider states it only reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, plan: RunPlan): Promise<void> {
  await new ModelCheck(new RunContext(provider), plan).checkAll()
}

class ModelCheck {
  readonly findings: Findings
  readonly #startedMs = performance.now()

  constructor(
    readonly context: RunContext,
    readonly plan: RunPlan,
  ) {
    this.findings = new Findings(context, plan)
  }

  async checkAll(): Promise<void> {
    const { context, findings, plan } = this
    const isWanted = ({ id }: Rule) => plan.rerun?.checks?.has(`model.${id}`) !== false
    const rules = RULES.filter(isWanted).map((rule) => this.#trialOf(rule))
    const random = isWanted(SEQUENCES) ? [this.#trialOf(SEQUENCES)] : []
    // What others left there explains nothing then.
    await context.empty()
    const hasTime = performance.now() < this.#endsAtMs(PATIENCE)
    const mayShare = plan.rerun === undefined && hasTime && (await areIndependent(context))
    if (mayShare) {
      const beside = rules.filter(({ rule }) => rule.isAlone !== true)
      const inOrder = beside.toSorted((one, other) => Number(other.rule.waits ?? 0) - Number(one.rule.waits ?? 0))
      await this.#sideBySide([...inOrder, ...random], this.#endsAtMs(BESIDE_SHARE))
    }
    const suspects = rules.filter(({ suspects: { length } }) => length > 0)
    for (const trial of new Set([...suspects, ...rules])) await this.#finish(trial)
    await findings.decideRest()
    for (const trial of random) await this.#finish(trial, mayShare)
    for (const note of notesOf(context)) findings.tell(note)
  }

  /** Runs sequences while others run, those of the first trials first, up to the first random one that is wrong. */
  async #sideBySide(trials: readonly Trial[], randomEndAtMs = Infinity): Promise<void> {
    const isEnough = () =>
      trials.some(({ rule, suspects }) => suspects.length > 0 && (this.plan.bail || rule === SEQUENCES))
    const lane = async () => {
      while (!isEnough()) {
        const trial = trials.find(({ left }) => left.length > 0)
        if (trial === undefined || (trial.rule === SEQUENCES && performance.now() > randomEndAtMs)) return
        const draw = trial.next()
        if (draw !== undefined && (await this.#try(trial, draw, 1, false))) trial.suspects.push(draw)
        else if (trial.isOver && trial.rule !== SEQUENCES) this.#tell(trial)
      }
    }
    const settled = await Promise.allSettled(Array.from({ length: LANES }, lane))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  }

  /** Runs what is left of a trial, and tells what came of it. */
  async #finish(trial: Trial, mayShare = false): Promise<void> {
    while (!trial.isTold) {
      const isSuspect = trial.suspects.length > 0
      const draw = isSuspect || !mayShare ? trial.next() : undefined
      if (draw !== undefined) await this.#tryAlone(trial, draw, isSuspect ? SUSPECT_TRIES : 1)
      if (trial.isOver) this.#tell(trial)
      if (mayShare && !isSuspect) await this.#sideBySide([trial])
    }
    // So many are in the way of all that follow.
    if (trial.rule.states.includes('many orders')) await this.context.empty()
  }

  async #tryAlone(trial: Trial, draw: Draw, tries: number): Promise<void> {
    const { rule } = trial
    const startedMs = performance.now()
    for (let again = rule === SEQUENCES ? 0 : AGAIN; ; again--) {
      const run = await this.#try(trial, draw, tries, true)
      if (run === undefined) return
      const suspicion = { ...draw, rule, run, startedMs }
      trial.isTold = await this.findings.judge(suspicion)
      if (trial.isTold) return
      if (again > 0 && performance.now() < this.#endsAtMs(RULES_SHARE)) continue
      trial.isNoted = true
      return this.findings.note(suspicion)
    }
  }

  /** @returns what was wrong, unless a rule has shown that already */
  async #try(trial: Trial, draw: Draw, tries: number, isAlone: boolean): Promise<WrongRun | undefined> {
    const startedMs = performance.now()
    this.plan.onProgress({ kind: 'activity', check: 'model', text: trial.rule.claim })
    for (let count = 1; ; count++) {
      const run = await runSequence(this.context, draw.steps, { isAlone, endsAtMs: draw.endsAtMs })
      trial.tookMs = Math.max(trial.tookMs, performance.now() - startedMs)
      if (isWrong(run) && (trial.rule !== SEQUENCES || this.findings.foundBy(run) === undefined)) return run
      if (!isWrong(run) && count < tries) continue
      if (isWrong(run)) trial.known.push(run)
      else if (!run.isCut) trial.clean++
      return undefined
    }
  }

  #tell(trial: Trial): void {
    if (trial.isTold) return
    trial.isTold = true
    for (const result of trial.results(this.findings)) this.findings.tell({ ...result, durationMs: trial.tookMs })
  }

  #trialOf(rule: Rule): Trial {
    const { runs, rerun, minRuns, timeBudgetMs, seed } = this.plan
    const isRandom = rule === SEQUENCES
    const numRuns = isRandom ? runs : (rule.tries ?? 1)
    const draws = fc.sample(rule.sequence, { seed: isRandom ? seed : seed + RULES.indexOf(rule), numRuns })
    const atLeast = Math.max(minRuns, timeBudgetMs === undefined ? FEWEST_SEQUENCES : 0)
    const endOfRandom = (sequence: number) => (sequence < atLeast ? Infinity : this.#endsAtMs(1))
    const endOfRule = (sequence: number) => this.#endsAtMs(sequence === 0 ? PATIENCE : RULES_SHARE)
    const all = draws.map((parts, sequence): Draw => {
      return { sequence, steps: inTurn(...parts), endsAtMs: isRandom ? endOfRandom(sequence) : endOfRule(sequence) }
    })
    const isWanted = ({ sequence }: Draw) => !isRandom || (rerun?.sequence ?? sequence) === sequence
    const isPossible = !this.context.isLive || rule.states.length === 0
    return new Trial(rule, isPossible ? all.filter(isWanted) : [])
  }

  /** When this share of the time for all is over; without a time budget, somewhat more than all of it may be used. */
  #endsAtMs(share: number): number {
    const { timeBudgetMs } = this.plan
    return this.#startedMs + (timeBudgetMs === undefined ? DEFAULT_MS * share : timeBudgetMs * Math.min(1, share))
  }
}
