import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '../../../spec/index.js'
import type { KnownOrder } from '../oracle/model.js'
import type { MemberName } from '../oracle/order-list.js'
import type { AnsweredCall } from '../oracle/violation.js'
import { keysOfKind } from '../sequences/key-kinds.js'
import type { StateName } from '../sequences/step.js'
import type { RunContext } from './run-context.js'

// A ship date that is relative to the present may not change for a whole second.
export const OBSERVATION_MS = 1_100
// Dates may be rounded.
const ROUNDED_MS = 2_000
// A control takes a little longer than what it is held against, so that what time does is done.
const TIMES_AS_LONG = 1.25
const AT_LEAST_MS = 50
// So many keys of a kind that are accepted are not all of others.
const SEVERAL = 3
// So many orders are cancelled at once, to see whether some are refused whose time has not come; others are left alone
// for so many times as long.
const AT_ONCE = 32
const TIMES_ALONE = 10
const MAX_TRYING_MS = 3_000

/** Whether orders of this state that are left alone for as long as this can be cancelled no longer, though at once they can. */
export async function shipsByItself(ageMs: number, state: StateName, context: RunContext): Promise<boolean> {
  const isGone = async () => !(await isRenewed(state, context, Math.max(AT_LEAST_MS, ageMs)))
  const isShipped = (await isGone()) && (await isGone()) && (await isRenewed(state, context))
  if (isShipped) context.shipsAfterMs = Math.min(context.shipsAfterMs, ageMs)
  return isShipped
}

/** Whether many orders are refused at once: much more often, for the time they had, than some that are left alone. */
export async function areRefusedAtOnce(state: StateName, context: RunContext): Promise<boolean> {
  const startedMs = performance.now()
  let refused = 0
  let count = 0
  while (count < AT_ONCE && performance.now() < startedMs + MAX_TRYING_MS) {
    count++
    if (!(await isRenewed(state, context))) refused++
    // So few by then that there will not be enough.
    if (refused === 0 && count >= AT_ONCE / 2) return false
  }
  if (refused < SEVERAL) return false
  const aloneMs = Math.max(AT_LEAST_MS, (TIMES_ALONE * (performance.now() - startedMs)) / count)
  for (let tries = 0; tries < SEVERAL; tries++)
    if (!(await isRenewed(state, context, aloneMs))) refused -= count / TIMES_ALONE
  return refused > 0
}

/** Whether of several keys that are wrong in the same way only few are accepted: those may be right ones of others. */
export async function isOfOthers({ call, request }: AnsweredCall, context: RunContext): Promise<boolean> {
  const keys = call.key === undefined ? [] : keysOfKind(context.real.apiKey, call.key)
  const { method, path } = operations.listOrders
  const answers = await Promise.all(keys.map((key) => context.ask({ method, path }, key)))
  const accepted = keys.filter((_, index) => {
    const answer = answers[index]
    return answer !== undefined && !(answer instanceof Error) && answer.response.status !== 401
  })
  if (accepted.length >= Math.min(SEVERAL, keys.length)) return false
  for (const header of [request.headers['Authorization'] ?? '', ...accepted]) context.keysOfOthers.add(header)
  return true
}

/** Whether a set-up gives an order that can be cancelled, also after it was left alone for as long as this. */
export async function isRenewed(state: StateName, context: RunContext, aloneMs = 0): Promise<boolean> {
  const id = (await context.setUp({ state }))?.id
  if (id === undefined) return false
  if (aloneMs > 0) await pause(aloneMs * TIMES_AS_LONG)
  return isCancelled(id, context)
}

/** Whether an order can be cancelled. What is refused once only has not shipped. */
export async function isCancelled(id: bigint, context: RunContext): Promise<boolean> {
  const { method, path } = operations.cancelOrder
  context.cancelledIds.add(id)
  for (let tries = 0; tries < 2; tries++) {
    const answer = await context.ask({ method, path: path.replace('{orderId}', `${id}`) })
    if (!(answer instanceof Error) && answer.response.status === 204) return true
  }
  return false
}

/** Whether a member changes while nothing but lists are sent, and by no more than the time between them. */
export async function changesByItself(
  order: KnownOrder,
  member: MemberName,
  ageMs: number,
  context: RunContext,
): Promise<boolean> {
  const { state = 'a pending order' } = order
  const id = (await context.setUp({ state: state === 'many orders' ? 'a pending order' : state }))?.id ?? order.id
  const read = async () => ({
    value: (await context.readList())?.membersOf(id)?.[member],
    atMs: performance.now(),
  })
  const [first, second, third] = [await read(), await read(), await read()]
  await pause(Math.max(OBSERVATION_MS, ageMs * TIMES_AS_LONG))
  const last = await read()
  // What each list changes is not changed by time.
  const isReadMade = movesAhead(first, second) && movesAhead(second, third)
  const isChanged = last.value !== undefined && third.value !== last.value && !isReadMade
  if (isChanged) context.unsteady.add(member)
  return isChanged
}

interface Reading {
  /** As JSON text. */
  readonly value: string | undefined
  readonly atMs: number
}

/** Whether a value moves further than time, which a date may follow in whole seconds. */
function movesAhead(before: Reading, after: Reading): boolean {
  if (before.value === after.value) return false
  const [from, to] = [before, after].map(({ value = '' }) => Date.parse(value.replaceAll('"', '')))
  const movedMs = Math.abs((to ?? NaN) - (from ?? NaN))
  return !(movedMs <= after.atMs - before.atMs + ROUNDED_MS)
}
