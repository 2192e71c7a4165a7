import type { SmallOrder, SmallStore } from './small-store.js'

/** What a state hands out; `undefined` says that the provider cannot reach it. */
export type SmallValues = Record<string, unknown> | undefined

/** Reaches a provider state of the contract in the small provider's store. */
export function reachState(store: SmallStore, state: string, params: Record<string, unknown>): SmallValues {
  switch (state) {
    // What Pact's own verifier asks for where an interaction names no state.
    case '':
      return {}
    case 'no orders':
      store.orders = []
      return {}
    case 'a pending order':
      return orderId(store.add({ petId: 11n, quantity: 2, status: 'pending' }))
    case 'a shipped order':
      return orderId(store.add({ quantity: 1, complete: true, status: 'shipped' }))
    case 'a cancelled order':
      return orderId(store.add({ petId: 13n, complete: false, status: 'cancelled' }))
    case 'an unknown order id':
      return { orderId: store.nextId() }
    case 'an order with every field':
      return orderId(store.add(EVERY_FIELD))
    case 'an order with a large id':
      return { orderId: String(store.add({ id: store.nextLargeId(), petId: 14n, status: 'pending' }).id) }
    case 'many orders':
      while (store.orders.length < Number(params['count'] ?? 250)) store.add({ quantity: 1, status: 'pending' })
      return {}
    case 'a pet':
      return { petId: addPet(store) }
    default:
      return undefined
  }
}

const EVERY_FIELD = {
  petId: 12n,
  quantity: 3,
  shipDate: '2026-11-20T12:00:00Z',
  complete: false,
  status: 'pending',
} as const

function orderId({ id }: SmallOrder): SmallValues {
  return { orderId: id }
}

function addPet(store: SmallStore): bigint {
  const petId = store.nextId()
  store.pets.add(petId)
  return petId
}
