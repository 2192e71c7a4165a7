import type { Behaviour, Deviation } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers whose states lie or fail, so that a run could be green without having tried anything. */
export const providerStates: BrokenProvider[] = [
  ...breaking(
    'Provider states: a state that cannot be reached for another reason than "not supported" fails the run.',
    'states',
    {
      'fails to set up any state': (usual) => ({
        sendValues: (response) => usual.send(response, usual.error(500, 'no')),
      }),
      'fails to set up a shipped order': (usual) => ({
        setUp: failOn('a shipped order', usual.setUp),
      }),
      'fails to fill the store': (usual) => ({ setUp: failOn('many orders', usual.setUp) }),
      'refuses the tester': (usual) => ({ sendValues: (response) => usual.send(response, usual.error(403, 'no')) }),
      'answers states with 404': (usual) => ({
        sendValues: (response) => usual.send(response, usual.error(404, 'no_such_route')),
      }),
      'answers states with a page': (usual) => ({
        sendValues: (response) =>
          usual.send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }),
      }),
      'sets up states and returns no ids': (usual) => ({ setUp: () => usual.setUp('no orders', {}) }),
      'returns malformed ids from states': stateValues(() => ({ orderId: 'order-7', petId: 'Rex' })),
      'returns null as ids from states': stateValues(() => ({ orderId: null, petId: null })),
      'returns a small id for an order with a large id': otherState('an order with a large id', 'a pending order'),
      'hangs up on states': () => ({ sendValues: (response) => void response.socket?.destroy() }),
    },
  ),
  ...breaking(
    'Provider states: what a state says must hold (as it must for "a pending order": 204, order cancelled).',
    'pact',
    {
      'answers 200 for every state and does nothing': (_, store) => ({
        setUp: (state) => ({
          orderId: state.includes('large') ? String(store.nextLargeId()) : store.nextId(),
          petId: store.nextId(),
        }),
      }),
      'sets up a shipped order instead of a pending one': otherState('a pending order', 'a shipped order'),
      'sets up a pending order instead of a shipped one': otherState('a shipped order', 'a pending order'),
      'sets up a pending order instead of an unknown id': otherState('an unknown order id', 'a pending order'),
      'sets up an order that lacks members instead of one with every field': otherState(
        'an order with every field',
        'a pending order',
      ),
      'never empties the store': (usual, store) => ({
        setUp: (state, params) => {
          store.add({ quantity: 1, status: 'pending' })
          return state === 'no orders' ? {} : usual.setUp(state, params)
        },
      }),
      'makes ten orders instead of many': (usual) => ({
        setUp: (state, params) => usual.setUp(state, state === 'many orders' ? { count: 10 } : params),
      }),
      'returns the id of a pet that does not exist': otherState('a pet', 'an unknown order id', 'petId'),
    },
  ),
  ...breaking('Provider states: what a state says must hold (as it must for "a cancelled order").', 'model', {
    'sets up a pending order instead of a cancelled one': otherState('a cancelled order', 'a pending order'),
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
