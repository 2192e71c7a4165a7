import type { ProviderStateName } from '../../spec/index.js'
import type { Result } from '../http/result.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Order } from '../sandbox/order.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { OperationHandler } from './operation-handler.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export const listOrders: OperationHandler = { run: list, stateOf: stateOfList }

function list(sandbox: Sandbox): Result {
  return { kind: 'success', status: 200, ...sandbox.world.orders.list, reason: 'the list shows every order' }
}

function stateOfList({ status }: JournalEntry, { world, counts }: Sandbox): ProviderStateName | undefined {
  if (status === 401) return undefined
  for (const order of world.orders.all()) if (isFull(order)) return 'an order with every field'
  const { pending, shipped, cancelled } = counts
  if (pending > 0) return 'a pending order'
  if (shipped > 0) return 'a shipped order'
  return cancelled > 0 ? 'a cancelled order' : 'no orders'
}

function isFull({ petId, quantity, shipDate, complete }: Order): boolean {
  return [petId, quantity, shipDate, complete].every((member) => member !== undefined)
}
