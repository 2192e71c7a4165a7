import { setTimeout as pause } from 'node:timers/promises'
import { operations, type ProviderStateName } from '../../../spec/index.js'
import type { MemberName } from '../oracle/order-list.js'
import type { AnsweredCall } from '../oracle/violation.js'
import { keysOfKind } from '../sequences/key-kinds.js'
import type { RunContext } from './run-context.js'
import { isAboutAllOrders, type WrongRun } from './run-sequence.js'

// A ship date that is relative to the present may not change for a whole second.
const OBSERVATION_MS = 1_100
// Dates may be rounded.
const ROUNDED_MS = 2_000
// A control takes a little longer than what it is held against, so that what time does is done.
const TIMES_AS_LONG = 1.25
const MAX_TRYING_MS = 3_000
// So many keys of a kind that are accepted are not all of others.
const SEVERAL = 3
// How many orders are left alone, to see whether time ships some.
const ORDERS = 16

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

/**
 * Which share of some orders of this state is refused, each after it was left alone for so long.
 *
 * @returns 0 if all can be cancelled
 */
export async function shareRefused(state: ProviderStateName, aloneMs: number, context: RunContext): Promise<number> {
  const endsAtMs = performance.now() + MAX_TRYING_MS
  let [count, refused] = [0, 0]
  while (count < 2 || (count < ORDERS && performance.now() < endsAtMs)) {
    count++
    if (!(await isRenewed(state, context, aloneMs))) refused++
  }
  return refused / count
}

/** Whether a set-up gives an order that can be cancelled, also after it was left alone for as long as this. */
export async function isRenewed(state: ProviderStateName, context: RunContext, aloneMs = 0): Promise<boolean> {
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

/** Whether a member changes in the same states while nothing but lists are sent, and by no more than the time between them. */
export async function changesByItself(run: WrongRun, member: MemberName, context: RunContext): Promise<boolean> {
  const ids = run.violation.order === undefined ? [] : [run.violation.order.id]
  for (const step of run.steps.slice(0, run.taken)) {
    if (step.kind !== 'set up' || isAboutAllOrders(step) || !context.isWorthwhile(step)) continue
    const id = (await context.setUp(step))?.id
    if (id !== undefined) ids.push(id)
  }
  const read = async () => ({ list: await context.readList(), atMs: performance.now() })
  const [first, second, third] = [await read(), await read(), await read()]
  await pause(Math.max(OBSERVATION_MS, run.ageMs * TIMES_AS_LONG))
  const last = await read()
  const isChanged = ids.some((id) => {
    const valueIn = ({ list, atMs }: typeof last) => ({ value: list?.membersOf(id)?.[member], atMs })
    const [early, after] = [[first, second, third].map(valueIn), valueIn(last)] as const
    // What each list changes is not changed by time, which may have done all that it does before the second.
    const isReadMade = early.slice(1).every((value, index) => movesAhead(early[index] ?? value, value))
    return after.value !== undefined && early.some(({ value }) => value !== after.value) && !isReadMade
  })
  if (isChanged) context.unsteady.add(member)
  return isChanged
}

/** A value as JSON text, and when it was read, by `performance.now()`. */
type Reading = { readonly value: string | undefined; readonly atMs: number }

/** Whether a value moves further than time, which a date may follow in whole seconds. */
function movesAhead(before: Reading, after: Reading): boolean {
  if (before.value === after.value) return false
  const movedMs = Math.abs(dateIn(after) - dateIn(before))
  return !(movedMs <= after.atMs - before.atMs + ROUNDED_MS)
}

function dateIn({ value = '' }: Reading): number {
  return Date.parse(value.replaceAll('"', ''))
}
