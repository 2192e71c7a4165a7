import type { RunningProvider } from '../running-provider.js'
import { startSmallProvider, type Answer, type Behaviour, type Call, type Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'

/**
 * Whose job it is to find a deviation: `pact` where one interaction of the contract shows it, `openapi` where the form
 * of one answer shows it, `model` where only a sequence or an unusual request shows it, and `states` where no check
 * can be trusted because a provider state fails: the run then ends with exit code 3.
 */
export type CaughtBy = 'pact' | 'openapi' | 'model' | 'states'

/** A provider that breaks one sentence of the specification, and keeps all the others as well as it can. */
export interface BrokenProvider {
  readonly name: string
  /** The sentence or clause of the specification that it breaks. */
  readonly breaks: string
  readonly caughtBy: CaughtBy
  readonly start: () => Promise<RunningProvider>
}

/** The providers that break this sentence, one for each deviation. */
export function breaking(breaks: string, caughtBy: CaughtBy, deviations: Record<string, Deviation>): BrokenProvider[] {
  return Object.entries(deviations).map(([name, deviation]) => ({
    name,
    breaks,
    caughtBy,
    start: () => startSmallProvider(deviation),
  }))
}

/** Changes what the list shows as a whole. */
export function listAs(change: (shown: readonly unknown[]) => unknown, status = 200): Deviation {
  return (usual) => ({ listOrders: () => usual.json(status, change(shownOrders(usual))) })
}

/** Changes the text of the list. */
export function listText(change: (json: string) => string): Deviation {
  return (usual) => ({
    listOrders: async (call) => {
      const answer = await usual.listOrders(call)
      return { ...answer, body: change(String(answer.body)) }
    },
  })
}

/** Changes which orders the list shows. */
export function listOnly(pick: (orders: readonly SmallOrder[]) => readonly SmallOrder[]): Deviation {
  return (usual) => ({ listed: () => pick(usual.listed()) })
}

/** Changes members of each order that the list shows, where the order has them. */
export function showAs(changes: Record<string, (value: unknown) => unknown>): Deviation {
  return (usual) => ({
    show: (order) => {
      const shown = usual.show(order) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(shown).map(([name, value]) => [
          name,
          value === undefined || !(name in changes) ? value : changes[name]?.(value),
        ]),
      )
    },
  })
}

/** Answers the cancel of an order of this status differently, and leaves the order as it is. */
export function cancelAs(status: SmallOrder['status'], answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ cancel: (order) => (order.status === status ? answer(usual) : usual.cancel(order)) })
}

/** Answers the cancel of a pending order differently, and carries it out. */
export function cancelledAs(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({
    cancel: async (order) => {
      const answered = await usual.cancel(order)
      return answered.status === 204 ? answer(usual) : answered
    },
  })
}

/** Answers the cancel of an unknown order differently. */
export function unknownAs(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ cancelOrder: (call) => (usual.find(call.id) ? usual.cancelOrder(call) : answer(usual)) })
}

/** Takes further bearer tokens for the key. */
export function nearly(also: (key: string, call: Call) => boolean): Deviation {
  return (usual) => ({
    admits: (call) => {
      const key = /^bearer +(.+)$/i.exec(call.authorization ?? '')?.[1]
      return usual.admits(call) || (key !== undefined && also(key, call))
    },
  })
}

/** Does something more with every order that a cancel has just cancelled. */
export function afterCancel(also: (order: SmallOrder, store: SmallStore) => void): Deviation {
  return (usual, store) => ({
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      if (answer.status === 204) also(order, store)
      return answer
    },
  })
}

/** Does something more with every order whose cancel has just been refused. */
export function afterRefusal(also: (order: SmallOrder, store: SmallStore) => void): Deviation {
  return (usual, store) => ({
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      if (answer.status !== 204) also(order, store)
      return answer
    },
  })
}

/** Lets these requests in as well. */
export function admitAlso(also: (call: Call) => boolean): Deviation {
  return (usual) => ({ admits: (call) => usual.admits(call) || also(call) })
}

export function queryOf(url: string | undefined): URLSearchParams {
  return new URL(url ?? '/', 'http://shop').searchParams
}

function shownOrders(usual: Behaviour): unknown[] {
  return usual.listed().map((order) => usual.show(order))
}
