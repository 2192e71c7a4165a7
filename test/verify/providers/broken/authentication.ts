import { SMALL_KEY, type Answer, type Behaviour, type Call, type Deviation, withHeaders } from '../small-provider.js'
import { admitAlso, breaking, nearly, queryOf, type BrokenProvider } from './broken-provider.js'

/** Providers that serve requests without a key. */
export const missingKey: BrokenProvider[] = [
  ...breaking('Authentication: a missing key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'listOrders'),
    'cancels orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'cancelOrder'),
  }),
  ...breaking('Authentication: a missing key yields status 401.', 'model', {
    'takes an empty header for a key': admitAlso(({ authorization }) => authorization === ''),
    'asks for a key only where the order exists': (usual) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'cancelOrder' && !usual.find(call.id)),
    }),
    'trusts a connection on which the key was sent once': (usual) => {
      const trusted = new WeakSet<object>()
      return {
        admits: (call) => {
          if (usual.admits(call)) trusted.add(call.request.socket)
          return trusted.has(call.request.socket)
        },
      }
    },
    'shows the list to everybody once somebody sent the key': (usual) => {
      let isCached = false
      return {
        admits: (call) => {
          isCached ||= usual.admits(call) && call.operation === 'listOrders'
          return usual.admits(call) || (isCached && call.operation === 'listOrders')
        },
      }
    },
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'asks for no key where the order was cancelled': (usual) => ({
      admits: (call) =>
        usual.admits(call) || (call.operation === 'cancelOrder' && usual.find(call.id)?.status === 'cancelled'),
    }),
    'lets everybody in after 100 requests': (usual) => {
      let requests = 0
      return { admits: (call) => ++requests > 100 || usual.admits(call) }
    },
  }),
]

function isMissing({ authorization }: Call): boolean {
  return authorization === undefined
}

/** Providers that take a wrong key, or refuse the right one. */
export const invalidKey: BrokenProvider[] = [
  ...breaking('Authentication: an invalid key yields status 401. The scheme applies to every operation.', 'pact', {
    'cancels orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'cancelOrder'),
    'shows pets for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: an invalid key yields status 401.', 'model', {
    'compares keys without regard to case': admitAlso((call) => keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase()),
    'takes the beginning of the key': admitAlso((call) => keyOf(call) !== '' && SMALL_KEY.startsWith(keyOf(call))),
    'takes a longer key when listing': admitAlso(
      (call) => call.operation === 'listOrders' && keyOf(call).startsWith(SMALL_KEY),
    ),
    'takes every key of the right length': admitAlso((call) => keyOf(call).length === SMALL_KEY.length),
    'refuses the right key after five wrong ones': (usual) => {
      let wrong = 0
      return { admits: (call) => (usual.admits(call) ? wrong < 5 : ++wrong < 0) }
    },
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes the word undefined for a key': nearly((key) => key === 'undefined' || key === 'null'),
    'takes several keys separated by commas': nearly((key) => key.split(',').includes(SMALL_KEY)),
  }),
]

function keyOf({ authorization }: Call): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

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

/** Providers that refuse a wrong key in the wrong way. */
export const keyRefusal: BrokenProvider[] = [
  ...breaking('Authentication: a missing or invalid key yields status 401, and nothing else.', 'openapi', {
    'refuses a key and goes on to a second answer': (usual) => ({
      send: (response, answer) => {
        if (answer.status !== 401) return usual.send(response, answer)
        const { body = '' } = answer
        const head = `HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
        response.socket?.write(`${head}${String(body)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)
        response.socket?.end()
      },
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'pact', {
    'refuses a wrong key with 403': refuseWith(({ authorization }) => (authorization === undefined ? 401 : 403)),
    'answers a missing key with an empty list': (usual) => ({
      refuse: (call) => (call.operation === 'listOrders' ? usual.json(200, []) : usual.refuse(call)),
    }),
    'redirects requests without a key to a login page': (usual) => ({
      refuse: (call) =>
        call.authorization === undefined ? { status: 302, headers: { location: '/login' } } : usual.refuse(call),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, near misses included.', 'model', {
    'answers an empty bearer with 500': refuseWith(({ authorization }) =>
      /^bearer *$/i.test(authorization ?? '') ? 500 : 401,
    ),
  }),
  ...breaking(
    'Errors: error responses use the Error object (fields code, message, status; all three present).',
    'openapi',
    {
      'refuses keys with plain text': refusal(() => ({
        status: 401,
        headers: { 'content-type': 'text/plain' },
        body: 'No.',
      })),
      'refuses keys without a code': refusal((usual) => usual.json(401, { message: 'No.', status: 401 })),
      'refuses keys for pets with an empty object': (usual) => ({
        refuse: (call) => (call.operation === 'getPet' ? usual.json(401, {}) : usual.refuse(call)),
      }),
    },
  ),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'answers 401 with the status 403 in its body': refusal((usual) =>
      usual.json(401, { code: 'no', message: 'No.', status: 403 }),
    ),
  }),
]

function refuseWith(statusFor: (call: Call) => number): Deviation {
  return (usual) => ({
    refuse: (call) => withHeaders(usual.error(statusFor(call), 'bad_key'), { 'www-authenticate': 'Bearer' }),
  })
}

function refusal(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ refuse: () => answer(usual) })
}
