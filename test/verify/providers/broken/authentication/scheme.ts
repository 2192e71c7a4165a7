import { SMALL_KEY } from '../../small-provider.js'
import { admitAlso, breaking, type BrokenProvider, queryOf } from '../broken-provider.js'

/** Providers that take the key under another scheme, or from another place. */
export const keyScheme: BrokenProvider[] = [
  ...breaking(
    'Authentication: the API key is sent as the bearer token in `Authorization: Bearer <API_KEY>`.',
    'model',
    {
      'takes the key in Base64 under the scheme Basic': admitAlso(
        ({ authorization }) =>
          authorization === `Basic ${btoa(SMALL_KEY)}` || authorization === `Basic ${btoa(`${SMALL_KEY}:`)}`,
      ),
      'takes the key under any scheme': admitAlso(({ authorization }) => authorization?.split(' ')[1] === SMALL_KEY),
      'takes the key without a scheme': admitAlso(({ authorization }) => authorization === SMALL_KEY),
      'takes the key from the query': admitAlso(({ request }) => queryOf(request.url).get('api_key') === SMALL_KEY),
      'takes the key from a cookie': admitAlso(({ request }) => request.headers.cookie?.includes(SMALL_KEY) === true),
      'takes the key from X-API-Key': admitAlso(({ request }) => request.headers['x-api-key'] === SMALL_KEY),
    },
  ),
]
