import type { RemoteSandbox } from '../../control-client/index.js'
import { count } from '../parts/words.js'
import { useModel } from '../state/panel-model.js'
import type { ShownOrder } from '../state/shown-order.js'

/** What can be done with orders at once. */
export interface OrderDeed {
  readonly words: string
  /** What was done with an order, in words. */
  readonly done: string
  readonly isPossible: (order: ShownOrder) => boolean
  readonly carryOut: (orders: RemoteSandbox['orders'], id: string) => Promise<unknown>
}

const isPending = ({ status }: ShownOrder): boolean => status === 'pending'
const cancelled = { status: 'cancelled' } as const

export const DEEDS: readonly OrderDeed[] = [
  { words: 'Ship', done: 'shipped', isPossible: isPending, carryOut: (orders, id) => orders.ship(id) },
  { words: 'Cancel', done: 'cancelled', isPossible: isPending, carryOut: (orders, id) => orders.patch(id, cancelled) },
  { words: 'Delete', done: 'deleted', isPossible: () => true, carryOut: (orders, id) => orders.remove(id) },
]

/** Does something with orders of the sandbox that is shown, and offers to undo it. */
export function useDeeds() {
  const model = useModel()
  return async ({ done, isPossible, carryOut }: OrderDeed, all: readonly ShownOrder[]): Promise<boolean> => {
    const ids = all.filter(isPossible).map(({ digits }) => digits)
    const who = ids.length === 1 ? `Order ${ids.join('')}` : count(ids.length, 'order')
    const { orders } = model.box
    const work = async (): Promise<void> => {
      for (const id of ids) await carryOut(orders, id)
    }
    return await model.run(work, `${who} ${done}`, ids)
  }
}
