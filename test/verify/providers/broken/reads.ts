import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that change something while somebody only reads. */
export const reads: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} reads a pet, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'cancels pending orders when a pet is read': onRead('getPet', (order) => turn(order, 'pending', 'cancelled')),
  }),
  ...breaking('List orders: lists orders, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'unships orders when the list is read': onRead('listOrders', (order) => turn(order, 'shipped', 'pending')),
  }),
]

type Change = (order: SmallOrder, store: SmallStore) => void

function onRead(operation: NonNullable<Call['operation']>, change: Change): Deviation {
  return (usual, store) => ({
    [operation]: async (call: Call) => {
      const answer = await usual[operation](call)
      for (const order of store.orders.slice()) change(order, store)
      return answer
    },
  })
}

function turn(order: SmallOrder, from: SmallOrder['status'], to: SmallOrder['status']): void {
  if (order.status === from) order.status = to
}
