import type { OperationId } from '../../spec/index.js'
import { createCancelOrder } from './cancel-order.js'
import { getPet } from './get-pet.js'
import { listOrders } from './list-orders.js'
import type { OperationHandler } from './operation-handler.js'

export type OperationHandlers = Readonly<Record<OperationId, OperationHandler>>

/** Makes all operations of the API: a new one is a file beside these, and a line here. */
export function createOperations(): OperationHandlers {
  return { listOrders, cancelOrder: createCancelOrder(), getPet }
}
