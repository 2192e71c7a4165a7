import { setTimeout as pause } from 'node:timers/promises'
import type { OrderList } from '../oracle/order-list.js'
import type { ChangedMember, Violation } from '../oracle/violation.js'
import { MANY, PENDING, type StateName } from '../sequences/states.js'
import type { RunContext } from './run-context.js'
import { isRefused, readList } from './single-calls.js'
import { mayChangeByItself } from './tolerances.js'

// Long enough for caches to expire and for work in the background to be done.
const REST_MS = 500
// Whatever does it in the short time that a sequence takes does it more surely in a longer one.
const TIMES_AS_LONG = 4
const LONGEST_MS = 3_000
// As many orders as a sequence has.
const WATCHED = 3

/**
 * Rests before a sequence runs again. If what it showed is something that time may do, some new orders are left alone
 * meanwhile, for longer than the sequence took.
 *
 * @returns whether time alone has done the same to them
 */
export async function rest(violation: Violation, context: RunContext): Promise<boolean> {
  const { changed, suspect, answered, ageMs = 0 } = violation
  const forMs = Math.max(REST_MS, Math.min(TIMES_AS_LONG * ageMs, LONGEST_MS))
  if (changed !== undefined && mayChangeByItself(changed)) return changesMeanwhile(changed, forMs, context)
  if (suspect !== undefined && answered.status === 409) return shipMeanwhile(suspect.state, forMs, context)
  await pause(forMs)
  return false
}

async function shipMeanwhile(state: StateName, forMs: number, context: RunContext): Promise<boolean> {
  const isShipped = (await isShippedAfter(forMs, state, context)) && (await areCancelledAtOnce(state, context))
  // A cancel may fail now and then: what comes twice counts from now on.
  if (isShipped && (await isShippedAfter(forMs, state, context))) context.pendingSpan.goneAfterMs = 0
  return isShipped
}

/** Only the first of the orders is cancelled, for that may do something to the others. */
async function isShippedAfter(ms: number, state: StateName, context: RunContext): Promise<boolean> {
  const [id] = await setUpSome(state, context)
  await pause(ms)
  return id !== undefined && (await isRefused(id, context))
}

async function changesMeanwhile({ name, state }: ChangedMember, forMs: number, context: RunContext): Promise<boolean> {
  const ids = await setUpSome(state === MANY ? PENDING : state, context)
  const first = await readList(context)
  // What each read changes is not changed by time.
  const before = await readList(context)
  await pause(forMs)
  const after = await readList(context)
  const valueIn = (one: OrderList | undefined, id: bigint) => one?.membersOf(id)?.[name]
  const isChanged = ids.some(
    (id) =>
      after?.has(id) === true &&
      valueIn(first, id) === valueIn(before, id) &&
      valueIn(before, id) !== valueIn(after, id),
  )
  if (isChanged) context.unsteady.add(name)
  return isChanged
}

/** Sets up new orders; none if the state gives one that was cancelled before. */
async function setUpSome(state: StateName, context: RunContext): Promise<bigint[]> {
  const ids: bigint[] = []
  for (let count = 0; count < WATCHED; count++) {
    const id = (await context.setUp({ state }))?.id
    if (id === undefined || ids.includes(id) || context.cancelledIds.has(id)) return []
    ids.push(id)
  }
  return ids
}

async function areCancelledAtOnce(state: StateName, context: RunContext): Promise<boolean> {
  for (let count = 0; count < WATCHED; count++) {
    const id = (await context.setUp({ state }))?.id
    if (id === undefined || (await isRefused(id, context))) return false
  }
  return true
}
