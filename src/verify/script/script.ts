import type { ScriptEvent, ScriptOptions } from './script-event.js'
import { ScriptWriter } from './script-writer.js'

export type { ScriptCall, ScriptEvent, ScriptOptions } from './script-event.js'

// A race does not show every time.
const RACE_TRIES = 20

/**
 * Lines that show again what happened, to be pasted into bash where curl is: provider states first, where there is a
 * command for them. The shell takes ids over from the states. Each line ends in a comment with the answer of this run,
 * the last one also with what was expected.
 */
export function scriptLines(events: readonly ScriptEvent[], options: ScriptOptions): string[] {
  const script = new ScriptWriter(options)
  for (const [index, event] of events.entries()) script.add(event, events[index + 1])
  const isRace = events.some((event) => event.kind === 'calls' && event.calls.length > 1)
  const canRepeat = events.every((event) => event.kind !== 'state' || options.states.request !== undefined)
  if (!isRace || !canRepeat) return script.lines
  return [`for try in {1..${RACE_TRIES}}; do  # a race does not show every time`, ...script.lines, 'done']
}
