import type { Answer, Call, Deviation } from './small-provider.js'
import type { SmallOrder, SmallStore } from './small-store.js'

// What the deviations of broken and of conforming providers are made of.

type Act = (order: SmallOrder, store: SmallStore) => void

/** Does something with each order that a provider state has just created. */
export function withNewOrders(act: Act): Deviation {
  return (usual, store) => ({
    setUp: (state, params) => {
      const known = new Set(store.orders)
      const values = usual.setUp(state, params)
      for (const order of store.orders) if (!known.has(order)) act(order, store)
      return values
    },
  })
}

/** Does something more with every order that a cancel has just cancelled. */
export function afterCancel(also: Act): Deviation {
  return (usual, store) => ({
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      if (answer.status === 204) also(order, store)
      return answer
    },
  })
}

/** Does something more with every order whose cancel has just been refused. */
export function afterRefusal(also: Act): Deviation {
  return (usual, store) => ({
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      if (answer.status !== 204) also(order, store)
      return answer
    },
  })
}

/** Shows other fields of each order than usually, or more. */
export function showing(fields: (order: SmallOrder) => object): Deviation {
  return (usual) => ({ show: (order) => ({ ...(usual.show(order) as object), ...fields(order) }) })
}

/** Changes every answer to a request for the list or for a pet. */
export function eachAnswer(
  operation: 'listOrders' | 'getPet',
  change: (answer: Answer, call: Call) => Answer,
): Deviation {
  return (usual) => ({ [operation]: async (call: Call) => change(await usual[operation](call), call) })
}

export function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}

export function shipIfPending(order: SmallOrder): void {
  if (order.status === 'pending') order.status = 'shipped'
}
