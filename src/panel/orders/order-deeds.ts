import type { RemoteSandbox } from '../../control-client/index.js'
import { count } from '../parts/words.js'
import { useModel } from '../state/panel-model.js'
import type { ShownOrder } from '../state/shown-order.js'

/** What can be done with orders at once. */
export type OrderDeed = 'ship' | 'cancel' | 'delete'

export const DEEDS: readonly (readonly [OrderDeed, string, string])[] = [
  ['ship', 'Ship', 'shipped'],
  ['cancel', 'Cancel', 'cancelled'],
  ['delete', 'Delete', 'deleted'],
]

/** Whether it can be done with this order. */
export function isPossible(deed: OrderDeed, { status }: ShownOrder): boolean {
  return deed === 'delete' || status === 'pending'
}

/** Does something with orders of the sandbox that is shown, and offers to undo it. */
export function useDeeds() {
  const model = useModel()
  return async (deed: OrderDeed, orders: readonly ShownOrder[]): Promise<boolean> => {
    const ids = orders.filter((order) => isPossible(deed, order)).map(({ digits }) => digits)
    const who = ids.length === 1 ? `Order ${ids.join('')}` : count(ids.length, 'order')
    const work = async (): Promise<void> => {
      for (const id of ids) await carryOut(model.box, deed, id)
    }
    return await model.run(work, `${who} ${DEEDS.find(([each]) => each === deed)?.[2]}`, ids)
  }
}

async function carryOut({ orders }: RemoteSandbox, deed: OrderDeed, id: string): Promise<unknown> {
  if (deed === 'ship') return await orders.ship(id)
  return await (deed === 'delete' ? orders.remove(id) : orders.patch(id, { status: 'cancelled' }))
}
