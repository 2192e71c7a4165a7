import { type Behaviour, type Deviation, withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** What keys look like is open, and so is what a 401 says beside its Error object. */
export const freeAuthentication: ConformingProvider[] = [
  ...allowed('Authentication: how keys are issued is not shown.', {
    'has a key of all the characters of a token': { apiKey: 'aZ09-._~+/=' },
    'has a key of one letter': { apiKey: 'k' },
    'has a key of one repeated letter': { apiKey: 'aaaaaaaaaaaaaaaa' },
    'has a key that sounds wrong': { apiKey: 'wrong-key' },
    'has a key that begins with another key and a tilde': {
      apiKey: 'Shop-Key7~~verify',
      deviation: (usual) => ({
        admits: (call) => usual.admits(call) || call.authorization === 'Bearer Shop-Key7',
      }),
    },
  }),
  ...allowed('Authentication: a 401 carries an Error object; its headers are not shown.', {
    'sends no challenge': (usual) => ({
      refuse: (call) => withHeaders(usual.refuse(call), { 'www-authenticate': [] }),
    }),
    'takes the scheme in this spelling only': (usual) => ({
      admits: (call) => call.authorization?.startsWith('Bearer ') === true && usual.admits(call),
    }),
  }),
  ...allowed(
    'Authentication: a request with parameters that nobody asked for may be refused before its key is looked at.',
    {
      'refuses every query with 404, whatever the key': refusingQueries(404),
    },
  ),
]

function refusingQueries(status: number): Deviation {
  return (usual: Behaviour) => ({
    answer: (call) => (call.request.url?.includes('?') === true ? usual.error(status, 'query') : usual.answer(call)),
  })
}
