import * as fc from 'fast-check'
import { EXPECTATIONS } from '../../contract/index.js'
import { type CheckResult, failedAnswer, NO_TIME_REASON } from '../check.js'
import { elsewhere, isRace, scriptLines } from '../script/script.js'
import type { ProviderStates } from '../states/provider-states.js'
import type { RunPlan } from '../verify-options.js'
import type { SequenceRule } from './rules/rule.js'
import { RULES, SEQUENCES } from './rules/rules.js'
import type { RunContext } from './runner/run-context.js'
import type { WrongRun } from './runner/run-sequence.js'
import type { Counterexample } from './runner/shorten.js'
import { anyClients, inTurn, type Step, withClients } from './sequences/step.js'

export interface Draw {
  readonly sequence: number
  readonly steps: readonly Step[]
  /** No step begins after this time, by `performance.now()`. */
  readonly endsAtMs: number
}

// Slow states may use up the time for rules alone.
const FEWEST_SEQUENCES = 3
export const WAY_OUT = 'Increase --time-budget to run more.'
// Ids that a provider state returns, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'extreme', 'drawn', 'malformed'])

/** The sequences that are drawn for a rule, and their results so far. */
export class Trial {
  readonly left: Draw[]
  /** Those that were wrong while others ran, and are yet to run alone. */
  readonly again: Draw[] = []
  /** What went wrong before it could show anything; other rules may be about that. */
  postponed: { readonly draw: Draw; readonly run: WrongRun } | undefined
  tookMs = 0
  /** How many sequences ended without a violation. */
  clean = 0
  /** Why sequences decide nothing: they were wrong in ways that a rule has shown. */
  readonly undecided: string[] = []
  /** Whether something was noted that may have been done by time or by others. */
  isNoted = false
  isReported = false
  readonly #wanted: number

  constructor(
    readonly rule: SequenceRule,
    readonly context: RunContext,
    { runs, rerun, minRuns, timeBudgetMs, seed }: RunPlan,
    endsAtMs: number,
  ) {
    const isRandom = rule === SEQUENCES
    const numRuns = isRandom ? runs : 1
    const drawn = fc.sample(fc.tuple(rule.sequence, anyClients), {
      seed: seed + Math.max(0, RULES.indexOf(rule)),
      numRuns,
    })
    const atLeast = isRandom ? Math.max(minRuns, timeBudgetMs === undefined ? FEWEST_SEQUENCES : 0) : 0
    const isPossible = !context.isLive || rule.states.length === 0
    this.left = drawn
      .map(([parts, clients], sequence) => ({
        sequence,
        steps: withClients(inTurn(...parts), clients),
        endsAtMs: sequence < atLeast ? Infinity : endsAtMs,
      }))
      .filter(({ sequence }) => isPossible && (!isRandom || (rerun?.sequence ?? sequence) === sequence))
    this.#wanted = this.left.length
  }

  get isOver(): boolean {
    return this.left.length + this.again.length === 0
  }

  /** Takes the next sequence; `undefined` if there is none, or no time for it. */
  next(from = this.again.length > 0 ? this.again : this.left): Draw | undefined {
    const draw = from.shift()
    if (draw !== undefined && performance.now() < draw.endsAtMs) return draw
    // Later ones have no more time than this one.
    this.left.length = 0
    return undefined
  }

  /** Its results, and a note if fewer sequences ran than were asked for. */
  results(): CheckResult[] {
    const { rule, context, undecided, clean } = this
    const lacks = rule.states.filter((state) => context.reasonFor(state) !== undefined)
    // Of random sequences any one state will do.
    if (lacks.length > (rule === SEQUENCES ? rule.states.length - 1 : 0)) {
      const reasons = lacks.map((state) => `"${state}" (${context.reasonFor(state)})`)
      return [verdict({ ...rule, states: lacks }, 'skipped', `Requires the provider state ${reasons.join(', ')}.`)]
    }
    if (undecided.length > 0 && (clean === 0 || rule !== SEQUENCES)) return [verdict(rule, 'skipped', undecided[0])]
    if (clean === 0) return this.isNoted ? [] : [verdict(rule, 'skipped', `${NO_TIME_REASON} ${WAY_OUT}`)]
    if (rule !== SEQUENCES) return [verdict(rule, 'passed')]
    const passed = verdict(rule, 'passed', `${clean} sequences.`)
    const ran = clean + undecided.length
    if (ran === this.#wanted) return [passed]
    const fewer = { id: 'fewer-sequences', claim: 'how many sequences ran', clause: rule.clause }
    const message = `Only ${ran} of ${this.#wanted} sequences ran before the time was up. ${WAY_OUT}`
    return [passed, verdict(fewer, 'note', message)]
  }
}

/** What is wrong. The clause is that of the expectation, whichever rule's sequence shows it. */
export function findingOf(rule: SequenceRule, shown: Counterexample, states: ProviderStates): CheckResult {
  const { violation, events } = shown
  const { answered, expected, actual, expectation, message } = violation
  const { clause, sentence } = EXPECTATIONS[expectation]
  const lines = scriptLines(events, { expected, states })
  const doubt = reasonForDoubt(shown)
  const reached = new Set(events.flatMap((event) => (event.kind === 'state' ? [event.name] : [])))
  return {
    ...verdict({ ...rule, clause }, 'failed', `${message} (${clause}: ${sentence}.)`),
    ...failedAnswer(answered.answer, expected),
    actual,
    steps: doubt === undefined ? lines : elsewhere(doubt, lines),
    states: [...reached],
  }
}

function reasonForDoubt({ events, isRepeated }: Counterexample): string | undefined {
  if (!isRepeated) return 'These commands did not reproduce it on their own.'
  const steps = events.flatMap((event) => (event.kind === 'answers' ? [event.answers] : []))
  if (steps.flat().some(({ call }) => call.operation === 'cancelOrder' && !FROM_STATE.has(call.order.kind)))
    return 'These commands contain ids from this run; a restarted provider may use different ones.'
  return steps.some(isRace) ? 'A race condition does not occur every time.' : undefined
}

/** A line of the report about a rule, without its duration: whoever measures it adds it. */
export function verdict(
  { id, claim, clause, states = [] }: Pick<SequenceRule, 'id' | 'claim' | 'clause'> & Partial<SequenceRule>,
  result: CheckResult['result'],
  message?: string,
): CheckResult {
  return {
    id: `model.${id}`,
    kind: 'model',
    name: claim,
    clause,
    result,
    ...(message !== undefined && { message }),
    ...(states.length > 0 && { states }),
    durationMs: 0,
  }
}
