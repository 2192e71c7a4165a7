import { type CheckResult, type Finding, resultOf } from '../../check.js'
import { NO_STATES_REASON, TIME_UP_REASON } from '../../report/skipped.js'
import { EXPECTATIONS } from '../../../contract/index.js'
import type { Violation } from '../oracle/violation.js'
import type { StateName } from '../sequences/states.js'
import { commandLines } from './command-lines.js'
import type { Counterexample } from './confirm.js'
import type { RunContext } from './run-context.js'

/** What a check claims, and what it needs. */
export interface Claim {
  readonly id: string
  readonly claim: string
  readonly clause: string
  readonly states?: readonly StateName[]
}

// An answer that is this much slower than those of most servers.
const SLOW_MS = 20

/** Results come without their duration: whoever measures it puts it in. */
export function passed(claim: Claim, message?: string): CheckResult {
  return { ...head(claim), result: 'passed', ...(message !== undefined && { message }) }
}

/** What a check found; the clause is that of what was expected, whichever sequence shows it. */
export function failed({ id, claim }: Claim, counterexample: Counterexample, context: RunContext): CheckResult {
  const { violation, events } = counterexample
  const { message, answered, expected, actual, expectation } = violation
  const { clause, sentence } = EXPECTATIONS[expectation]
  const states = events.flatMap((event) => (event.kind === 'state' ? [event.step.state] : []))
  const finding: Finding = {
    rule: id,
    clause,
    expectation: claim,
    message: `${message} (${clause}: ${sentence}.)`,
    request: answered.outcome.request,
    expected,
    actual,
    steps: commandLines(counterexample, context.real),
    states: [...new Set(states)],
  }
  return resultOf('model', finding, 0)
}

/** What was seen and may have been done by time or by others. */
export function noted(claim: Claim, { message }: Violation): CheckResult {
  const open = 'It did not show again, or also without the calls before it: time or others may have done it.'
  return { ...head({ ...claim, id: `${claim.id}.seen` }), result: 'note', message: `${message} ${open}` }
}

/** What there is to know of the provider beside its checks. */
export function notesOf({ notes }: RunContext): CheckResult[] {
  return [...notes].map(([id, message]) => {
    const claim = { id, claim: 'what the specification leaves open', clause: 'Cancel an order' }
    return { ...head(claim), result: 'note', message }
  })
}

/** Notes that there were not as many random sequences as asked for. */
export function fewer(count: number, wanted: number, context: RunContext): CheckResult {
  const claim = { id: 'fewer-sequences', claim: 'how many sequences ran', clause: 'States and transitions' }
  const message = `Only ${count} of ${wanted} sequences ran before the time was up. ${wayOut(context)}`
  return { ...head(claim), result: 'note', message }
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
export function outOfTime(claim: Claim, context: RunContext): CheckResult {
  return { ...head(claim), result: 'skipped', message: `${TIME_UP_REASON}. ${wayOut(context)}` }
}

/** What could not be checked because something that it needs is broken. */
export function undecided(claim: Claim, { message }: Violation, foundBy: string): CheckResult {
  const text = `Not decided: what it needs is broken, which shows in the check "${foundBy}". ${message}`
  return { ...head(claim), result: 'skipped', message: text }
}

function wayOut({ shortestAnswerMs }: RunContext): string {
  const isSlow = shortestAnswerMs > SLOW_MS && shortestAnswerMs < Infinity
  return `A longer --time-budget${isSlow ? ' or a faster provider' : ''} allows for more.`
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

/** Why a state is not there. */
export function reasonFor(state: StateName, { isLive, unavailable }: RunContext): string {
  if (isLive) return NO_STATES_REASON
  return unavailable.get(state) ?? 'it can be had only once'
}
