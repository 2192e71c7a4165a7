import * as fc from 'fast-check'
import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import { SequencesCheck } from './check-sequences.js'
import { Findings } from './findings.js'
import type { ModelOptions } from './model-options.js'
import type { Rule } from './rules/rule.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import { isWrong } from './runner/judge.js'
import { RunContext } from './runner/run-context.js'
import { runSequence } from './runner/run-sequence.js'
import { areIndependent, inLanes, LANES } from './runner/side-by-side.js'
import { lacking, notesOf, outOfTime, verdict } from './runner/verdicts.js'

const DEFAULT_MS = 30_000
// A slow provider is to be held against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
// Then random sequences begin instead of further sequences for the rules.
const RULES_SHARE = 0.6
// What was explained once, such as a key of somebody else, is not asked for again.
const AGAIN = 3

/**
 * Runs sequences of requests against a provider, and holds its answers against a model of the specification: first the
 * sequences made for each rule, then random ones. Without provider states it only reads, and sends wrong keys.
 *
 * @throws {ToolError} exit code 3, if the provider cannot be reached or a state cannot be set up
 */
export async function checkModel(provider: Provider, options: ModelOptions): Promise<CheckResult[]> {
  const findings = new Findings(new RunContext(provider), options)
  await new ModelCheck(findings, options).checkAll()
  return findings.results
}

class ModelCheck {
  readonly #context: RunContext
  readonly #startedMs = performance.now()
  readonly #totalMs: number
  /** The rules of which nothing has been told yet. */
  readonly #open: Set<Rule>
  /** Those that are to be tried alone, because of what was seen while others ran. */
  readonly #suspects: Rule[] = []

  constructor(
    readonly findings: Findings,
    readonly options: ModelOptions,
  ) {
    this.#context = findings.context
    this.#totalMs = options.timeBudgetMs ?? DEFAULT_MS
    this.#open = new Set(RULES.filter((rule) => this.#isWanted(rule)))
  }

  async checkAll(): Promise<void> {
    const { findings, options } = this
    // What others left there explains nothing then.
    await this.#context.empty()
    const [first] = this.#open
    if (first !== undefined) await this.#check(first)
    const hasTime = performance.now() < this.#firstTriesEndAtMs
    const mayShare = hasTime && options.rerun === undefined && (await areIndependent(this.#context))
    const others = [...this.#open]
    const sequences = new SequencesCheck(findings, options, this.#startedMs + this.#totalMs)
    if (mayShare) await this.#checkSideBySide(others, sequences)
    await this.#checkEach([...this.#suspects, ...others])
    if (!findings.isEnough) await findings.decideRest()
    if (!findings.isEnough && this.#isWanted(SEQUENCES)) {
      options.onProgress?.({ name: SEQUENCES.claim })
      await sequences.finish(mayShare ? LANES : 1)
    }
    for (const note of notesOf(this.#context)) findings.tell(note)
  }

  /** Tries rules while others run, and random sequences for as long as some rules just wait. */
  async #checkSideBySide(rules: readonly Rule[], sequences: SequencesCheck): Promise<void> {
    const waiting = rules.filter((rule) => rule.waits)
    const beside = rules.filter((rule) => !rule.waits && !rule.isAlone)
    const isWaiting = () => waiting.some((rule) => this.#open.has(rule) && !this.#suspects.includes(rule))
    const fillings = this.#isWanted(SEQUENCES) ? this.options.runs : 0
    await inLanes(
      [
        ...[...waiting, ...beside].map((rule) => () => this.#checkBesideOthers(rule)),
        ...Array.from({ length: fillings }, () => async () => isWaiting() && sequences.runNext(false)),
      ],
      LANES,
    )
  }

  #isWanted({ id }: Rule): boolean {
    return this.options.rerun?.checks?.has(`model.${id}`) !== false
  }

  /** Until when a rule may be tried for the first time. */
  get #firstTriesEndAtMs(): number {
    return this.#startedMs + (this.options.timeBudgetMs ?? PATIENCE * DEFAULT_MS)
  }

  async #checkEach(rules: readonly Rule[]): Promise<void> {
    for (const rule of rules) if (this.#open.has(rule) && !this.findings.isEnough) await this.#check(rule)
  }

  /** @returns whether to go on; a suspicion is left to be tried alone */
  async #checkBesideOthers(rule: Rule): Promise<boolean> {
    const startedMs = performance.now()
    const how = { isAlone: false, endsAtMs: this.#firstTriesEndAtMs }
    const run = await runSequence(this.#context, this.#stepsFor(rule), how)
    const isKept = !isWrong(run) && !run.isCut
    if (isKept) this.#tell(rule, this.#lackOf(rule, run.missing) ?? verdict(rule, 'passed'), startedMs)
    else this.#suspects.push(rule)
    return isKept || this.options.bail !== true
  }

  async #check(rule: Rule): Promise<void> {
    const { states, tries = 1 } = rule
    const { findings } = this
    if (this.#context.isLive && states.length > 0) return this.#tell(rule, lacking(rule, states, this.#context))
    this.options.onProgress?.({ name: rule.claim })
    const startedMs = performance.now()
    for (let count = 1, again = AGAIN; ;) {
      const steps = this.#stepsFor(rule, count)
      const run = await runSequence(this.#context, steps, { endsAtMs: this.#firstTriesEndAtMs })
      const isLast = performance.now() >= this.#startedMs + this.#totalMs * RULES_SHARE
      if (isWrong(run)) {
        this.#open.delete(rule)
        const suspicion = { rule, steps, run, wasAlone: true, startedMs }
        if (await findings.judge(suspicion)) return
        if (isLast || again-- === 0) return findings.note(suspicion)
      } else {
        const isOver = count === tries || isLast
        const kept = run.isCut ? outOfTime(rule) : verdict(rule, 'passed')
        if (isOver) return this.#tell(rule, this.#lackOf(rule, run.missing) ?? kept, startedMs)
        count++
      }
    }
  }

  #lackOf(rule: Rule, missing: readonly string[]): CheckResult | undefined {
    const needed = rule.states.filter((state) => missing.includes(state))
    return needed.length > 0 ? lacking(rule, needed, this.#context) : undefined
  }

  #tell(rule: Rule, result: CheckResult, startedMs = performance.now()): void {
    this.#open.delete(rule)
    this.findings.tell(result, startedMs)
  }

  #stepsFor(rule: Rule, count = 1) {
    const seed = this.options.seed + RULES.indexOf(rule)
    return fc.sample(rule.sequence, { seed, numRuns: count })[count - 1] ?? []
  }
}
