import { elsewhere, isRace, type ScriptEvent, scriptLines } from '../../script/script.js'
import type { Provider } from '../../provider.js'
import type { SequenceEvent } from './run-sequence.js'
import type { Counterexample } from './shorten.js'

/** The lines that show a violation again, and where they may not, what does. */
export function commandLines({ events, violation, isRepeated }: Counterexample, real: Provider): string[] {
  const lines = scriptLines(events.map(scriptEvent), { expected: violation.expected, states: real.states })
  const reason = reasonForDoubt(events, isRepeated)
  return reason === undefined ? lines : elsewhere(reason, lines)
}

function reasonForDoubt(events: readonly SequenceEvent[], isRepeated: boolean): string | undefined {
  if (!isRepeated) return 'These steps alone did not show it again.'
  const calls = events.flatMap((event) => (event.kind === 'answers' ? event.answers : []))
  if (calls.some(({ call }) => call.operation === 'cancelOrder' && !FROM_STATE.has(call.order.kind)))
    return 'These lines contain ids from this run. A provider that starts afresh has other ids.'
  if (events.some((event) => event.kind === 'answers' && isRace(event.answers.map(({ answer }) => answer))))
    return 'Concurrent requests do not collide every time.'
  return undefined
}

// Ids that a state answers, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'extreme', 'drawn', 'malformed'])

function scriptEvent(event: SequenceEvent): ScriptEvent {
  return event.kind === 'answers' ? { kind: 'answers', answers: event.answers.map(({ answer }) => answer) } : event
}
