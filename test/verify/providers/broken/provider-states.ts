import type { Behaviour } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers whose states lie or fail, so that a run could be green without having tried anything. */
export const providerStates: BrokenProvider[] = [
  ...breaking(
    'Provider states: a state that cannot be reached for another reason than "not supported" fails the run.',
    'states',
    {
      'fails to set up a shipped order': (usual) => ({
        setUp: failOn('a shipped order', usual.setUp),
      }),
      'refuses the tester': (usual) => ({ sendValues: (response) => usual.send(response, usual.error(403, 'no')) }),
      'answers states with a page': (usual) => ({
        sendValues: (response) =>
          usual.send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }),
      }),
      'sets up states and returns no ids': (usual) => ({ setUp: () => usual.setUp('no orders', {}) }),
    },
  ),
]

function failOn(failing: string, usual: Behaviour['setUp']): Behaviour['setUp'] {
  return (state, params) => {
    if (state === failing) throw new Error('The database is locked.')
    return usual(state, params)
  }
}
