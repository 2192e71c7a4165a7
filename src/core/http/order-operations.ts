import { parseInt64 } from '../../spec/index.js'
import { apiError, type ErrorCode } from './errors.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import { refuse, type Result } from './result.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export function listOrders(sandbox: Sandbox): Result {
  return { kind: 'success', status: 200, body: sandbox.listBody, reason: 'the list shows every order' }
}

/** `DELETE /store/orders/{orderId}`: only a pending order can be cancelled (specification, "Cancel an order"). */
export function cancelOrder(sandbox: Sandbox, orderId: string): Result {
  const result = parseInt64(orderId) === undefined ? undefined : sandbox.orders.act('cancel', orderId)
  if (result === undefined) return notFound(orderId, sandbox)
  if ('refused' in result.transition) return refused(result.transition.refused, orderId)
  return { kind: 'success', status: 204, reason: `order ${orderId} was pending and is now cancelled` }
}

function notFound(orderId: string, sandbox: Sandbox): Result {
  const exactId = sandbox.orders.idThatReadsAs(orderId)
  if (exactId !== undefined) return lostDigits(orderId, exactId)
  if (parseInt64(orderId) === undefined) return notAnId(orderId)
  const message = `There is no order ${orderId}. GET /store/orders lists the orders there are.`
  return refuse(apiError('order_not_found', message), `there is no order ${orderId}`)
}

function notAnId(orderId: string): Result {
  const message = `"${orderId}" is no order id. An order id is an int64 in decimal digits; GET /store/orders lists them.`
  return refuse(apiError('order_not_found', message), `"${orderId}" is no int64, so it names no order`)
}

function lostDigits(orderId: string, exactId: string): Result {
  const reason = `order ${exactId} reads as ${orderId} in a double: the client has lost digits`
  const message = `There is no order ${orderId}, but ${reason}. Keep ids as bigints or strings.`
  return refuse(apiError('order_not_found', message), reason)
}

function refused(code: ErrorCode, orderId: string): Result {
  const isShipped = code === 'order_already_shipped'
  const message = isShipped
    ? `Order ${orderId} has already shipped. Only a pending order can be cancelled.`
    : `Order ${orderId} was already cancelled. There is nothing left to do.`
  return refuse(apiError(code, message), `order ${orderId} ${isShipped ? 'has shipped' : 'was cancelled before'}`)
}
