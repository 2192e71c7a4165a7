import * as fc from 'fast-check'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { Findings } from './findings.js'
import type { Rule } from './rules/rule.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import { RunContext } from './runner/run-context.js'
import { areIndependent, inLanes, LANES } from './runner/side-by-side.js'
import { notesOf } from './runner/verdicts.js'
import { Trial } from './trial.js'

const DEFAULT_MS = 30_000
// A slow provider is to be held against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
// Then random sequences begin instead of further sequences for the rules.
const RULES_SHARE = 0.6
// Slow states may use up the time for rules alone.
const FEWEST_SEQUENCES = 3
// What was explained once, such as a key of somebody else, is not asked for again.
const AGAIN = 3

/**
 * Runs sequences of requests against a provider, and holds its answers against a model of the specification: first the
 * sequences made for each rule, then random ones. Without provider states it only reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, plan: RunPlan): Promise<void> {
  await new ModelCheck(new Findings(new RunContext(provider), plan), plan).checkAll()
}

class ModelCheck {
  readonly #context: RunContext
  readonly #startedMs = performance.now()

  constructor(
    readonly findings: Findings,
    readonly plan: RunPlan,
  ) {
    this.#context = findings.context
  }

  async checkAll(): Promise<void> {
    const { findings, plan } = this
    const isWanted = ({ id }: Rule) => plan.rerun?.checks?.has(`model.${id}`) !== false
    const rules = RULES.filter(isWanted).map((rule) => this.#trialOf(rule, plan.seed + RULES.indexOf(rule)))
    const sequences = isWanted(SEQUENCES) ? this.#trialOf(SEQUENCES, plan.seed) : undefined
    // What others left there explains nothing then.
    await this.#context.empty()
    for (const first of rules.slice(0, 1)) await this.#finish(first)
    const hasTime = performance.now() < this.#firstTriesEndAtMs
    const mayShare = hasTime && plan.rerun === undefined && (await areIndependent(this.#context))
    const suspects = mayShare ? await this.#trySideBySide(rules.slice(1), sequences) : []
    for (const trial of [...suspects, ...rules]) if (!trial.isTold) await this.#finish(trial)
    await findings.decideRest()
    if (sequences !== undefined) await this.#finish(sequences, mayShare ? LANES : 1)
    for (const note of notesOf(this.#context)) findings.tell(note)
  }

  /**
   * Tries rules while others run, and random sequences for as long as some rules just wait.
   *
   * @returns what is to be tried alone
   */
  async #trySideBySide(rules: readonly Trial[], sequences: Trial | undefined): Promise<Trial[]> {
    const suspects: Trial[] = []
    const waiting = rules.filter(({ rule }) => rule.waits)
    const beside = rules.filter(({ rule }) => !rule.waits && !rule.isAlone)
    const isWaiting = () => waiting.some((trial) => !trial.isTold && !suspects.includes(trial))
    const tryOnce = async (trial: Trial) => {
      await trial.runNext(false)
      if (trial.isClean) this.#tell(trial)
      else suspects.push(trial)
      return trial.isClean || !this.plan.bail
    }
    const fill = async () => isWaiting() && sequences !== undefined && sequences.runNext(false)
    const tasks = [...waiting, ...beside].map((trial) => () => tryOnce(trial))
    await inLanes([...tasks, ...Array.from({ length: sequences?.left ?? 0 }, () => fill)], LANES)
    return suspects
  }

  /** Runs what is left of a trial, and tells what came of it. */
  async #finish(trial: Trial, lanes = 1): Promise<void> {
    const { findings, plan } = this
    plan.onProgress({ kind: 'activity', check: 'model', text: trial.rule.claim })
    let again = trial.rule === SEQUENCES ? 0 : AGAIN
    // What was wrong while others ran may have been explained since, such as the key of somebody else.
    for (const suspicion of trial.suspicions.splice(0)) trial.retry(suspicion)
    let isNoted = false
    while (trial.left > 0 && !(this.#context.isLive && trial.rule.states.length > 0)) {
      await this.#context.emptyIfCrowded()
      await inLanes(
        Array.from({ length: trial.left }, () => () => trial.runNext(lanes === 1)),
        lanes,
      )
      const suspicions = trial.suspicions.splice(0)
      if (suspicions.length === 0) break
      trial.isTold = true
      for (const suspicion of suspicions) {
        if (await findings.judge(suspicion)) return
        const isAgain = again-- > 0 && performance.now() < this.#rulesEndAtMs
        if (isAgain) trial.retry(suspicion)
        else findings.note(suspicion)
        isNoted ||= !isAgain
      }
    }
    if (trial.isClean || !isNoted) this.#tell(trial)
  }

  #tell(trial: Trial): void {
    trial.isTold = true
    for (const result of trial.results()) this.findings.tell(result, trial.startedMs)
  }

  #trialOf(rule: Rule, seed: number): Trial {
    const { runs, rerun, minRuns, timeBudgetMs } = this.plan
    const isRandom = rule === SEQUENCES
    const draws = [...fc.sample(rule.sequence, { seed, numRuns: isRandom ? runs : (rule.tries ?? 1) }).entries()]
    if (!isRandom)
      return new Trial(rule, draws, this.findings, (begun) =>
        begun === 0 ? this.#firstTriesEndAtMs : this.#rulesEndAtMs,
      )
    const wanted = draws.filter(([index]) => rerun?.sequence === undefined || index === rerun.sequence)
    const atLeast = Math.max(minRuns, timeBudgetMs === undefined ? FEWEST_SEQUENCES : 0)
    return new Trial(rule, wanted, this.findings, (begun) =>
      begun < atLeast ? Infinity : this.#startedMs + this.#totalMs,
    )
  }

  get #totalMs(): number {
    return this.plan.timeBudgetMs ?? DEFAULT_MS
  }

  get #rulesEndAtMs(): number {
    return this.#startedMs + this.#totalMs * RULES_SHARE
  }

  /** Until when a rule may be tried for the first time. */
  get #firstTriesEndAtMs(): number {
    return this.#startedMs + (this.plan.timeBudgetMs ?? PATIENCE * DEFAULT_MS)
  }
}
