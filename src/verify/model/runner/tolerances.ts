import { setTimeout as pause } from 'node:timers/promises'
import { listOf } from '../oracle/validate-lists.js'
import { resolveCall, type ResolvedCall } from '../sequences/resolve-call.js'
import type { Session } from './run-context.js'
import { cancel, list, type CancelCall, type ListCall, type StateName } from '../sequences/step.js'
import type { AnsweredCall, ChangedMember, Violation } from '../oracle/violation.js'
import { World } from '../oracle/model.js'

/** A ship date that is reckoned from the present may stand still for a second. */
const OBSERVATION_MS = 1_100

/** Members that may change by themselves: a date that is expected, an order that is being fulfilled. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['shipDate', 'complete'])

/**
 * Whether something that the specification leaves open explains the violation; found out by an experiment, and
 * remembered. A member's value may change without any cancel. A state that hands out one fixed order cannot be had
 * again once that order is cancelled.
 */
export async function isExcused(
  session: Session,
  violation: Violation,
  cancelledBefore: ReadonlySet<bigint>,
): Promise<boolean> {
  const { changed, doubted } = violation
  if (changed !== undefined && MAY_CHANGE.has(changed.name)) return changesByItself(session, violation, changed)
  if (doubted === undefined || !cancelledBefore.has(doubted.id)) return false
  const isRenewed = session.renewals.get(doubted.state) ?? (await renews(session, doubted.state))
  session.renewals.set(doubted.state, isRenewed)
  return !isRenewed
}

async function changesByItself(session: Session, violation: Violation, changed: ChangedMember): Promise<boolean> {
  if (session.steady.has(changed.name)) return false
  await pause(OBSERVATION_MS)
  const [later] = await session.send([withRightKey(session, list())])
  const isChanging = later !== undefined && valueIn(violation.answered, changed) !== valueIn(later, changed)
  const observed = isChanging ? session.unsteady : session.steady
  observed.add(changed.name)
  return isChanging
}

function valueIn(answered: AnsweredCall, { id, name }: ChangedMember): string | undefined {
  return listOf(answered)?.byId.get(id)?.[name]
}

async function renews(session: Session, state: StateName): Promise<boolean> {
  const reached = await session.setUp({ state })
  if (reached?.id === undefined) return false
  const [answered] = await session.send([withRightKey(session, cancel({ kind: 'drawn', id: reached.id }))])
  return answered?.status === 204
}

function withRightKey({ provider }: Session, call: ListCall | CancelCall): ResolvedCall {
  const world = new World()
  const context = { apiKey: provider.apiKey, world, takenIds: new Set<bigint>(), isLive: false }
  const resolved = resolveCall(call, context)
  if (resolved === undefined) throw new TypeError(`No request for ${call.operation}`)
  return resolved
}
