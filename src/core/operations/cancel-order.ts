import { parseInt64, type ProviderStateName } from '../../spec/index.js'
import { refuse, type Result } from './result.js'
import { orderChange } from '../sandbox/change-feed.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'
import type { OperationHandler } from './operation-handler.js'

/** Up to here a JavaScript number represents every id exactly. */
const LARGEST_ORDINARY_ID = 2n ** 53n

/** `DELETE /store/orders/{orderId}`: only a pending order can be cancelled (specification, "Cancel an order"). */
export const cancelOrder: OperationHandler = {
  run: cancel,
  stateOf,
  describe: (state) => `cancel ${state?.replace('order id', 'order') ?? 'something that is not an order'}`,
}

function cancel(store: Store, orderId: string): Result {
  const { orders } = store.world
  // Orders are found by canonical digits: text that is not an int64 finds none.
  const order = orders.get(orderId)
  const exactId = orders.idThatReadsAs(orderId)
  // The order that the client may have meant.
  const other = exactId && `order ${exactId} becomes ${orderId} as a double`
  if (order === undefined) return other ? lostDigits(orderId, other) : notFound(orderId)
  const doubt = other ? `, but ${other}, too` : ''
  const advice = other ? ` But ${other}, too.` : ''
  if (order.status === 'shipped') {
    const message = `Order ${orderId} has already shipped. Only a pending order can be cancelled.${advice}`
    return refuse({ code: 'order_already_shipped', message }, `order ${orderId} has shipped${doubt}`)
  }
  if (order.status === 'cancelled') {
    const message = `Order ${orderId} has already been cancelled.${advice}`
    return refuse({ code: 'order_already_cancelled', message }, `order ${orderId} had already been cancelled${doubt}`)
  }
  store.commit(orderChange('cancelled', 'api', orderId, { ...order, status: 'cancelled' }))
  return { kind: 'answer', status: 204, reason: `the order was pending and is now cancelled${doubt}` }
}

function notFound(orderId: string): Result {
  if (parseInt64(orderId) === undefined) {
    const message = `"${orderId}" is not an order id. Order ids are int64 values in decimal digits; GET /store/orders lists them.`
    return refuse({ code: 'order_not_found', message }, `"${orderId}" is not an int64, so it cannot be an order id`)
  }
  const message = `Order ${orderId} not found. GET /store/orders lists all orders.`
  return refuse({ code: 'order_not_found', message }, `there is no order ${orderId}`)
}

function lostDigits(orderId: string, other: string): Result {
  const reason = `${other}: the client has lost digits`
  const message = `There is no order ${orderId}, but ${reason}. Store ids as bigints or strings.`
  return refuse({ code: 'order_not_found', message }, reason)
}

function stateOf({ status, orderId = '' }: JournalEntry, { world }: Store): ProviderStateName | undefined {
  const id = parseInt64(orderId)
  if (id === undefined) return undefined
  const order = world.orders.get(String(id))
  if (order === undefined) return 'an unknown order id'
  // By now the order that was cancelled is cancelled.
  const before = status === 204 ? 'pending' : order.status
  return before === 'pending' && id > LARGEST_ORDINARY_ID ? 'an order with a large id' : `a ${before} order`
}
