import type { Call, Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that change something while somebody only reads. */
export const reads: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} reads a pet, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'ships pending orders when a pet is read': onRead('getPet', (order) => turn(order, 'pending', 'shipped')),
    'cancels pending orders when a pet is read': onRead('getPet', (order) => turn(order, 'pending', 'cancelled')),
    'revives cancelled orders when a pet is read': onRead('getPet', (order) => turn(order, 'cancelled', 'pending')),
    'unships orders when a pet is read': onRead('getPet', (order) => turn(order, 'shipped', 'pending')),
    'changes quantities when a pet is read': onRead('getPet', (order) => (order.quantity = (order.quantity ?? 0) + 1)),
    'loses the newest order when a pet is read': onRead('getPet', (order, store) => {
      if (order === store.orders.at(-1)) store.remove(order.id)
    }),
    'loses a pet once it was read': (usual, store) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        store.pets.delete(BigInt(call.id))
        return answer
      },
    }),
  }),
  ...breaking('List orders: lists orders, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'ships pending orders when the list is read': onRead('listOrders', (order) => turn(order, 'pending', 'shipped')),
    'ships pending orders when the list is read for the third time': onRead('listOrders', thirdTime('shipped')),
    'cancels pending orders when the list is read for the third time': onRead('listOrders', thirdTime('cancelled')),
    'unships orders when the list is read': onRead('listOrders', (order) => turn(order, 'shipped', 'pending')),
    'loses cancelled and shipped orders when the list is read': onRead('listOrders', (order, store) => {
      if (order.status !== 'pending') store.remove(order.id)
    }),
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

function thirdTime(status: SmallOrder['status']): Change {
  const seen = new WeakMap<SmallOrder, number>()
  return (order) => {
    const times = (seen.get(order) ?? 0) + 1
    seen.set(order, times)
    if (times === 3) turn(order, 'pending', status)
  }
}
