import type { ProviderStateName } from '../../spec/index.js'
import type { Result } from '../http/result.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'
import type { OperationHandler, Store } from './operation-handler.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export const listOrders: OperationHandler = { run: list, stateOf: stateOfList }

function list(sandbox: SandboxContent): Result {
  return { kind: 'success', status: 200, body: sandbox.world.orders.listBody, reason: 'the list shows every order' }
}

function stateOfList({ status }: JournalEntry, store: Store): ProviderStateName | undefined {
  if (status === 401) return undefined
  if (store.listsFullOrder()) return 'an order with every field'
  const { pending, shipped, cancelled } = store.sandbox.counts
  if (pending > 0) return 'a pending order'
  if (shipped > 0) return 'a shipped order'
  return cancelled > 0 ? 'a cancelled order' : 'no orders'
}
