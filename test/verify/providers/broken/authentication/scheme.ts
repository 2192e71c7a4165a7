import { SMALL_KEY } from '../../small-provider.js'
import { admitAlso, breaking, type BrokenProvider, nearly, queryOf, scheme } from '../broken-provider.js'

/** Providers that take the key under another scheme, or from another place. */
export const keyScheme: BrokenProvider[] = [
  ...breaking(
    'Authentication: the API key is sent as the bearer token in `Authorization: Bearer <API_KEY>`.',
    'model',
    {
      'takes the key under the scheme Basic': admitAlso(({ authorization }) => authorization === `Basic ${SMALL_KEY}`),
      'takes the key in Base64 under the scheme Basic': admitAlso(
        ({ authorization }) =>
          authorization === `Basic ${btoa(SMALL_KEY)}` || authorization === `Basic ${btoa(`${SMALL_KEY}:`)}`,
      ),
      'takes the key under any scheme': admitAlso(({ authorization }) => authorization?.split(' ')[1] === SMALL_KEY),
      'takes the key without a scheme': admitAlso(({ authorization }) => authorization === SMALL_KEY),
      'takes the key under the scheme Token when listing': admitAlso(
        ({ authorization, operation }) => operation === 'listOrders' && authorization === `Token ${SMALL_KEY}`,
      ),
      'finds the key anywhere in the header': admitAlso(
        ({ authorization }) => authorization?.includes(SMALL_KEY) === true,
      ),
      'takes the key from the query': admitAlso(({ request }) => queryOf(request.url).get('api_key') === SMALL_KEY),
      'takes the token from the query': admitAlso(
        ({ request }) => queryOf(request.url).get('access_token') === SMALL_KEY,
      ),
      'takes the key from a cookie': admitAlso(({ request }) => request.headers.cookie?.includes(SMALL_KEY) === true),
      'takes the key from X-API-Key': admitAlso(({ request }) => request.headers['x-api-key'] === SMALL_KEY),
      'takes the key as a password': admitAlso(
        ({ authorization }) => atob(/^Basic (.*)/.exec(authorization ?? '')?.[1] ?? '').split(':')[1] === SMALL_KEY,
      ),
      'takes the key after any word that ends in Bearer': admitAlso(
        ({ authorization }) => authorization?.endsWith(`Bearer ${SMALL_KEY}`) === true,
      ),
      'decodes the key as an address': nearly((key) => decoded(key) === SMALL_KEY),
      'decodes the key from Base64': nearly((key) => key === btoa(SMALL_KEY)),
      'ignores hyphens in the key': nearly((key) => key.replaceAll('-', '') === SMALL_KEY.replaceAll('-', '')),
      'takes the key before a comma and another key': nearly((key) => key.split(',')[0] === SMALL_KEY),
    },
  ),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes the key under the scheme Token': scheme('Token'),
    'takes the key under the scheme ApiKey': scheme('ApiKey'),
    'takes the key under the scheme Digest': scheme('Digest'),
    'takes the key under the scheme Bear': scheme('Bear'),
    'takes the key under the scheme Bearers': scheme('Bearers'),
    'takes the key right after the scheme': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer${SMALL_KEY}`,
    }),
    'takes the key after a colon': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer: ${SMALL_KEY}`,
    }),
  }),
]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
