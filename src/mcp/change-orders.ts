import type { IdLike, NewOrder } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { stringifyJson } from '../spec/index.js'
import type { Result, ToolContext } from './tool.js'

/** Changes one order, or many in one change. @throws {ToolError} if the id is missing */
export async function changeOrders(
  { sandbox, action, orderId, orderIds, order }: OrderChange,
  { client }: ToolContext,
): Promise<Result> {
  const { orders } = client.sandbox(sandbox)
  if (action === 'add')
    return shown('Added', await orders.add({ ...(orderId !== undefined && { id: orderId }), ...order }))
  const end = ENDS.get(action)
  if (end !== undefined && orderIds !== undefined) {
    return { note: `${end.done}: ${await orders.batch({ do: end.do, ids: orderIds })}. \`go_back\` takes this back.` }
  }
  if (orderId === undefined) throw new ToolError(`"orderId" is required for the action "${action}".`)
  if (action === 'ship') return shown('Shipped', await orders.ship(orderId))
  if (action === 'cancel') return shown('Cancelled', await orders.cancel(orderId))
  if (action === 'change') return shown('Changed', await orders.patch(orderId, order ?? {}))
  await orders.remove(orderId)
  return { note: `Removed order ${orderId}. \`go_back\` takes it back.` }
}

interface OrderChange {
  readonly sandbox?: string
  readonly action: string
  readonly orderId?: IdLike
  readonly orderIds?: readonly IdLike[]
  readonly order?: NewOrder
}

const ENDS = new Map<string, { do: 'ship' | 'cancel' | 'delete'; done: string }>([
  ['ship', { do: 'ship', done: 'Shipped orders' }],
  ['cancel', { do: 'cancel', done: 'Cancelled orders' }],
  ['remove', { do: 'delete', done: 'Removed orders' }],
])

export function shown(what: string, changed: object): Result {
  return { data: `${what}: ${stringifyJson(changed)}` }
}
