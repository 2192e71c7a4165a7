import { EXPECTATIONS } from '../../contract/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import { elsewhere, isRace, scriptLines } from '../script/script.js'
import type { ProviderStates } from '../states/provider-states.js'
import type { Rule } from './rules/rule.js'
import type { Counterexample } from './runner/shorten.js'
import { verdict } from './trial.js'

/** What is wrong. The clause is that of what was expected, whichever rule's sequence shows it. */
export function findingOf(rule: Rule, shown: Counterexample, states: ProviderStates): CheckResult {
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

/** Why the lines may not show it again. */
function reasonForDoubt({ events, isRepeated }: Counterexample): string | undefined {
  if (!isRepeated) return 'These steps alone did not show it again.'
  const steps = events.flatMap((event) => (event.kind === 'answers' ? [event.answers] : []))
  if (steps.flat().some(({ call }) => call.operation === 'cancelOrder' && !FROM_STATE.has(call.order.kind)))
    return 'These lines contain ids from this run. A provider that starts afresh has other ids.'
  return steps.some(isRace) ? 'Concurrent requests do not collide every time.' : undefined
}

// Ids that a state answers, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'extreme', 'drawn', 'malformed'])
