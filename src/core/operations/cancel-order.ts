import { parseInt64, type ProviderStateName } from '../../spec/index.js'
import { apiError } from '../http/errors.js'
import { refuse, type Result } from '../http/result.js'
import { remember } from '../remember.js'
import { orderChange } from '../sandbox/change.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { OperationHandler } from './operation-handler.js'

/** Up to here a JavaScript number holds every id. */
const LARGEST_ORDINARY_ID = 2n ** 53n

/** Makes `DELETE /store/orders/{orderId}`: only a pending order can be cancelled (specification, "Cancel an order"). */
export function createCancelOrder(): OperationHandler {
  // A server sends bytes that it has sent before at two thirds of the cost.
  const shipped = remember(alreadyShipped)
  const cancelled = remember(alreadyCancelled)
  const absent = remember(notFound)
  const run = (sandbox: Sandbox, orderId: string): Result => {
    // Orders go by canonical digits, so what is no int64 finds none.
    const order = sandbox.world.order(orderId)
    const other = orderThatReadsAs(orderId, sandbox)
    if (order === undefined) return other ? lostDigits(orderId, other) : absent(orderId)
    const doubt = other && `${other}, too`
    if (order.status === 'pending') {
      sandbox.commit(orderChange('cancelled', 'api', orderId, { ...order, status: 'cancelled' }))
      const reason = `order ${orderId} was pending and is now cancelled`
      return { kind: 'success', status: 204, reason: doubt ? `${reason}, but ${doubt}` : reason }
    }
    const refusal = order.status === 'shipped' ? shipped(orderId) : cancelled(orderId)
    if (doubt === '') return refusal
    const { error, reason } = refusal
    return refuse({ ...error, message: `${error.message} But ${doubt}.` }, `${reason}, but ${doubt}`)
  }
  return { run, stateOf: stateOfOrder }
}

function alreadyShipped(orderId: string) {
  const message = `Order ${orderId} has already shipped. Only a pending order can be cancelled.`
  return refuse(apiError('order_already_shipped', message), `order ${orderId} has shipped`)
}

function alreadyCancelled(orderId: string) {
  const message = `Order ${orderId} was already cancelled. There is nothing left to do.`
  return refuse(apiError('order_already_cancelled', message), `order ${orderId} was cancelled before`)
}

function notFound(orderId: string): Result {
  if (parseInt64(orderId) === undefined) {
    const message = `"${orderId}" is no order id. An order id is an int64 in decimal digits; GET /store/orders lists them.`
    return refuse(apiError('order_not_found', message), `"${orderId}" is no int64, so it names no order`)
  }
  const message = `There is no order ${orderId}. GET /store/orders lists the orders there are.`
  return refuse(apiError('order_not_found', message), `there is no order ${orderId}`)
}

function lostDigits(orderId: string, other: string): Result {
  const reason = `${other}: the client has lost digits`
  const message = `There is no order ${orderId}, but ${reason}. Keep ids as bigints or strings.`
  return refuse(apiError('order_not_found', message), reason)
}

/** Another order whose id is this one in a client that keeps ids as doubles. */
function orderThatReadsAs(orderId: string, sandbox: Sandbox): string {
  const exactId = sandbox.world.orders.idThatReadsAs(orderId)
  return exactId ? `order ${exactId} reads as ${orderId} in a double` : ''
}

function stateOfOrder({ status, orderId = '' }: JournalEntry, { world }: Sandbox): ProviderStateName | undefined {
  const id = parseInt64(orderId)
  if (id === undefined) return undefined
  const order = world.order(String(id))
  if (order === undefined) return 'an unknown order id'
  // By now the order that was cancelled is cancelled.
  const before = status === 204 ? 'pending' : order.status
  return before === 'pending' && id > LARGEST_ORDINARY_ID ? 'an order with a large id' : `a ${before} order`
}
