import type { OperationId } from '../../spec/index.js'
import { cancelOrder } from './cancel-order.js'
import { getPet } from './get-pet.js'
import { listOrders } from './list-orders.js'
import type { OperationHandler } from './operation-handler.js'

/** All operations of the API. To add an operation, add a file here, and a line below. */
export const operationHandlers: Readonly<Record<OperationId, OperationHandler>> = { listOrders, cancelOrder, getPet }
