import { setTimeout as pause } from 'node:timers/promises'
import type { KnownOrder } from '../oracle/model.js'
import { listOf } from '../oracle/validate-lists.js'
import type { AnsweredCall, ChangedMember, Violation } from '../oracle/violation.js'
import type { StateName } from '../sequences/states.js'
import { list } from '../sequences/step.js'
import type { RunContext } from './run-context.js'
import { cancelOrder, sendWithRightKey } from './single-calls.js'

// A ship date that is relative to the present may not change for a whole second.
const OBSERVATION_MS = 1_100

// Sequences differ a little in how long they take: an experiment that holds for some more spares the next one.
const SPARE_MS = 250

/** Members that may change by themselves: a date that is expected, an order that is being fulfilled. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['shipDate', 'complete'])

/**
 * Whether something that the specification leaves open explains the violation, found out by an experiment and
 * remembered: a member's value may change without any cancel, a state that always returns the same order is gone
 * once that order is cancelled, and an order may ship by itself after a while.
 *
 * @param sequence.cancelledBefore ids that were cancelled before this sequence began
 * @param sequence.isAlone whether nothing but the experiment can do anything to its order
 */
export async function isTolerated(
  { changed, suspect, answered }: Violation,
  context: RunContext,
  { cancelledBefore, isAlone }: { readonly cancelledBefore: ReadonlySet<bigint>; readonly isAlone: boolean },
): Promise<boolean> {
  if (changed !== undefined && mayChangeByItself(changed)) return changesByItself(changed, answered, context)
  if (suspect === undefined) return false
  if (!cancelledBefore.has(suspect.id)) return answered.status === 409 && isAlone && shipsByItself(suspect, context)
  const isRenewed = context.renewals.get(suspect.state) ?? (await renews(suspect.state, context))
  context.renewals.set(suspect.state, isRenewed)
  return !isRenewed
}

/** Whether time alone may have done it, as a job does that ships orders now and then: nobody can tell after one time. */
export function mayBeOfTime({ changed, suspect, answered, hasWitness, isStillPending }: Violation): boolean {
  if (changed !== undefined) return mayChangeByItself(changed)
  return suspect !== undefined && answered.status === 409 && hasWitness !== true && isStillPending !== true
}

export function mayChangeByItself({ name }: ChangedMember): boolean {
  return MAY_CHANGE.has(name)
}

/** Blames the list alone where it shows again, without further ado, what it has just lacked. */
export async function blameListAlone(violation: Violation, context: RunContext): Promise<Violation> {
  const { ifBack, clue, answered } = violation
  if (ifBack === undefined || clue?.kind !== 'order') return violation
  const again = await sendWithRightKey(answered.call, context)
  return again !== undefined && listOf(again)?.has(clue.id) === true ? { ...violation, ...ifBack } : violation
}

/** Whether an order of this state can be cancelled at once, and no longer when it is as old as the suspect. */
async function shipsByItself({ id, state }: KnownOrder, context: RunContext): Promise<boolean> {
  const { pendingSpan } = context
  const ageMs = context.ageMsOf(id)
  if (ageMs >= pendingSpan.goneAfterMs) return true
  if (ageMs <= pendingSpan.heldForMs || !(await renews(state, context))) return false
  const isHeld = await renews(state, context, ageMs + SPARE_MS)
  if (isHeld) pendingSpan.heldForMs = ageMs + SPARE_MS
  else pendingSpan.goneAfterMs = ageMs
  return !isHeld
}

async function changesByItself(changed: ChangedMember, answered: AnsweredCall, context: RunContext): Promise<boolean> {
  const { steady, unsteady } = context
  if (steady.has(changed.name)) return false
  await pause(OBSERVATION_MS)
  const later = await sendWithRightKey(list(), context)
  const isChanging = later !== undefined && valueIn(answered, changed) !== valueIn(later, changed)
  const observed = isChanging ? unsteady : steady
  observed.add(changed.name)
  return isChanging
}

function valueIn(answered: AnsweredCall, { id, name }: ChangedMember): string | undefined {
  return listOf(answered)?.membersOf(id)?.[name]
}

/** @param afterMs how long the order is left alone before it is cancelled */
async function renews(state: StateName, context: RunContext, afterMs = 0): Promise<boolean> {
  const reached = await context.setUp({ state })
  if (reached?.id === undefined) return false
  if (afterMs > 0) await pause(afterMs)
  return (await cancelOrder(reached.id, context)) === 204
}
