import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import { unlessStopped } from '../unless-stopped.js'
import { BrokenRules } from './broken-rules.js'
import type { ModelOptions } from './model-options.js'
import { RULE_IDS, RULES, type RuleId } from './oracle/rules/rules.js'
import {
  claimOf,
  failed,
  failedSequence,
  FEWER,
  fewer,
  outOfTime,
  passed,
  SEQUENCES,
  skipped,
  undecided,
} from './runner/results.js'
import { RunContext } from './runner/run-context.js'
import { search, type SearchOptions, type SearchResult } from './runner/search.js'
import { TimeBudget } from './runner/time-budget.js'
import { RunsAhead } from './runs-ahead.js'
import { randomSequences, SEQUENCE_STATES } from './sequences/random-sequences.js'
import type { Template } from './sequences/template.js'

const MAX_TRIES = 3
const RUNS_PER_TRY = 30
const MAX_SEARCHES = 3

/**
 * Runs sequences of requests against a provider, and holds its answers against a model of the specification: first the
 * sequences made for each rule, then random ones. Without provider states it only reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, options: ModelOptions): Promise<CheckResult[]> {
  const check = new ModelCheck(provider, options)
  try {
    await unlessStopped(options.signal, () => checkAll(check, options))
  } finally {
    for (const result of check.results()) options.onResult?.(result)
  }
  return check.results()
}

async function checkAll(check: ModelCheck, { onProgress, bail = false }: ModelOptions): Promise<void> {
  await check.begin()
  for (const id of RULE_IDS) {
    onProgress?.({ name: RULES[id].claim })
    await check.checkRule(id)
    if (bail && check.hasFailed) return
    if (id === RULE_IDS[0]) await check.runAhead()
  }
  onProgress?.({ name: SEQUENCES.claim })
  for (const id of RULE_IDS) await check.checkRuleAgain(id)
  if (bail && check.hasFailed) return
  await check.checkSequences()
}

class ModelCheck {
  readonly #context: RunContext
  readonly #budget: TimeBudget
  readonly #results = new Map<string, CheckResult>()
  readonly #broken = new BrokenRules()
  readonly #ahead: RunsAhead

  constructor(
    provider: Provider,
    readonly options: ModelOptions,
  ) {
    this.#budget = new TimeBudget(options.timeBudgetMs)
    this.#context = new RunContext(provider, this.#budget.maxWaitMs)
    this.#ahead = new RunsAhead(this.#context)
  }

  results(): CheckResult[] {
    for (const [rule, cause] of this.#broken.explained())
      this.#results.set(rule, undecided(claimOf(rule), RULES[cause].claim))
    return [...RULE_IDS, SEQUENCES.id, FEWER].flatMap((id) => this.#results.get(id) ?? [])
  }

  get hasFailed(): boolean {
    return this.#broken.size > 0
  }

  /** Empties the store, so that what others left there explains nothing. */
  async begin(): Promise<void> {
    await this.#context.empty()
  }

  /** Runs one sequence for a rule, if there is time; also where it was broken once, which may come of what was left over. */
  async checkRule(id: RuleId): Promise<void> {
    const { states } = RULES[id]
    const isSkipped = this.#context.isLive && states.length > 0
    if (this.#broken.has(id) && (isSkipped || !this.#broken.isDoubtful(id))) return
    const startedMs = performance.now()
    if (isSkipped) this.#add(id, skipped(claimOf(id), states, this.#context), startedMs)
    else this.#add(id, await this.#tryRule(id), startedMs)
  }

  /** Runs one sequence for each further rule side by side, where that saves time. */
  async runAhead(): Promise<void> {
    const rules = RULE_IDS.filter((id) => !this.#results.has(id)).map((id) => ({ id, seed: this.#seedOf(id) }))
    if (this.#broken.size === 0) await this.#ahead.runRules(rules, this.#firstTriesEndAtMs)
  }

  /** Runs more of them with other values if there is time, and if the rule has been kept so far. */
  async checkRuleAgain(id: RuleId): Promise<void> {
    const before = this.#results.get(id)
    const tries = RULES[id].isSlow === true ? 1 : MAX_TRIES
    const runs = Math.min(tries, Math.round(this.options.runs / RUNS_PER_TRY)) - 1
    if (before?.result !== 'passed' || runs < 1 || performance.now() >= this.#budget.rulesEndAtMs) return
    const startedMs = performance.now() - before.durationMs
    const endsAtMs = this.#budget.rulesEndAtMs
    await this.#searchFor(id, { seed: this.#seedOf(id) + RULE_IDS.length, runs, endsAtMs })
    this.#add(id, this.#results.get(id), startedMs)
  }

  async checkSequences(): Promise<void> {
    const startedMs = performance.now()
    const result = this.#context.isLive
      ? skipped(SEQUENCES, SEQUENCE_STATES, this.#context)
      : await this.#trySequences()
    this.#add(SEQUENCES.id, result, startedMs)
  }

  #add(id: string, result: CheckResult | undefined, startedMs: number): void {
    if (result !== undefined) this.#results.set(id, { ...result, durationMs: performance.now() - startedMs })
  }

  async #tryRule(id: RuleId): Promise<CheckResult | undefined> {
    const ahead = this.#ahead.kept.get(id)
    const found =
      ahead === undefined
        ? await this.#searchFor(id, { seed: this.#seedOf(id), runs: 1, endsAtMs: this.#firstTriesEndAtMs })
        : { missing: ahead, stoppedBy: undefined, counterexample: undefined, cleanRuns: 1 }
    if (this.#broken.has(id)) return this.#results.get(id)
    const missing = RULES[id].states.filter((state) => found.missing.includes(state))
    if (missing.length > 0) return skipped(claimOf(id), missing, this.#context)
    const stoppedBy = found.stoppedBy ?? found.counterexample?.violation.rule
    if (found.cleanRuns > 0) return passed(claimOf(id))
    return stoppedBy === undefined
      ? outOfTime(claimOf(id), this.#context)
      : undecided(claimOf(id), RULES[stoppedBy].claim)
  }

  async #trySequences(): Promise<CheckResult> {
    const { runs, seed, minRuns = 0 } = this.options
    const { clean, suspect } = await this.#ahead.runSequences({ runs, seed, endsAtMs: this.#budget.endsAtMs })
    if (suspect === undefined && clean.size >= Math.max(1, minRuns)) {
      if (clean.size < runs) this.#results.set(FEWER, fewer(clean.size, runs))
      return { ...passed(SEQUENCES), message: `${clean.size} sequences.` }
    }
    // A suspicion is followed up, however late it is.
    const atLeast = suspect === undefined ? minRuns : Math.max(1, minRuns)
    const options = { seed, runs, minRuns: atLeast, suspect, endsAtMs: this.#budget.endsAtMs }
    const found = await this.#search(randomSequences, options)
    if (found.counterexample !== undefined) return failedSequence(SEQUENCES, found.counterexample, this.#context)
    if (SEQUENCE_STATES.every((state) => this.#context.unavailable.has(state))) {
      return skipped(SEQUENCES, SEQUENCE_STATES, this.#context)
    }
    if (found.cleanRuns === 0 && found.stoppedBy !== undefined)
      return undecided(SEQUENCES, RULES[found.stoppedBy].claim)
    if (found.runs === 0) return outOfTime(SEQUENCES, this.#context)
    if (found.runs < runs) this.#results.set(FEWER, fewer(found.runs, runs))
    return { ...passed(SEQUENCES), message: `${found.runs} sequences.` }
  }

  // A sequence made for one rule may break another: that is noted, and the search goes on.
  async #searchFor(id: RuleId, options: Pick<SearchOptions, 'seed' | 'runs' | 'endsAtMs'>): Promise<SearchResult> {
    for (let searches = 1; ; searches++) {
      const found = await this.#search(RULES[id].template, { ...options, rule: id })
      if (found.counterexample === undefined) return found
      const { rule } = found.counterexample.violation
      const isNews = this.#broken.add(found.counterexample)
      if (isNews) this.#results.set(rule, failed(claimOf(rule), found.counterexample, this.#context))
      if (rule === id || searches === MAX_SEARCHES || this.options.bail === true) return found
    }
  }

  async #search(
    template: Template,
    options: Omit<SearchOptions, 'maxShrinkMs' | 'knownBroken'>,
  ): Promise<SearchResult> {
    const { maxShrinkMs } = this.#budget
    const knownBroken = this.#broken.except(options.rule)
    const found = await search(template, this.#context, { ...options, maxShrinkMs, knownBroken })
    this.#budget.spendOnShrinking(found.shrinkMs)
    return found
  }

  // Each rule reads a dozen lists, and so many orders take seconds to read.
  get #firstTriesEndAtMs(): number {
    return this.#context.hasLongLists ? this.#budget.endsAtMs : this.#budget.firstTriesEndAtMs
  }

  #seedOf(id: RuleId): number {
    return this.options.seed + 1 + RULE_IDS.indexOf(id)
  }
}
