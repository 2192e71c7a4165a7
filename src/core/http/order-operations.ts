import { parseInt64 } from '../../spec/index.js'
import { type Outcome, refuse } from './answer.js'
import { apiError, type ErrorCode } from './errors.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export function listOrders(sandbox: Sandbox): Outcome {
  return { status: 200, body: sandbox.world.listBody, reason: 'the list shows every order' }
}

/** `DELETE /store/orders/{orderId}`: only a pending order can be cancelled (specification, "Cancel an order"). */
export function cancelOrder(sandbox: Sandbox, orderId: string): Outcome {
  if (parseInt64(orderId) === undefined) return notAnId(orderId)
  const result = sandbox.act('cancel', orderId)
  if (result === undefined) return notFound(orderId)
  if ('refused' in result.transition) return refused(result.transition.refused, orderId)
  return { status: 204, reason: `order ${orderId} was pending and is now cancelled` }
}

function notAnId(orderId: string): Outcome {
  const message = `"${orderId}" is no order id. An order id is an int64 in decimal digits; GET /store/orders lists them.`
  return refuse(apiError('order_not_found', message), `"${orderId}" is no int64, so it names no order`)
}

function notFound(orderId: string): Outcome {
  const message = `There is no order ${orderId}. GET /store/orders lists the orders there are.`
  return refuse(apiError('order_not_found', message), `there is no order ${orderId}`)
}

function refused(code: ErrorCode, orderId: string): Outcome {
  const isShipped = code === 'order_already_shipped'
  const message = isShipped
    ? `Order ${orderId} has already shipped. Only a pending order can be cancelled.`
    : `Order ${orderId} was already cancelled. There is nothing left to do.`
  return refuse(apiError(code, message), `order ${orderId} ${isShipped ? 'has shipped' : 'was cancelled before'}`)
}
