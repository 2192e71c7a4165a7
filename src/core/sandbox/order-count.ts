import type { Scenario } from '../scenario/scenario.js'
import { ControlError } from './control-error.js'
import type { OrderStore } from './order-store.js'
import type { WorldState } from './world.js'

/** How many orders the sandboxes of a mock may hold of their own; so many take some 1.5 GB. */
const MAX_OWN_ORDERS = 5_000_000

/** How many orders one sandbox may hold. */
const MAX_ORDERS = 100_000

/** Whether sandboxes share a scenario: its orders are nobody's own. */
type IsShared = (scenario: Scenario) => boolean

/** How many orders of its own a world holds: those of documents, and those that it has added or replaced. */
export function countOwnOrders({ orders, start }: Pick<WorldState, 'orders' | 'start'>, isShared: IsShared): number {
  const documents = [...new Set([orders.seed, start])].filter((each) => each !== undefined && !isShared(each))
  return documents.reduce((sum, each) => sum + (each?.orders.size ?? 0), orders.changedCount)
}

/** @throws {ControlError} 409 if there is no room in a mock for so many more orders beside those of its sandboxes */
export function checkRoomFor(count: number, worlds: Iterable<WorldState>, isShared: IsShared): void {
  let total = count
  for (const world of worlds) total += countOwnOrders(world, isShared)
  if (total <= MAX_OWN_ORDERS) return
  const then = `The sandboxes would then hold ${total} orders of their own; ${MAX_OWN_ORDERS} is the most.`
  throw new ControlError(409, 'too_many_orders', `${then} Delete sandboxes, or reset them to a scenario.`)
}

/** @throws {ControlError} 409 if the sandbox cannot hold one more order */
export function checkRoomIn({ size }: OrderStore): void {
  if (size < MAX_ORDERS) return
  const message = `The sandbox holds ${size} orders already; ${MAX_ORDERS} is the most. Remove some, or reset it.`
  throw new ControlError(409, 'too_many_orders', message)
}
