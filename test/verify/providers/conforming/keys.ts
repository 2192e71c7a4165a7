import { withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** Providers with unusual keys and addresses. */
export const conformingKeys: ConformingProvider[] = [
  ...allowed('Authentication: how keys are issued is not shown.', {
    'has a key of all the characters of a token': { apiKey: 'aZ09-._~+/=' },
    'has a key of digits': { apiKey: '0123456789' },
    'has a key of capitals': { apiKey: 'SHOPKEY' },
    'has a key of small letters': { apiKey: 'shopkey' },
    'has a key of one letter': { apiKey: 'k' },
    'has a key of one letter many times': { apiKey: 'aaaaaaaaaaaaaaaa' },
    'has a key of a thousand letters': { apiKey: 'Key.'.repeat(250) },
    'has a key that sounds wrong': { apiKey: 'wrong-key' },
    'has a key that sounds invalid': { apiKey: 'invalid-key' },
    'has a key that is called invalid': { apiKey: 'invalid' },
    'has a key like that of the mock': { apiKey: 'test-key' },
    'has a key like another scheme': { apiKey: 'Basic' },
  }),
  ...allowed('Authentication: a 401 carries an Error object; its headers are not shown.', {
    'sends no challenge': (usual) => ({
      refuse: (call) => withHeaders(usual.refuse(call), { 'www-authenticate': [] }),
    }),
    'sends several challenges': (usual) => ({
      refuse: (call) =>
        withHeaders(usual.refuse(call), {
          'www-authenticate': ['Bearer realm="a, b", error="invalid_token"', 'Basic realm="shop"'],
        }),
    }),
    'knows the scheme in this spelling alone': (usual) => ({
      admits: (call) => call.authorization?.startsWith('Bearer ') === true && usual.admits(call),
    }),
  }),
  ...allowed('Base addresses: the address is given, and ends in /v1.', {
    'stands behind a path': { prefix: '/api/shop' },
    'stands behind a path like its own': { prefix: '/v1/pets/store/orders' },
    'stands behind an encoded path': { prefix: '/caf%C3%A9%20no%2F7' },
  }),
]
