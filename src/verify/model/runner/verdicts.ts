import { type CheckResult, NO_STATES_REASON } from '../../check.js'
import type { Violation } from '../oracle/violation.js'
import type { Rule } from '../rules/rule.js'
import type { StateName } from '../sequences/step.js'
import type { RunContext } from './run-context.js'

const WAY_OUT = 'A longer --time-budget allows for more.'

type Head = Pick<Rule, 'id' | 'claim' | 'clause'> & { readonly states?: readonly StateName[] }

/** The line of the report about a rule. It comes without its duration: whoever measures it puts it in. */
export function verdict(
  { id, claim, clause, states = [] }: Head,
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

/** What could not be checked for lack of states. */
export function lacking(rule: Rule, missing: readonly StateName[], context: RunContext): CheckResult {
  const reasons = missing.map((state) => `"${state}" (${reasonFor(state, context)})`)
  return verdict({ ...rule, states: missing }, 'skipped', `Needs the provider state ${reasons.join(', ')}.`)
}

/** What could not be checked because the time was up before. */
export function outOfTime(rule: Rule): CheckResult {
  return verdict(rule, 'skipped', `The time was up. ${WAY_OUT}`)
}

/** What could not be checked because something that it needs is broken. */
export function undecided(rule: Rule, { message }: Violation, foundBy: string): CheckResult {
  const reason = `Not decided, because what it needs is broken: see the check "${foundBy}".`
  return verdict(rule, 'skipped', `${reason} ${message}`)
}

/** Notes that there were not as many random sequences as asked for. */
export function fewer(count: number, wanted: number): CheckResult {
  const head = { id: 'fewer-sequences', claim: 'how many sequences ran', clause: 'States and transitions' }
  const message = `Only ${count} of ${wanted} sequences ran before the time was up. ${WAY_OUT}`
  return verdict(head, 'note', message)
}

/** What there is to know of the provider beside its checks. */
export function notesOf({ notes }: RunContext): CheckResult[] {
  const head = { claim: 'what the specification leaves open', clause: 'Cancel an order' }
  return [...notes].map(([id, message]) => verdict({ id, ...head }, 'note', message))
}

/** Why a state is not there, if it is not. */
export function reasonFor(state: StateName, { isLive, unavailable }: RunContext): string | undefined {
  return isLive ? NO_STATES_REASON : unavailable.get(state)
}
