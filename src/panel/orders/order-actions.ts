import type { OrderBatch } from '../../control-client/index.js'
import { count } from '../state/words.js'
import { boxHere, run } from '../state/panel-state.js'
import type { ShownOrder } from '../state/shown-order.js'

export interface OrderAction {
  readonly words: string
  readonly done: string
  readonly doing: string
  readonly isPossible: (order: ShownOrder) => boolean
  readonly name: OrderBatch['do']
}

const isPossible = ({ status }: ShownOrder): boolean => status === 'pending'

export const ACTIONS: readonly OrderAction[] = [
  { words: 'Ship', done: 'shipped', doing: 'Shipping', isPossible, name: 'ship' },
  { words: 'Cancel', done: 'cancelled', doing: 'Cancelling', isPossible, name: 'cancel' },
  { words: 'Delete', done: 'deleted', doing: 'Deleting', isPossible: () => true, name: 'delete' },
]

/** Does something with orders of the sandbox that is shown, in one change, and offers to undo it. */
export function act({ done, doing, name, ...action }: OrderAction, all: readonly ShownOrder[]): Promise<boolean> {
  const ids = all.filter(action.isPossible).map(({ digits }) => digits)
  const who = ids.length === 1 ? `Order ${ids.join('')}` : count(ids.length, 'order')
  const { orders } = boxHere()
  return run(() => orders.batch({ do: name, ids }), `${who} ${done}`, `${doing} ${who.toLowerCase()}…`)
}
