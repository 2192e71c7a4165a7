import type { RemoteSandbox } from '../../control-client/index.js'
import { count } from '../parts/words.js'
import { boxHere, run } from '../state/panel-state.js'
import type { ShownOrder } from '../state/shown-order.js'

export interface OrderAction {
  readonly words: string
  /** What was done with an order, in words. */
  readonly done: string
  readonly isPossible: (order: ShownOrder) => boolean
  readonly carryOut: (orders: RemoteSandbox['orders'], id: string) => Promise<unknown>
}

const isPossible = ({ status }: ShownOrder): boolean => status === 'pending'
const cancelled = { status: 'cancelled' } as const

export const ACTIONS: readonly OrderAction[] = [
  { words: 'Ship', done: 'shipped', isPossible, carryOut: (orders, id) => orders.ship(id) },
  { words: 'Cancel', done: 'cancelled', isPossible, carryOut: (orders, id) => orders.patch(id, cancelled) },
  { words: 'Delete', done: 'deleted', isPossible: () => true, carryOut: (orders, id) => orders.remove(id) },
]

/** Does something with orders of the sandbox that is shown, and offers to undo it. */
export async function act({ done, ...action }: OrderAction, all: readonly ShownOrder[]): Promise<void> {
  const ids = all.filter(action.isPossible).map(({ digits }) => digits)
  const who = ids.length === 1 ? `Order ${ids.join('')}` : count(ids.length, 'order')
  const { orders } = boxHere()
  const work = async (): Promise<void> => {
    for (const id of ids) await action.carryOut(orders, id)
  }
  await run(work, `${who} ${done}`, ids)
}
