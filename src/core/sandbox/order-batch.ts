import { InvalidInputError, refuseUnknown } from '../../input/index.js'
import type { Schemas } from '../scenario/document.js'
import { MAX_ORDERS, readId } from '../scenario/read-order.js'
import { ControlError } from './control-error.js'
import type { OrderReplacement, OrderStore } from './order-store.js'

/** A change of many orders: those with these ids, or all with a status. */
export type OrderBatch = Schemas['OrderBatch']

export const OUTCOMES = {
  ship: { kind: 'shipped', status: 'shipped' },
  cancel: { kind: 'cancelled', status: 'cancelled' },
  delete: { kind: 'removed', status: undefined },
} as const

const MAX_NAMED = 10

/**
 * Reads what becomes of each order of a batch.
 * @throws {InvalidInputError} if the batch is not one
 * @throws {ControlError} 409 if some of the orders cannot be changed
 */
export function readBatch(batch: OrderBatch, orders: OrderStore): readonly OrderReplacement[] {
  const { do: action, ids, status: wanted, ...others } = batch
  refuseUnknown(others, 'field')
  if ((ids === undefined) === (wanted === undefined)) {
    throw new InvalidInputError([{ path: ['ids'], message: 'give either ids or a status' }])
  }
  if (ids !== undefined && ids.length > MAX_ORDERS) {
    throw new InvalidInputError([{ path: ['ids'], message: `must have at most ${MAX_ORDERS} items` }])
  }
  const { status } = OUTCOMES[action]
  const after: OrderReplacement[] = []
  const impossible: string[] = []
  const withStatus = () => Array.from(orders.all()).filter((order) => order.status === wanted)
  const chosen = ids?.map((id, index) => readId(id, ['ids', index])) ?? withStatus().map(({ id }) => id)
  for (const id of new Set(chosen)) {
    const order = orders.get(id)
    if (order === undefined) impossible.push(`there is no order ${id}`)
    else if (status !== undefined && order.status !== 'pending') impossible.push(`order ${id} is ${order.status}`)
    else after.push({ orderId: id, order: status && { ...order, status } })
  }
  if (impossible.length === 0) return after
  const named = [...impossible.slice(0, MAX_NAMED), ...(impossible.length > MAX_NAMED ? ['…'] : [])].join(', ')
  const message = `Nothing was changed, because ${impossible.length} of the orders cannot be: ${named}.`
  throw new ControlError(409, 'orders_not_changed', message)
}
