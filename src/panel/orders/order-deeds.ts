import type { RemoteSandbox } from '../../control-client/index.js'
import { type Action, useAction } from '../parts/use-action.js'
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

interface Deeds {
  readonly action: Action
  readonly carryOut: (deed: OrderDeed, orders: readonly ShownOrder[]) => Promise<boolean>
}

/** Does something with orders of the sandbox that is shown, and offers to undo it. */
export function useDeeds(): Deeds {
  const { box } = useModel()
  const action = useAction()
  const carryOut = async (deed: OrderDeed, orders: readonly ShownOrder[]): Promise<boolean> => {
    const orderIds = orders.filter((order) => isPossible(deed, order)).map(({ digits }) => digits)
    const [only = ''] = orderIds
    const who = orderIds.length === 1 ? `Order ${only}` : `${orderIds.length.toLocaleString('en')} orders`
    const done = DEEDS.find(([each]) => each === deed)?.[2]
    const work = async (): Promise<void> => {
      for (const id of orderIds) await change(box, deed, id)
    }
    return await action.run(work, { words: `${who} ${done}`, orderIds })
  }
  return { action, carryOut }
}

async function change({ orders }: RemoteSandbox, deed: OrderDeed, id: string): Promise<unknown> {
  if (deed === 'ship') return await orders.ship(id)
  return await (deed === 'delete' ? orders.remove(id) : orders.patch(id, { status: 'cancelled' }))
}
