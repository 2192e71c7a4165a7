import type { CheckResult } from '../../check.js'
import { curlLine } from '../../curl.js'
import { commandLines } from './command-lines.js'
import type { Finding } from './search.js'
import type { Session } from './run-context.js'
import type { StateName } from '../sequences/step.js'

/** What a check claims, and what it needs. */
export interface Claim {
  readonly id: string
  readonly name: string
  readonly clause: string
  readonly states?: readonly StateName[]
}

/** Results are made without a duration; whoever measured it puts it in. */
export function passed(claim: Claim): CheckResult {
  return { ...head(claim), result: 'passed' }
}

export function failed(claim: Claim, { session, finding }: { session: Session; finding: Finding }): CheckResult {
  const { violation, events } = finding
  const { answered, message, expected, actual } = violation
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
    steps: commandLines(events, { expected, states: session.provider.states }),
    states: [...new Set(states)],
  }
}

/** What could not be checked for lack of states. */
export function skipped(
  claim: Claim,
  { session, missing }: { readonly session: Session; readonly missing: readonly StateName[] },
): CheckResult {
  const reasons = missing.map((state) => `"${state}" (${reasonFor(session, state)})`)
  return {
    ...head(claim),
    result: 'skipped',
    message: `Needs the provider state ${reasons.join(', ')}.`,
    states: missing,
  }
}

/** What could not be checked because another rule was broken on the way. */
export function undecided(claim: Claim, otherName: string): CheckResult {
  return { ...head(claim), result: 'skipped', message: `Not decided: it takes for granted that ${otherName}.` }
}

function head({ id, name, clause, states }: Claim) {
  return {
    id: `model.${id}`,
    kind: 'model',
    name,
    clause,
    durationMs: 0,
    ...(states?.length ? { states } : {}),
  } as const
}

function reasonFor(session: Session, state: StateName): string {
  if (session.isLive) return 'no provider states were given'
  return session.unavailable.get(state) ?? 'it can be had only once'
}
