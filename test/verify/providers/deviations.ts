import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Behaviour, Call, Deviation } from './small-provider.js'
import type { SmallOrder, SmallStore } from './small-store.js'

// What the deviations of broken and of conforming providers are made of.

type Act = (order: SmallOrder, store: SmallStore) => void
type Shop = { readonly usual: Behaviour; readonly store: SmallStore }
type Step = 'answer' | 'refuse' | 'listOrders' | 'cancelOrder' | 'getPet'
type Instead = (usual: Behaviour, call: Call) => Answer | Promise<Answer>
type AgeMs = (order: SmallOrder) => number
export type IsMeant = (call: Call, shop: Shop) => boolean | undefined

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

export function withoutStates(unsupported: readonly string[], deviation: Deviation = () => ({})): Deviation {
  return (usual, store) => {
    const deviant = deviation(usual, store)
    const { setUp = usual.setUp } = deviant
    return { ...deviant, setUp: (state, params) => (unsupported.includes(state) ? undefined : setUp(state, params)) }
  }
}

/** Knows how long ago each order was created by a provider state; 0 for those that were created otherwise. */
export function withAges(deviation: (ageMs: AgeMs, usual: Behaviour) => Partial<Behaviour>): Deviation {
  return (usual, store) => {
    const since = new WeakMap<SmallOrder, number>()
    const ageMs = (order: SmallOrder) => performance.now() - (since.get(order) ?? performance.now())
    const noting = withNewOrders((order) => since.set(order, performance.now()))
    return { ...noting(usual, store), ...deviation(ageMs, usual) }
  }
}

/** Does something more with every order that a cancel has just cancelled. */
export const afterCancel = afterCancels((status) => status === 204)

/** Does something more with every order whose cancel has just been refused. */
export const afterRefusal = afterCancels((status) => status !== 204)

function afterCancels(isMeant: (status: number) => boolean): (also: Act) => Deviation {
  return (also) => (usual, store) => ({
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      if (isMeant(answer.status)) also(order, store)
      return answer
    },
  })
}

/** Answers the cancel of an order of this status differently, and leaves the order as it is. */
export function cancelAs(status: SmallOrder['status'], answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ cancel: (order) => (order.status === status ? answer(usual) : usual.cancel(order)) })
}

export function showing(fields: (order: SmallOrder) => object): Deviation {
  return (usual) => ({ show: (order) => ({ ...(usual.show(order) as object), ...fields(order) }) })
}

export function eachAnswer(step: Step, change: (answer: Answer, call: Call, shop: Shop) => Answer): Deviation {
  return (usual, store) => ({ [step]: async (call: Call) => change(await usual[step](call), call, { usual, store }) })
}

export function where(step: Step, isMeant: IsMeant, answer: Instead): Deviation {
  return (usual, store) => ({
    [step]: (call: Call) => (isMeant(call, { usual, store }) ? answer(usual, call) : usual[step](call)),
  })
}

export function delaying(step: Step, ms: number): Deviation {
  return (usual) => ({ [step]: (call: Call) => delay(ms).then(() => usual[step](call)) })
}

export function failing(step: Step, status: number, code: string, isMeant: IsMeant): Deviation {
  return where(step, isMeant, (usual) => usual.error(status, code))
}

export function cancelIfPending(order: SmallOrder | undefined): void {
  if (order?.status === 'pending') order.status = 'cancelled'
}

export function shipIfPending(order: SmallOrder): void {
  if (order.status === 'pending') order.status = 'shipped'
}
