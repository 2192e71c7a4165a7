import type { CheckResult } from '../check.js'

/** Why checks are skipped that need a state in a run without `--states`. */
export const NO_STATES_REASON = 'no --states were given'

/** Why checks are skipped that a run did not come to. */
export const TIME_UP_REASON = 'The time was up'

/** The checks that were skipped, by what they have in common. */
export function skippedByReason(checks: readonly CheckResult[]) {
  const names = new Map<string, string[]>()
  for (const check of checks) {
    if (check.result !== 'skipped') continue
    const reason = reasonForSkip(check)
    names.set(reason, [...(names.get(reason) ?? []), `${check.kind}: ${check.name}`])
  }
  return [...names].map(([reason, each]) => ({ reason, names: each }))
}

/** What checks that are skipped for one reason have in common: their messages also say how each of them is concerned. */
export function reasonForSkip({ message = '' }: CheckResult): string {
  if (message.includes(NO_STATES_REASON)) return NO_STATES_REASON
  return /the provider does not support the state "[^"]*"/.exec(message)?.[0] ?? message
}
