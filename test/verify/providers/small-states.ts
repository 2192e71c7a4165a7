import type { SmallOrder, SmallStore } from './small-store.js'

/** What a state hands out; `undefined` says that the provider cannot reach it. */
export type SmallValues = Record<string, unknown> | undefined

export function reachState(store: SmallStore, state: string, params: Record<string, unknown>): SmallValues {
  return STATES[state]?.(store, params)
}

const STATES: Readonly<Record<string, (store: SmallStore, params: Record<string, unknown>) => SmallValues>> = {
  // What Pact's own verifier asks for where an interaction names no state.
  '': () => ({}),
  'no orders': (store) => {
    store.orders = []
    return {}
  },
  'a pending order': adding({ petId: 11n, quantity: 2, status: 'pending' }),
  'a shipped order': adding({ quantity: 1, complete: true, status: 'shipped' }),
  'a cancelled order': adding({ petId: 13n, complete: false, status: 'cancelled' }),
  'an unknown order id': (store) => ({ orderId: store.nextId() }),
  'an order with every field': adding({
    petId: 12n,
    quantity: 3,
    shipDate: '2026-11-20T12:00:00Z',
    complete: false,
    status: 'pending',
  }),
  'an order with a large id': (store) => ({
    orderId: String(store.add({ id: store.nextLargeId(), petId: 14n, status: 'pending' }).id),
  }),
  'many orders': (store, params) => {
    while (store.orders.length < Number(params['count'] ?? 250)) store.add({ quantity: 1, status: 'pending' })
    return {}
  },
  'a pet': (store) => {
    const petId = store.nextId()
    store.pets.add(petId)
    return { petId }
  },
}

function adding(order: Omit<SmallOrder, 'id'>) {
  return (store: SmallStore): SmallValues => ({ orderId: store.add(order).id })
}
