import { setTimeout as pause } from 'node:timers/promises'
import { type ExpectationName, statusOf } from '../../../contract/index.js'
import { type ProviderStateName, readDateTime } from '../../../spec/index.js'
import { NEIGHBOURS } from '../sequences/order-ids.js'
import { type MemberName, textOf } from '../sequences/order-list.js'
import { type AnsweredCall, isSuccess } from '../oracle/answered-step.js'
import { keysOfKind } from '../sequences/credentials.js'
import type { RunContext } from './run-context.js'
import { isAboutAllOrders, type WrongRun } from './run-sequence.js'

// A ship date that is relative to the present may not change for a whole second.
const OBSERVATION_MS = 1_100
// Dates may be rounded.
const ROUNDED_MS = 2_000
/** A control takes a little longer than the run it is compared with, so that time has had its effect. */
export const TIMES_AS_LONG = 1.25
/** Once time or others have explained so many violations, it is plain that they do such things. */
export const MANY_EXPLAINED = 2
// If this many keys of a kind are accepted, they are not all of others.
const SEVERAL = 3
// How many orders are cancelled at once, and when they are this much older; by chance fewer are refused.
const ORDERS = 24
const FEWEST = 3
const AGED_MS = 100
const TIMES_AS_OLD = 8
// `NaN` if it is not a date.
const dateIn = (json: string) => readDateTime(json.replaceAll('"', ''))?.unixMs ?? Number.NaN

/** Whether only a few of several keys that are wrong in the same way are accepted: those may be right ones of others. */
export async function isOfOthers({ call, request }: AnsweredCall, context: RunContext): Promise<boolean> {
  const keys = call.key === undefined ? [] : keysOfKind(context.provider.apiKey, call.key)
  const list = (Authorization: string) => context.ask('listOrders', undefined, { Authorization })
  const statuses = (await Promise.all(keys.map(list))).map(statusOf)
  const accepted = keys.filter((_, index) => (statuses[index] ?? 401) !== 401)
  if (accepted.length >= Math.min(SEVERAL, keys.length)) return false
  for (const header of [request.headers['Authorization'] ?? '', ...accepted]) context.memory.keysOfOthers.add(header)
  return true
}

/**
 * Whether about as many orders are refused as soon as they are set up as after a while: then time has not shipped them.
 * @param endsAtMs when no further order is set up, by `performance.now()`: what is not decided then is `false`
 */
export async function isRefusedAtOnce(run: WrongRun, context: RunContext, endsAtMs: number): Promise<boolean> {
  const { state = 'a pending order' } = run.violation.order ?? {}
  const { refusedAtOnce } = context.memory
  const known = refusedAtOnce.get(state)
  if (known !== undefined) return known
  const isByItself = await areRefusedAtOnce(state, run.ageMs, context, endsAtMs)
  if (performance.now() >= endsAtMs) return false
  refusedAtOnce.set(state, isByItself)
  return isByItself
}

async function areRefusedAtOnce(state: ProviderStateName, ageMs: number, context: RunContext, endsAtMs: number) {
  const [soon, later]: [boolean[], boolean[]] = [[], []]
  // If the first round seems to show it, but not of most orders, the second decides together with it.
  for (const fewest of [FEWEST, 2 * FEWEST]) {
    const startedMs = performance.now()
    soon.push(...(await refusals(state, 0, context, endsAtMs)))
    // "At once" takes time, too, in which orders may ship.
    const atOnceMs = (performance.now() - startedMs) / ORDERS
    const refused = soon.filter(Boolean).length
    if (refused < fewest) return false
    const laterMs = Math.max(AGED_MS, ageMs, atOnceMs * TIMES_AS_OLD)
    later.push(...(await refusals(state, laterMs, context, endsAtMs)))
    if (rateOf(soon) <= rateOf(later) / 2) return false
    if (refused >= ORDERS / 2) return true
  }
  return true
}

/** How fast orders are lost, if as many are lost in each moment of those that are left. */
function rateOf(refused: readonly boolean[]): number {
  return -Math.log((refused.filter((each) => !each).length + 0.5) / (refused.length + 1))
}

/** Which of these orders are refused, each after it was left alone for this long; only the first ones if none of them is. */
async function refusals(state: ProviderStateName, aloneMs: number, context: RunContext, endsAtMs: number) {
  const refused: boolean[] = []
  const refuses = async () => {
    const id = (await context.setUp({ state }))?.id
    if (aloneMs > 0) await pause(aloneMs)
    return id !== undefined && !(await isCancelled(id, context))
  }
  const isEnough = () => refused.length >= (refused.includes(true) ? ORDERS : ORDERS / 2)
  while (!isEnough() && performance.now() < endsAtMs) {
    const more = aloneMs > 0 ? ORDERS / 2 : 1
    refused.push(...(await Promise.all(Array.from({ length: more }, refuses))))
  }
  return refused
}

/** Whether a request names an id that is likely to be assigned next. */
export function isOfNextOrder({ call }: AnsweredCall): boolean {
  return 'order' in call && call.order.kind === 'near' && NEIGHBOURS.includes(call.order.near)
}

export async function othersPlaceOrders(context: RunContext): Promise<boolean> {
  const before = await context.readList()
  await pause(OBSERVATION_MS)
  return (await context.readList())?.ids.some((id) => before?.has(id) === false) === true
}

const OF_ENDED: ReadonlySet<string> = new Set<ExpectationName>(['cancelled order', 'several cancels', 'removed order'])

/** Whether an order may seem to be back because one of others has its id: ids are used again, and others place orders. */
export async function isOfReusedId({ violation }: WrongRun, context: RunContext): Promise<boolean> {
  const isBack = OF_ENDED.has(violation.expectation) && isSuccess(violation.answered.status)
  return isBack && context.memory.reusedIds.size > 0 && othersPlaceOrders(context)
}

/** Whether a list shows an order that one a second before lacked. */
export function isListedLater(id: bigint, context: RunContext): Promise<boolean> {
  return aSecondLater(async () => (await context.readList())?.has(id) === true, context)
}

/** Whether an order can be cancelled, at once or a second later. */
export async function isCancelledLater(id: bigint, context: RunContext): Promise<boolean> {
  return (await isCancelled(id, context)) || aSecondLater(() => isCancelled(id, context), context)
}

/** False where others or time change orders: there it is not worth the time. */
async function aSecondLater(ask: () => Promise<boolean>, { memory }: RunContext): Promise<boolean> {
  if (memory.explained >= MANY_EXPLAINED) return false
  await pause(OBSERVATION_MS)
  return ask()
}

/** Whether an order can be cancelled. One that is rejected only once has not shipped. */
export async function isCancelled(id: bigint, context: RunContext): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) if (statusOf(await context.ask('cancelOrder', id)) === 204) return true
  return false
}

/** Whether a field changes in the same states as time passes, and not because a list was read. */
export async function changesByItself(run: WrongRun, member: MemberName, context: RunContext): Promise<boolean> {
  const ids = run.violation.order === undefined ? [] : [run.violation.order.id]
  const waitMs = Math.max(OBSERVATION_MS, run.ageMs * TIMES_AS_LONG)
  // First, time passes between two lists; then it passes before both, and a difference was caused by reading.
  for (const [aloneMs, betweenMs] of [
    [0, waitMs],
    [waitMs, 0],
  ] as const) {
    for (const step of run.steps) {
      if (step.kind !== 'set up' || isAboutAllOrders(step) || !context.isWorthwhile(step)) continue
      const id = (await context.setUp(step))?.id
      if (id !== undefined) ids.push(id)
    }
    await pause(aloneMs)
    const startedMs = performance.now()
    const before = await context.readList()
    await pause(betweenMs)
    const after = await context.readList()
    const explainedMs = performance.now() - startedMs + ROUNDED_MS
    const pairs = ids.map((id) => [textOf(before?.get(id), member), textOf(after?.get(id), member)] as const)
    const changes = pairs.filter(([was, is]) => was !== is && is !== 'absent')
    const isByReading = changes.some(([was, is]) => !(Math.abs(dateIn(is) - dateIn(was)) <= explainedMs))
    if (betweenMs > 0 ? changes.length === 0 : isByReading) return false
  }
  context.memory.unsteady.add(member)
  return true
}
