import type { Behaviour, Deviation } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers whose states lie or fail, so that a run could be green without having tried anything. */
export const brokenStates: BrokenProvider[] = [
  ...breaking(
    'Provider states: a state that cannot be reached for another reason than "not supported" fails the run.',
    'states',
    {
      'fails to reach any state': (usual) => ({
        sendValues: (response) => usual.send(response, usual.error(500, 'no')),
      }),
      'fails to reach a shipped order': (usual) => ({
        setUp: failOn('a shipped order', usual.setUp),
      }),
      'fails to fill the store': (usual) => ({ setUp: failOn('many orders', usual.setUp) }),
      'refuses the tester': (usual) => ({ sendValues: (response) => usual.send(response, usual.error(403, 'no')) }),
      'has no states where it says it has': (usual) => ({
        sendValues: (response) => usual.send(response, usual.error(404, 'no_such_route')),
      }),
      'answers states with a page': (usual) => ({
        sendValues: (response) =>
          usual.send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }),
      }),
      'says 200 and hands out no ids': (usual) => ({ setUp: () => usual.setUp('no orders', {}) }),
      'hands out ids that are none': stateValues(() => ({ orderId: 'order-7', petId: 'Rex' })),
      'hands out null for ids': stateValues(() => ({ orderId: null, petId: null })),
      'gives a small id for a large one': otherState('an order with a large id', 'a pending order'),
      'hangs up on states': () => ({ sendValues: (response) => void response.socket?.destroy() }),
    },
  ),
  ...breaking(
    'Provider states: what a state says must hold (as it must for "a pending order": 204, order cancelled).',
    'pact',
    {
      'says 200 for every state and does nothing': (_, store) => ({
        setUp: (state) => ({
          orderId: state.includes('large') ? String(store.nextLargeId()) : store.nextId(),
          petId: store.nextId(),
        }),
      }),
      'gives a shipped order for a pending one': otherState('a pending order', 'a shipped order'),
      'gives a pending order for a shipped one': otherState('a shipped order', 'a pending order'),
      'gives a pending order for an unknown one': otherState('an unknown order id', 'a pending order'),
      'gives an order that lacks members for one with every field': otherState(
        'an order with every field',
        'a pending order',
      ),
      'never empties the store': (usual, store) => ({
        setUp: (state, params) => {
          store.add({ quantity: 1, status: 'pending' })
          return state === 'no orders' ? {} : usual.setUp(state, params)
        },
      }),
      'makes ten orders for many': (usual) => ({
        setUp: (state, params) => usual.setUp(state, state === 'many orders' ? { count: 10 } : params),
      }),
      'gives a pet that is not there': otherState('a pet', 'an unknown order id', 'petId'),
    },
  ),
  ...breaking('Provider states: what a state says must hold (as it must for "a cancelled order").', 'model', {
    'gives a pending order for a cancelled one': otherState('a cancelled order', 'a pending order'),
  }),
]

function failOn(failing: string, usual: Behaviour['setUp']): Behaviour['setUp'] {
  return (state, params) => {
    if (state === failing) throw new Error('The database is locked.')
    return usual(state, params)
  }
}

function stateValues(values: () => Record<string, unknown>): Deviation {
  return (usual) => ({
    setUp: (state, params) => {
      const given = usual.setUp(state, params)
      return given && Object.keys(given).length > 0 ? values() : given
    },
  })
}

/** Reaches another state than the one that was asked for. */
function otherState(asked: string, reached: string, name = 'orderId'): Deviation {
  return (usual) => ({
    setUp: (state, params) => {
      if (state !== asked) return usual.setUp(state, params)
      return { [name]: usual.setUp(reached, params)?.['orderId'] }
    },
  })
}
