import * as fc from 'fast-check'
import type { KeyKind } from './key-kinds.js'
import type { Nearness } from './near-id.js'
import { cancel, send, setUp, type Call, type IntegerMember, type Step } from './step.js'
import type { StateName } from './states.js'

/** Generates the sequences that show whether a rule is kept; what can vary in them is drawn. */
export type Template = fc.Arbitrary<readonly Step[]>

/** A part of a sequence; a call by itself is sent alone. */
export type Part = Step | Call | readonly Part[]

// States that take longer than this are only set up for what matters most.
const OPTIONAL_MS = 500

/** As many calls as a provider takes at once without refusing some. */
export const MAX_AT_ONCE = 12

/** Wrong keys that need no ingenuity. */
export const PLAINLY_WRONG: readonly KeyKind[] = ['missing', 'another key']

/** How a careless provider confuses any id with another. */
export const CONFUSED: readonly Nearness[] = [
  'as a double',
  'plus 2^32',
  'with the other sign',
  'without its last digit',
  'with one more digit',
]

/** What a rule needs before it can show anything. */
export function given(...parts: readonly Part[]): readonly Step[] {
  return inTurn(...parts).map((step) => (step.kind === 'send' ? { ...step, isGiven: true } : step))
}

/** The same sequence each time. */
export function always(...parts: readonly Part[]): Template {
  return fc.constant(inTurn(...parts))
}

/** One part after the other. */
export function inTurn(...parts: readonly Part[]): readonly Step[] {
  return parts.flatMap((part) => {
    if ('kind' in part) return [part]
    return 'operation' in part ? [send(part)] : inTurn(...part)
  })
}

/** A set-up that is skipped where states are slow. */
export function optional(state: StateName, label: string = state): Step {
  return setUp(state, label, { worthMs: OPTIONAL_MS })
}

/** Calls, as many at once as a provider can be expected to take. */
export function inBatches(calls: readonly Call[]): Step[] {
  const starts = Array.from({ length: Math.ceil(calls.length / MAX_AT_ONCE) }, (_, index) => index * MAX_AT_ONCE)
  return starts.map((start) => send(...calls.slice(start, start + MAX_AT_ONCE)))
}

/** Cancels of the ids that a careless provider confuses with this order's in these ways. */
export function cancelNear(label: string, ways: readonly Nearness[]): Call[] {
  return ways.map((by) => cancel({ kind: 'near', label, by }))
}

const INTEGER_MEMBERS: readonly IntegerMember[] = ['petId', 'quantity']

/** Cancels of the ids that other members of this order happen to hold. */
export function cancelByMembers(label: string): Call[] {
  return INTEGER_MEMBERS.map((name) => cancel({ kind: 'member', label, name }))
}
