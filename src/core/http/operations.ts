import { parseInt64 } from '../../spec/index.js'
import { remember } from '../remember.js'
import { apiError } from './errors.js'
import { orderChange } from '../sandbox/change.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'
import { refuse, type Result } from './result.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export function listOrders(sandbox: SandboxContent): Result {
  return { kind: 'success', status: 200, body: sandbox.world.orders.listBody, reason: 'the list shows every order' }
}

/** Makes `DELETE /store/orders/{orderId}`: only a pending order can be cancelled (specification, "Cancel an order"). */
export function createCancelOrder(): (sandbox: SandboxContent, orderId: string) => Result {
  const shipped = remember(alreadyShipped)
  const cancelled = remember(alreadyCancelled)
  const absent = remember(notFound)
  return (sandbox, orderId) => {
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
function orderThatReadsAs(orderId: string, sandbox: SandboxContent): string {
  const exactId = sandbox.world.orders.idThatReadsAs(orderId)
  return exactId ? `order ${exactId} reads as ${orderId} in a double` : ''
}

/** `GET /pets/{petId}`, deprecated: a pet of the scenario, or one that an order names (assumptions.md, "Fields of a pet"). */
export function getPet(sandbox: SandboxContent, petId: string): Result {
  const id = parseInt64(petId)
  const pet = sandbox.world.orders.seed.pet(petId)
  if (pet !== undefined)
    return { kind: 'success', status: 200, body: `${pet}\n`, reason: `pet ${petId} is in the scenario` }
  if (id !== undefined && sandbox.world.orders.namesPet(petId)) {
    return { kind: 'success', status: 200, body: `{"id":${petId}}\n`, reason: `an order names pet ${petId}` }
  }
  const what = id === undefined ? `"${petId}" is no int64, so it names no pet` : `there is no pet ${petId}`
  const message =
    id === undefined
      ? `"${petId}" is no pet id. A pet id is an int64 in decimal digits; orders name them as petId.`
      : `There is no pet ${petId}. The pets there are appear as petId in GET /store/orders.`
  return refuse(apiError('pet_not_found', message), what)
}
