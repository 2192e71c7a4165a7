import { operations } from '../../../spec/index.js'
import { readOrderList } from '../oracle/order-list.js'
import { EVERY_FIELD, LARGE_ID, PENDING, SHIPPED } from '../sequences/states.js'
import type { RunContext } from './run-context.js'

// A provider that answers faster is kept busy by one sequence.
const SLOW_MS = 5
const LANES = 8

const DONE = { done: true, value: undefined } as const

/** How many sequences that may run side by side do: several if the provider is slow. */
export function lanesFor({ shortestAnswerMs }: RunContext): number {
  return shortestAnswerMs < SLOW_MS || shortestAnswerMs === Infinity ? 1 : LANES
}

/** Whether sequences may run side by side: a trial shows that states give fresh ids and leave other orders in place. */
export async function areIndependent(context: RunContext): Promise<boolean> {
  const { isLive, shortestAnswerMs, real } = context
  if (isLive || shortestAnswerMs === Infinity) return false
  const ids: bigint[] = []
  for (const state of [LARGE_ID, EVERY_FIELD, PENDING, PENDING, SHIPPED] as const) {
    const id = (await context.setUp({ state }))?.id
    if (id !== undefined) ids.push(id)
  }
  const { method, path } = operations.listOrders
  const answer = await context.sendAlone({ method, path, headers: { Authorization: `Bearer ${real.apiKey}` } })
  const list = answer instanceof Error ? undefined : readOrderList(answer.response.body)
  return new Set(ids).size === ids.length && ids.every((id) => list?.has(id) === true)
}

/**
 * Does all of these things, so many at a time, until one says that it is enough.
 *
 * @param act what to do with each; `false` if nothing more is to be begun
 */
export async function inLanes<Item>(
  waiting: IterableIterator<Item>,
  lanes: number,
  act: (item: Item) => Promise<boolean>,
): Promise<void> {
  let isEnough = false
  const lane = async (): Promise<void> => {
    // Not for…of, which would close what others still take from.
    for (let next = waiting.next(); next.done !== true; next = isEnough ? DONE : waiting.next())
      if (!(await act(next.value))) isEnough = true
  }
  const settled = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}
