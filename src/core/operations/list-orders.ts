import type { ProviderStateName } from '../../spec/index.js'
import type { Result } from '../http/result.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { OperationHandler } from './operation-handler.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export const listOrders: OperationHandler = { run: list, stateOf: stateOfList }

function list(sandbox: Sandbox): Result {
  return { kind: 'success', status: 200, ...sandbox.world.orders.list, reason: 'the list shows every order' }
}

/** A list that has orders is what the contract demands of one that has an order with every field. */
function stateOfList({ status }: JournalEntry, { world }: Sandbox): ProviderStateName | undefined {
  if (status === 401) return undefined
  return world.orders.size === 0 ? 'no orders' : 'an order with every field'
}
