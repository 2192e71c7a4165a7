import * as fc from 'fast-check'
import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import { unlessStopped } from '../unless-stopped.js'
import { checkSequences, SEQUENCES } from './check-sequences.js'
import { Findings } from './findings.js'
import type { ModelOptions } from './model-options.js'
import { RULE_IDS, RULES, type RuleId } from './rules/rules.js'
import { type Claim, noted, notesOf, outOfTime, passed, skipped } from './runner/results.js'
import { RunContext } from './runner/run-context.js'
import { runSequence, type SequenceRun } from './runner/run-sequence.js'
import { areIndependent, inLanes, lanesFor } from './runner/side-by-side.js'
import { TimeBudget } from './runner/time-budget.js'
import { isAboutAllOrders, type Step } from './sequences/step.js'

// What was explained once, such as a key of somebody else, is not asked for again.
const AGAIN = 3

/**
 * Runs sequences of requests against a provider, and holds its answers against a model of the specification: first the
 * sequences made for each rule, then random ones. Without provider states it only reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, options: ModelOptions): Promise<CheckResult[]> {
  const { timeBudgetMs, bail, signal } = options
  const budget = new TimeBudget(timeBudgetMs, bail)
  const context = new RunContext(provider, budget.maxWaitMs)
  const findings = new Findings(context, budget, options)
  await unlessStopped(signal, () => checkAll(findings, options))
  return findings.results
}

async function checkAll(findings: Findings, options: ModelOptions): Promise<void> {
  const { context } = findings
  // What others left there explains nothing then.
  await context.empty()
  const isWanted = (id: string) => options.rerun?.checks?.has(`model.${id}`) !== false
  const lanes = await new RulesCheck(findings, options).checkAll(RULE_IDS.filter(isWanted))
  if (!findings.isEnough) await findings.decideRest()
  if (isWanted(SEQUENCES.id) && !findings.isEnough) {
    options.onProgress?.({ name: SEQUENCES.claim })
    await checkSequences(findings, options, lanes)
  }
  for (const note of notesOf(context)) findings.tell(note)
}

/** Holds a provider against one rule after the other, and where that saves time against several at once. */
class RulesCheck {
  readonly #context: RunContext

  constructor(
    readonly findings: Findings,
    readonly options: ModelOptions,
  ) {
    this.#context = findings.context
  }

  /** @returns how many sequences may run side by side */
  async checkAll([first, ...others]: readonly RuleId[]): Promise<number> {
    if (first === undefined) return 1
    await this.#check(first)
    const hasTime = performance.now() < this.findings.budget.firstTriesEndAtMs
    const mayShare = hasTime && this.options.rerun === undefined && (await areIndependent(this.#context))
    const lanes = mayShare ? lanesFor(this.#context) : 1
    const suspects: RuleId[] = []
    const besideOthers = async (id: RuleId) => {
      if (!(await this.#isKeptBesideOthers(id))) suspects.push(id)
      return true
    }
    const waiting = others.filter((id) => mayShare && RULES[id].waits === true)
    this.#context.isKept = true
    const waited = Promise.all(waiting.map(besideOthers)).finally(() => (this.#context.isKept = false))
    // Whatever goes wrong in the others ends it all.
    waited.catch(() => {})
    const beside = lanes === 1 ? [] : others.filter((id) => RULES[id].isAlone !== true && !waiting.includes(id))
    await inLanes(beside.values(), lanes, besideOthers)
    await this.#checkEach(suspects.splice(0))
    const left = others.filter((id) => !beside.includes(id) && !waiting.includes(id))
    const emptying = left.filter((id) => waiting.length > 0 && this.#empties(id))
    await this.#checkEach(left.filter((id) => !emptying.includes(id)))
    await waited
    await this.#checkEach([...emptying, ...suspects])
    return lanes
  }

  async #checkEach(ids: readonly RuleId[]): Promise<void> {
    for (const id of ids) if (!this.findings.isEnough) await this.#check(id)
  }

  #empties(id: RuleId): boolean {
    return this.#stepsFor(id).some(isAboutAllOrders)
  }

  async #isKeptBesideOthers(id: RuleId): Promise<boolean> {
    const startedMs = performance.now()
    const endsAtMs = this.findings.budget.firstTriesEndAtMs
    const run = await runSequence(this.#context, this.#stepsFor(id), { isAlone: false, endsAtMs })
    if (run.violation !== undefined || run.isCut) return false
    this.#tellKept(id, run, startedMs)
    return true
  }

  async #check(id: RuleId): Promise<void> {
    const claim = claimOf(id)
    const { states, tries = 1 } = RULES[id]
    const { budget } = this.findings
    if (this.#context.isLive && states.length > 0) return this.findings.tell(skipped(claim, states, this.#context))
    this.options.onProgress?.({ name: claim.claim })
    const startedMs = performance.now()
    for (let count = 1, again = AGAIN; ;) {
      const steps = this.#stepsFor(id, count)
      const { violation, ...run } = await runSequence(this.#context, steps, { endsAtMs: budget.firstTriesEndAtMs })
      const isLast = performance.now() >= budget.rulesEndAtMs
      if (violation === undefined) {
        if (count === tries || isLast) return this.#tellKept(id, run, startedMs)
        count++
        continue
      }
      const suspicion = { claim, steps, run: { ...run, violation }, wasAlone: true, startedMs }
      if (await this.findings.judge(suspicion)) return
      if (isLast || again-- === 0) return this.findings.tell(noted(claim, violation), startedMs)
    }
  }

  #stepsFor(id: RuleId, count = 1): readonly Step[] {
    const seed = this.options.seed + RULE_IDS.indexOf(id)
    return fc.sample(RULES[id].sequence, { seed, numRuns: count })[count - 1] ?? []
  }

  #tellKept(id: RuleId, { missing, isCut }: Pick<SequenceRun, 'missing' | 'isCut'>, startedMs: number): void {
    const claim = claimOf(id)
    const needed = RULES[id].states.filter((state) => missing.includes(state))
    if (needed.length > 0) this.findings.tell(skipped(claim, needed, this.#context), startedMs)
    else if (isCut) this.findings.tell(outOfTime(claim, this.#context), startedMs)
    else this.findings.tell(passed(claim), startedMs)
  }
}

function claimOf(id: RuleId): Claim {
  return { id, ...RULES[id] }
}
