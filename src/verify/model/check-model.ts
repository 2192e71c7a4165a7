import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import { hunt, type Finding, type Hunt, type HuntOptions } from './runner/search.js'
import { failed, passed, skipped, undecided, type Claim } from './runner/results.js'
import { RULE_IDS, RULES, type Rule, type RuleId } from './oracle/rules.js'
import { SCENARIOS, type Scenario } from './sequences/templates.js'
import { SEQUENCE_STATES, sequences } from './sequences/random-sequences.js'
import { Session } from './runner/run-context.js'

export interface ModelOptions {
  /** How many random sequences to play at the most. */
  readonly runs: number
  /** The same seed plays the same sequences. */
  readonly seed: number
  /** When to begin no further sequence; every rule is tried once all the same. */
  readonly timeBudgetMs: number
  readonly onProgress?: (progress: ModelProgress) => void
}

/** Told before each part of the work begins. */
export interface ModelProgress {
  readonly done: number
  readonly total: number
  /** What is looked at now. */
  readonly name: string
}

// The part of the time that the rules may take before the random sequences begin.
const RULES_SHARE = 0.6
// Shrinking has time of its own: for one finding and for all.
const SHRINK_SHARE = 1 / 8
const ALL_SHRINKS_SHARE = 1 / 2
// The longest time for which nothing is done but wait.
const WAIT_SHARE = 1 / 30
const MAX_TRIES = 3
const RUNS_PER_TRY = 30
const MAX_HUNTS = 3

const SEQUENCES: Claim = {
  id: 'sequences',
  name: 'no sequence of requests breaks a rule',
  clause: 'States and transitions',
}

/**
 * Plays sequences of requests against a provider, and holds its answers against a model of the specification: first
 * one scenario for each rule, then random sequences. Without provider states it reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, options: ModelOptions): Promise<CheckResult[]> {
  const check = new ModelCheck(provider, options)
  const total = RULE_IDS.length + 1
  for (const [done, id] of RULE_IDS.entries()) {
    options.onProgress?.({ done, total, name: RULES[id].name })
    await check.checkRule(id)
  }
  options.onProgress?.({ done: total - 1, total, name: SEQUENCES.name })
  for (const id of RULE_IDS) await check.checkRuleAgain(id)
  await check.checkSequences()
  return check.results()
}

class ModelCheck {
  readonly #session: Session
  readonly #results = new Map<string, CheckResult>()
  readonly #broken = new Set<RuleId>()
  readonly #startedMs = performance.now()
  #shrinkMs: number

  constructor(
    provider: Provider,
    readonly options: ModelOptions,
  ) {
    this.#session = new Session(provider, options.timeBudgetMs * WAIT_SHARE)
    this.#shrinkMs = options.timeBudgetMs * ALL_SHRINKS_SHARE
  }

  results(): CheckResult[] {
    return [...RULE_IDS, SEQUENCES.id].flatMap((id) => this.#results.get(id) ?? [])
  }

  /** Plays the scenario of a rule once, whatever the time. */
  async checkRule(id: RuleId): Promise<void> {
    if (this.#broken.has(id)) return
    const startedMs = performance.now()
    const { states } = RULES[id]
    const result =
      this.#session.isLive && states.length > 0
        ? skipped({ id, ...RULES[id] }, { session: this.#session, missing: states })
        : await this.#tryRule(id)
    this.#add(id, result, startedMs)
  }

  /** Plays it with other values, if there is time, and if it was kept so far. */
  async checkRuleAgain(id: RuleId): Promise<void> {
    const before = this.#results.get(id)
    const { isSlow = false }: Rule = RULES[id]
    const tries = isSlow ? 1 : MAX_TRIES
    const runs = Math.min(tries, Math.round(this.options.runs / RUNS_PER_TRY)) - 1
    if (before?.result !== 'passed' || runs < 1 || performance.now() >= this.#endsAtMs(RULES_SHARE)) return
    const startedMs = performance.now() - before.durationMs
    await this.#huntAgain(id, { runs, isFirst: false })
    this.#add(id, this.#broken.has(id) ? undefined : before, startedMs)
  }

  async checkSequences(): Promise<void> {
    const startedMs = performance.now()
    const result = this.#session.isLive
      ? skipped(SEQUENCES, { session: this.#session, missing: SEQUENCE_STATES })
      : await this.#trySequences()
    this.#add(SEQUENCES.id, result, startedMs)
  }

  // What was found broken stands in the results already.
  #add(id: string, result: CheckResult | undefined, startedMs: number): void {
    const known = result ?? this.#results.get(id)
    if (known !== undefined) this.#results.set(id, { ...known, durationMs: performance.now() - startedMs })
  }

  // What a scenario finds may break another rule than its own: that is then known, and the hunt goes on.
  async #tryRule(id: RuleId): Promise<CheckResult | undefined> {
    const claim = { id, ...RULES[id] }
    const found = await this.#huntAgain(id, { runs: 1, isFirst: true })
    if (this.#broken.has(id)) return undefined
    const missing = claim.states.filter((state) => found.missing.includes(state))
    if (missing.length > 0) return skipped(claim, { session: this.#session, missing })
    const stoppedBy = found.stoppedBy ?? found.finding?.violation.rule
    return found.cleanRuns === 0 && stoppedBy !== undefined ? undecided(claim, RULES[stoppedBy].name) : passed(claim)
  }

  async #trySequences(): Promise<CheckResult> {
    const { runs, seed } = this.options
    const found = await this.#hunt(sequences, { seed, runs, endsAtMs: this.#endsAtMs(1) })
    if (found.finding !== undefined) {
      const { name, clause } = RULES[found.finding.violation.rule]
      const result = failed({ ...SEQUENCES, clause }, { session: this.#session, finding: found.finding })
      return { ...result, message: `${result.message} It breaks the rule: ${name}.` }
    }
    if (SEQUENCE_STATES.every((state) => this.#session.unavailable.has(state))) {
      return skipped(SEQUENCES, { session: this.#session, missing: SEQUENCE_STATES })
    }
    if (found.cleanRuns === 0 && found.stoppedBy !== undefined) return undecided(SEQUENCES, RULES[found.stoppedBy].name)
    const end = found.runs < runs ? ` of ${runs}; then the time budget was spent` : ''
    return { ...passed(SEQUENCES), message: `${found.runs} sequences${end}.` }
  }

  async #huntAgain(id: RuleId, { runs, isFirst }: { runs: number; isFirst: boolean }): Promise<Hunt> {
    const seed = this.options.seed + 1 + RULE_IDS.indexOf(id) + (isFirst ? 0 : RULE_IDS.length)
    for (let hunts = 1; ; hunts++) {
      const found = await this.#hunt(SCENARIOS[id], { rule: id, seed, runs, endsAtMs: this.#endsAtMs(RULES_SHARE) })
      if (found.finding === undefined) return found
      const { rule } = found.finding.violation
      this.#broken.add(rule)
      this.#results.set(rule, this.#failed(rule, found.finding))
      if (rule === id || hunts === MAX_HUNTS) return found
    }
  }

  #failed(id: RuleId, finding: Finding): CheckResult {
    return failed({ id, ...RULES[id] }, { session: this.#session, finding })
  }

  async #hunt(scenario: Scenario, options: Pick<HuntOptions, 'rule' | 'seed' | 'runs' | 'endsAtMs'>): Promise<Hunt> {
    const found = await hunt(scenario, {
      ...options,
      session: this.#session,
      shrinkMs: Math.min(this.#shrinkMs, this.options.timeBudgetMs * SHRINK_SHARE),
      knownBroken: this.#broken,
    })
    this.#shrinkMs -= found.shrinkMs
    return found
  }

  #endsAtMs(share: number): number {
    return this.#startedMs + this.options.timeBudgetMs * share
  }
}
