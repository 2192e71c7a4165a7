import type { RunContext } from './run-context.js'

const STATES = [
  'an order with a large id',
  'an order with every field',
  'a pending order',
  'a pending order',
  'a shipped order',
] as const

/** Whether sequences may run side by side: a trial shows that states give fresh ids and leave other orders in place. */
export async function areIndependent(context: RunContext): Promise<boolean> {
  if (context.isLive) return false
  const ids: bigint[] = []
  for (const state of STATES) {
    const id = (await context.setUp({ state }))?.id
    if (id !== undefined) ids.push(id)
  }
  const list = await context.readList()
  return list !== undefined && new Set(ids).size === ids.length && ids.every((id) => list.has(id))
}
