import type { RunningProvider } from '../running-provider.js'
import {
  startSmallProvider,
  type Answer,
  type Behaviour,
  type Deviation,
  type SmallProviderOptions,
} from '../small-provider.js'

/** A provider that keeps the specification, and uses a freedom that the specification leaves. */
export interface ConformingProvider {
  readonly name: string
  /** Where the freedom comes from. */
  readonly freedom: string
  /** The provider states that it answers with 501: with them a run passes only where skipped checks are accepted. */
  readonly unsupported: readonly string[]
  readonly start: () => Promise<RunningProvider>
}

interface Special extends SmallProviderOptions {
  readonly deviation?: Deviation
  readonly unsupported?: readonly string[]
}

/** The providers that use this freedom, one for each deviation. */
export function allowed(freedom: string, providers: Record<string, Deviation | Special>): ConformingProvider[] {
  return Object.entries(providers).map(([name, provider]) => {
    const {
      deviation,
      unsupported = [],
      ...options
    }: Special = typeof provider === 'function' ? { deviation: provider } : provider
    return {
      name,
      freedom,
      unsupported,
      start: () => startSmallProvider(withoutStates(unsupported, deviation), options),
    }
  })
}

/** Changes every answer of the API on its way out. */
export function eachAnswer(change: (answer: Answer) => Answer): Deviation {
  return (usual) => ({ send: (response, answer) => usual.send(response, change(answer)) })
}

/** Changes the answer to the cancel of an order that has shipped. */
export function shippedAs(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ cancel: (order) => (order.status === 'shipped' ? answer(usual) : usual.cancel(order)) })
}

/** Changes the answer to the cancel of an order that was cancelled before. */
export function cancelledAgainAs(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ cancel: (order) => (order.status === 'cancelled' ? answer(usual) : usual.cancel(order)) })
}

/** Leaves cancelled orders out of the list. */
export const hidesCancelled: Deviation = (usual) => ({
  listed: () => usual.listed().filter(({ status }) => status !== 'cancelled'),
})

/** Hands out the ids of states as decimal strings. */
export const idsAsStrings: Deviation = (usual) => ({
  setUp: (state, params) => {
    const values = usual.setUp(state, params)
    return values && Object.fromEntries(Object.entries(values).map(([name, id]) => [name, String(id)]))
  },
})

/** Two deviations that replace different steps. */
export function both(one: Deviation, other: Deviation): Deviation {
  return (usual, store) => ({ ...one(usual, store), ...other(usual, store) })
}

function withoutStates(unsupported: readonly string[], deviation: Deviation = () => ({})): Deviation {
  return (usual, store) => {
    const deviant = deviation(usual, store)
    const { setUp = usual.setUp } = deviant
    return {
      ...deviant,
      setUp: (state, params) => (unsupported.includes(state) ? undefined : setUp(state, params)),
    }
  }
}

/** Puts other orders beside those of every state that does not want an empty store. */
export function withBackground(count: number): Deviation {
  return (usual, store) => ({
    setUp: (state, params) => {
      const values = usual.setUp(state, params)
      if (state === 'no orders') return values
      const present = store.orders.filter(({ quantity }) => quantity === 9).length
      for (let nth = present; nth < count; nth++)
        store.add({ quantity: 9, shipDate: '2026-12-24T18:00:00+01:00', status: nth % 2 === 0 ? 'pending' : 'shipped' })
      return values
    },
  })
}
