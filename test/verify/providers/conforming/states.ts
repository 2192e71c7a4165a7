import { SmallStore, type SmallOrder } from '../small-store.js'
import type { Deviation } from '../small-provider.js'
import { reachState } from '../small-states.js'
import { allowed, idsAsStrings, type ConformingProvider } from './conforming-provider.js'

const LARGE = 2n ** 53n + 1n

/** Providers whose states are reached in an unusual way, or whose store has a life of its own. */
export const conformingStates: ConformingProvider[] = [
  ...allowed('Provider states: ids come back as numbers or decimal strings, with other values if need be.', {
    'hands out all ids as strings': idsAsStrings,
    'hands out large ids as exact numbers': (usual) => ({
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        return typeof values?.['orderId'] === 'string' ? { orderId: BigInt(values['orderId']) } : values
      },
    }),
    'hands out further values': (usual) => ({
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        return values && { state, ...values, note: null, made: { at: '2026-11-20', ids: [2n ** 63n] } }
      },
    }),
  }),
  ...allowed("Provider states: Pact's protocol takes any 2xx, and a body only where there are values.", {
    'reaches states with 201': (usual) => ({
      sendValues: (response, values) =>
        values ? usual.send(response, usual.json(201, values)) : usual.sendValues(response, values),
    }),
    'reaches states without values with an empty 200': (usual) => ({
      sendValues: (response, values) =>
        isEmpty(values)
          ? usual.send(response, { status: 200, headers: { 'content-length': '0' } })
          : usual.sendValues(response, values),
    }),
    'reaches states without values with 204': (usual) => ({
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
    'begins anew for every state, with the same ids': (_, store) => ({
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        store.orders = fresh.orders
        store.pets = fresh.pets
        return values
      },
    }),
    'has one order for each state, and makes it good again': (usual, store) => ({
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
    'cannot empty its store, and has orders of its own': { unsupported: ['no orders'], deviation: withBackground(3) },
  }),
  ...allowed('What the service does: all orders placed in the store, whoever placed them.', {
    'has other orders, too': withBackground(5),
    'has thousands of other orders': withBackground(3000),
    'takes orders from other clients at any time': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
        cancelOrder: async (call) => {
          store.add({ quantity: 9, status: 'shipped' })
          return usual.cancelOrder(call)
        },
      }),
    },
    'serves other clients who cancel, change and remove their orders': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          const theirs = store.orders.filter(({ quantity }) => quantity === 9)
          if (theirs.length > 2) store.orders = store.orders.filter((order) => order !== theirs[0])
          for (const order of theirs.slice(1)) Object.assign(order, { status: 'shipped', complete: !order.complete })
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
      }),
    },
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

const FIXED: readonly [state: string, order: SmallOrder][] = [
  ['a pending order', { id: 1n, petId: 11n, status: 'pending' }],
  ['a shipped order', { id: 2n, complete: true, status: 'shipped' }],
  ['a cancelled order', { id: 3n, status: 'cancelled' }],
  ['an order with a large id', { id: LARGE, status: 'pending' }],
]

/** Puts other orders beside those of every state that does not want an empty store. */
function withBackground(count: number): Deviation {
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
