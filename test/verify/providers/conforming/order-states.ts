import type { Deviation } from '../small-provider.js'
import { reachState } from '../small-states.js'
import { type SmallOrder, SmallStore } from '../small-store.js'
import { allowed, both, cancelledAgainAs, type ConformingProvider, hidesCancelled } from './conforming-provider.js'

/** What becomes of a cancelled order, in the list and for another cancel, is open. */
export const freeOrderStates: ConformingProvider[] = [
  ...allowed(
    'States: the full list of states is not shown, nor what a cancelled order is to the list and to another cancel.',
    {
      'hides cancelled orders and answers a second cancel with 404': both(
        hidesCancelled,
        cancelledAgainAs((usual) => usual.error(404, 'not_found')),
      ),
      'lists cancelled orders and answers a second cancel with 404': cancelledAgainAs((usual) =>
        usual.error(404, 'not_found'),
      ),
      'answers a second cancel with 410': cancelledAgainAs((usual) => usual.error(410, 'gone')),
      'answers a second cancel with an empty 409': cancelledAgainAs(() => ({
        status: 409,
        headers: { 'content-length': '0' },
      })),
      'drops cancelled orders after a moment': (usual, store) => ({
        cancel: async (order) => {
          const answer = await usual.cancel(order)
          if (answer.status === 204) setTimeout(() => store.remove(order.id), 30)
          return answer
        },
      }),
      'ships pending orders after ten seconds': (usual, store) => ({
        setUp: (state, params) => {
          const values = usual.setUp(state, params)
          for (const order of store.orders.slice(-1)) setTimeout(() => ship(order), 10_000).unref()
          return values
        },
      }),
    },
  ),
  ...allowed('States: nothing is said of a cancelled order but that it was cancelled, nor of its id.', {
    'removes cancelled orders and reuses their ids': (usual, store) => {
      store.nextId = () => freeId(store)
      return {
        cancel: async (order) => {
          const answer = await usual.cancel(order)
          if (answer.status === 204) store.remove(order.id)
          return answer
        },
      }
    },
    'starts afresh for every state, and answers a second cancel with 410': (usual, store) => ({
      ...hidingAs(410)(usual, store),
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        Object.assign(store, { orders: fresh.orders, pets: fresh.pets })
        return values
      },
    }),
  }),
]

function ship(order: SmallOrder): void {
  if (order.status === 'pending') order.status = 'shipped'
}

function hidingAs(status: number): Deviation {
  return both(
    hidesCancelled,
    cancelledAgainAs((usual) => usual.error(status, 'cancelled')),
  )
}

function freeId(store: SmallStore): bigint {
  let id = 1n
  while (store.find(id) !== undefined || store.pets.has(id)) id++
  return id
}
