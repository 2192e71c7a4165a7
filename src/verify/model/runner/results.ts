import type { CheckResult } from '../../check.js'
import { NO_STATES_REASON, TIME_UP_REASON } from '../../report/skipped.js'
import { curlLine } from '../../curl.js'
import { type RuleId, RULES } from '../oracle/rules/rules.js'
import type { StateName } from '../sequences/states.js'
import { commandLines } from './command-lines.js'
import type { RunContext } from './run-context.js'
import type { Counterexample } from './search.js'

/** What a check claims, and what it needs. */
export interface Claim {
  readonly id: string
  readonly claim: string
  readonly clause: string
  readonly states?: readonly StateName[]
}

/** Names the note on random sequences. */
export const FEWER = 'fewer-sequences'

export const SEQUENCES: Claim = {
  id: 'sequences',
  claim: 'no sequence of requests breaks a rule',
  clause: 'States and transitions',
}

export function claimOf(id: RuleId): Claim {
  return { id, ...RULES[id] }
}

/** Results come without their duration: whoever measures it puts it in. */
export function passed(claim: Claim): CheckResult {
  return { ...head(claim), result: 'passed' }
}

const NOT_REPEATED = 'It did not come again in a second run of these steps: what came before them counts, or chance.'

export function failed(
  claim: Claim,
  { violation, events, isRepeated = false }: Counterexample,
  context: RunContext,
): CheckResult {
  const { answered, expected, actual } = violation
  const message = isRepeated ? violation.message : `${violation.message} ${NOT_REPEATED}`
  const { request } = answered.outcome
  const states = events.flatMap((event) => (event.kind === 'state' ? [event.step.state] : []))
  return {
    ...head(claim),
    result: 'failed',
    message,
    request,
    expected,
    actual,
    curl: curlLine(request),
    steps: commandLines(events, violation, context.real),
    states: [...new Set(states)],
  }
}

/** What a random sequence found, and which rule that breaks. */
export function failedSequence(sequences: Claim, counterexample: Counterexample, context: RunContext): CheckResult {
  const { claim, clause } = RULES[counterexample.violation.rule]
  const result = failed({ ...sequences, clause }, counterexample, context)
  return { ...result, message: `${result.message} It breaks the rule: ${claim}.` }
}

/** Notes that there were not as many random sequences as asked for. */
export function fewer(count: number, wanted: number): CheckResult {
  const claim = { id: FEWER, claim: 'how many sequences ran', clause: 'States and transitions' }
  const message = `Only ${count} of ${wanted} sequences ran before the time was up. A longer time or a faster provider allows for more.`
  return { ...passed(claim), result: 'note', message }
}

/** What could not be checked for lack of states. */
export function skipped(claim: Claim, missing: readonly StateName[], context: RunContext): CheckResult {
  const reasons = missing.map((state) => `"${state}" (${reasonFor(state, context)})`)
  return {
    ...head(claim),
    result: 'skipped',
    message: `Needs the provider state ${reasons.join(', ')}.`,
    states: missing,
  }
}

/** What could not be checked because the time was up before. */
export function outOfTime(claim: Claim, { hasLongLists, longestList }: RunContext): CheckResult {
  const { count, textLength } = longestList
  const message = hasLongLists
    ? `${TIME_UP_REASON}: a list of ${count} orders in ${textLength} characters takes long to read. Shorter lists or a longer --time-budget allow for more.`
    : `${TIME_UP_REASON}. A longer --time-budget or a faster provider allows for more.`
  return { ...head(claim), result: 'skipped', message }
}

/** What could not be checked because another rule was broken first. */
export function undecided(claim: Claim, otherClaim: string): CheckResult {
  return { ...head(claim), result: 'skipped', message: `Not decided: it takes for granted that ${otherClaim}.` }
}

function head({ id, claim, clause, states }: Claim) {
  return {
    id: `model.${id}`,
    kind: 'model',
    name: claim,
    clause,
    durationMs: 0,
    ...(states?.length ? { states } : {}),
  } as const
}

function reasonFor(state: StateName, { isLive, unavailable }: RunContext): string {
  if (isLive) return NO_STATES_REASON
  return unavailable.get(state) ?? 'it can be had only once'
}
