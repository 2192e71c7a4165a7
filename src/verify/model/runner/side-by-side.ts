import { EVERY_FIELD, LARGE_ID, PENDING, SHIPPED } from '../sequences/states.js'
import type { RunContext } from './run-context.js'

/** How many sequences run side by side where they may. */
export const LANES = 8

/** Whether sequences may run side by side: a trial shows that states give fresh ids and leave other orders in place. */
export async function areIndependent(context: RunContext): Promise<boolean> {
  if (context.isLive) return false
  const ids: bigint[] = []
  for (const state of [LARGE_ID, EVERY_FIELD, PENDING, PENDING, SHIPPED] as const) {
    const id = (await context.setUp({ state }))?.id
    if (id !== undefined) ids.push(id)
  }
  const list = await context.readList()
  return list !== undefined && new Set(ids).size === ids.length && ids.every((id) => list.has(id))
}

/** Does these things, so many at a time, and takes them off the list, until one says by `false` to begin nothing more. */
export async function inLanes(tasks: (() => Promise<boolean>)[], lanes: number): Promise<void> {
  let isEnough = false
  const lane = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = isEnough ? undefined : tasks.shift())
      if (!(await task())) isEnough = true
  }
  const settled = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}
