import { reachState } from '../small-states.js'
import { type SmallOrder, SmallStore } from '../small-store.js'
import { allowed, type ConformingProvider, idsAsStrings, withBackground } from './conforming-provider.js'

/** How a state is set up is up to the provider, as is what else it returns. */
export const freeProviderStates: ConformingProvider[] = [
  ...allowed('Provider states: ids come back as numbers or decimal strings, with other values if need be.', {
    'returns all ids as strings': idsAsStrings,
    'returns large ids as exact numbers': (usual) => ({
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        return typeof values?.['orderId'] === 'string' ? { orderId: BigInt(values['orderId']) } : values
      },
    }),
    'returns additional values': (usual) => ({
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        return values && { state, ...values, note: null, made: { at: '2026-11-20', ids: [2n ** 63n] } }
      },
    }),
  }),
  ...allowed("Provider states: Pact's protocol takes any 2xx, and a body only where there are values.", {
    'answers states with 201': (usual) => ({
      sendValues: (response, values) =>
        values ? usual.send(response, usual.json(201, values)) : usual.sendValues(response, values),
    }),
    'answers states without values with an empty 200': (usual) => ({
      sendValues: (response, values) =>
        isEmpty(values)
          ? usual.send(response, { status: 200, headers: { 'content-length': '0' } })
          : usual.sendValues(response, values),
    }),
    'answers states without values with 204': (usual) => ({
      sendValues: (response, values) =>
        isEmpty(values) ? usual.send(response, { status: 204, headers: {} }) : usual.sendValues(response, values),
    }),
    'cannot tear down': () => ({ tearDown: () => undefined }),
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
    'has one order for each state, and restores it': (usual, store) => ({
      setUp: (state, params) => fixedState(store, state) ?? usual.setUp(state, params),
    }),
    'makes more orders than it was asked for': (usual) => ({
      setUp: (state, params) =>
        usual.setUp(state, state === 'many orders' ? { count: Number(params['count'] ?? 250) * 2 } : params),
    }),
  }),
  ...allowed('Provider states: a provider that cannot reach a state answers 501.', {
    'cannot make large ids': { unsupported: ['an order with a large id'] },
    'has no pets': { unsupported: ['a pet'] },
    'cannot make shipped or cancelled orders': { unsupported: ['a shipped order', 'a cancelled order'] },
    'cannot empty its store, and has other orders': { unsupported: ['no orders'], deviation: withBackground(3) },
  }),
]

function isEmpty(values: object | undefined): boolean {
  return values !== undefined && Object.keys(values).length === 0
}

function fixedState(store: SmallStore, state: string): Record<string, unknown> | undefined {
  const fixed = FIXED.find(([name]) => name === state)
  if (!fixed) return undefined
  const [, order] = fixed
  store.remove(order.id)
  store.add({ ...order })
  return { orderId: order.id > LARGE - 1n ? String(order.id) : order.id }
}

const LARGE = 2n ** 53n + 1n

const FIXED: readonly [state: string, order: SmallOrder][] = [
  ['a pending order', { id: 1n, petId: 11n, status: 'pending' }],
  ['a shipped order', { id: 2n, complete: true, status: 'shipped' }],
  ['a cancelled order', { id: 3n, status: 'cancelled' }],
  ['an order with a large id', { id: LARGE, status: 'pending' }],
]
