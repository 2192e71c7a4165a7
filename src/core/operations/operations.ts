import type { OperationId } from '../../spec/index.js'
import { createCancelOrder } from './cancel-order.js'
import { getPet } from './get-pet.js'
import { listOrders } from './list-orders.js'
import type { OperationHandler } from './operation-handler.js'

/** All operations of the API: a new one is a file beside these, and a line here. */
export function createOperations(): ReadonlyMap<string, OperationHandler> {
  const byId: Record<OperationId, OperationHandler> = { listOrders, cancelOrder: createCancelOrder(), getPet }
  return new Map(Object.entries(byId))
}
