import { reachState } from '../small-states.js'
import { SmallStore } from '../small-store.js'
import { allowed, type ConformingProvider, idsAsStrings, withBackground } from './conforming-provider.js'

/** How a state is set up is up to the provider, as is what else it returns. */
export const freeProviderStates: ConformingProvider[] = [
  ...allowed('Provider states: ids come back as numbers or decimal strings, with other values if need be.', {
    'returns all ids as strings': idsAsStrings,
  }),
  ...allowed("Provider states: Pact's protocol takes any 2xx, and a body only where there are values.", {
    'answers states without values with 204': (usual) => ({
      sendValues: (response, values) =>
        isEmpty(values) ? usual.send(response, { status: 204, headers: {} }) : usual.sendValues(response, values),
    }),
    'takes 150 ms for a state': (usual) => ({
      sendValues: (response, values) => void setTimeout(() => usual.sendValues(response, values), 150),
    }),
  }),
  ...allowed('Provider states: how a state is reached is left to the provider.', {
    'empties its store for every state': (usual, store) => ({
      setUp: (state, params) => {
        store.orders = []
        return usual.setUp(state, params)
      },
    }),
    'starts afresh for every state, with the same ids': (_, store) => ({
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        store.orders = fresh.orders
        store.pets = fresh.pets
        return values
      },
    }),
  }),
  ...allowed('Provider states: a provider that cannot reach a state answers 501.', {
    'cannot make large ids': { unsupported: ['an order with a large id'] },
    'cannot make shipped or cancelled orders': { unsupported: ['a shipped order', 'a cancelled order'] },
    'cannot empty its store, and has other orders': { unsupported: ['no orders'], deviation: withBackground(3) },
  }),
]

function isEmpty(values: object | undefined): boolean {
  return values !== undefined && Object.keys(values).length === 0
}
