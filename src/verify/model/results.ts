import { EXPECTATIONS } from '../../contract/index.js'
import { type CheckResult, failedAnswer, NO_TIME_REASON } from '../check.js'
import { elsewhere, isRace, scriptLines } from '../script.js'
import { SEQUENCES } from './rules/rules.js'
import type { RunContext } from './runner/run-context.js'
import type { Counterexample } from './runner/shorten.js'
import { outcomesOf, type Trial } from './trial.js'
import type { SequenceRule } from './sequences/step.js'

export const WAY_OUT = 'Increase --time-budget to run more.'
const UNEXPLAINED =
  'Inconclusive: it could not be reproduced, or it also happened without the preceding requests, so time or other clients may have caused it.'
// Ids that a provider state returns, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'extreme', 'drawn', 'malformed'])

/** What the report says of a rule: what was found; else why nothing was decided, or that it passed; and notes. */
export function resultsOf(trial: Trial, context: RunContext): CheckResult[] {
  const { rule, draws, tookMs } = trial
  const found = draws.flatMap(({ outcome, index }) => {
    if (outcome.kind !== 'broken') return []
    return { ...findingOf(rule, outcome.shown, context), ...(rule === SEQUENCES && { sequence: index }) }
  })
  const results = found.length > 0 ? found : verdictOf(trial, context)
  return [...results, ...notesOf(trial)].map((result) => ({ ...result, durationMs: tookMs }))
}

function verdictOf(trial: Trial, context: RunContext): CheckResult[] {
  const { rule, draws } = trial
  const isRandom = rule === SEQUENCES
  const lacks = rule.states.filter((state) => context.reasonFor(state) !== undefined)
  // Of random sequences any one state will do.
  if (lacks.length > (isRandom ? rule.states.length - 1 : 0)) {
    const reasons = lacks.map((state) => `"${state}" (${context.reasonFor(state)})`)
    return [verdict({ ...rule, states: lacks }, 'skipped', `Requires the provider state ${reasons.join(', ')}.`)]
  }
  const [clean, undecided] = [outcomesOf(trial, 'clean').length, outcomesOf(trial, 'undecided')]
  const explained = outcomesOf(trial, 'explained').length
  if (undecided[0] !== undefined && (clean === 0 || !isRandom)) return [verdict(rule, 'skipped', undecided[0].reason)]
  if (clean === 0) return explained > 0 ? [] : [verdict(rule, 'skipped', `${NO_TIME_REASON} ${WAY_OUT}`)]
  if (!isRandom) return [verdict(rule, 'passed')]
  const passed = verdict(rule, 'passed', `${clean} sequences.`)
  const ran = clean + undecided.length + explained
  if (ran === draws.length) return [passed]
  const fewer = { id: 'fewer-sequences', claim: 'how many sequences ran', clause: rule.clause }
  const message = `Only ${ran} of ${draws.length} sequences ran before the time was up. ${WAY_OUT}`
  return [passed, verdict(fewer, 'note', message)]
}

function notesOf(trial: Trial): CheckResult[] {
  const noted = outcomesOf(trial, 'clean').flatMap((outcome) => outcome.noted ?? [])
  const [run] = [...outcomesOf(trial, 'explained').map((outcome) => outcome.run), ...noted]
  const head = { ...trial.rule, id: `${trial.rule.id}.seen` }
  return run === undefined ? [] : [verdict(head, 'note', `${run.violation.message} ${UNEXPLAINED}`)]
}

/** What is wrong. The clause is that of the expectation, whichever rule's sequence shows it. */
function findingOf(rule: SequenceRule, shown: Counterexample, { provider: { states } }: RunContext): CheckResult {
  const { violation, events } = shown
  const { answered, expected, actual, expectation, message, doubt } = violation
  const { clause, sentence } = EXPECTATIONS[expectation]
  const lines = scriptLines(events, { expected, states })
  const unsure = reasonForDoubt(shown)
  const more = doubt === undefined || (shown.isCertain && expectation !== 'shipped order') ? [] : [doubt]
  const reached = new Set(events.flatMap((event) => (event.kind === 'state' ? [event.name] : [])))
  return {
    ...verdict({ ...rule, clause }, 'failed', [message, ...more, `(${clause}: ${sentence}.)`].join(' ')),
    ...failedAnswer(answered.answer, expected),
    expectation: sentence,
    actual,
    steps: unsure === undefined ? lines : elsewhere(unsure, lines),
    states: [...reached],
  }
}

function reasonForDoubt({ events, isRepeated, isOfConnection }: Counterexample): string | undefined {
  if (!isRepeated) return 'These commands did not reproduce it on their own.'
  if (isOfConnection === true) return 'It shows on a connection that requests share: these commands open one each.'
  const steps = events.flatMap((event) => (event.kind === 'answers' ? [event.answers] : []))
  if (steps.flat().some(({ call }) => 'order' in call && !FROM_STATE.has(call.order.kind)))
    return 'These commands contain ids from this run; a restarted provider may use different ones.'
  return steps.some(isRace) ? 'A race condition does not occur every time.' : undefined
}

/** A line of the report about a rule. */
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
