import { afterCancel, where } from '../deviations.js'
import { type Call, type Deviation, SMALL_KEY, withHeaders } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { breaking, type BrokenProvider, queryOf, sendingRaw } from './broken-provider.js'

/** Providers that serve requests without a key, take a wrong one, or refuse keys in the wrong way. */
export const authentication: BrokenProvider[] = [
  ...breaking('Authentication: a missing key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders without a key': admitAlso((call) => isMissing(call) && isList(call)),
    'cancels orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'cancelOrder'),
    'shows pets for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, each time.', 'model', {
    'asks for no key where the path ends in a slash': openAt(/(\/store\/orders)\/$/),
    'asks for no key where a letter of the path is encoded': openAt(/\/%73(tore\/orders)$/),
    'asks for no key where the path leads through another one': openAt(/\/pets\/\.\.;(\/store\/orders)$/),
    'asks for no key where the path leads back from another one': openAt(/\/pets\/\.\.(\/store\/orders)$/),
    'asks for no key to cancel where the path ends in a slash': openAt(/\/orders\/(\d+)\/$/),
    'asks for no key to cancel where the path begins with a capital': openAt(/\/Store\/Orders\/(\d+)$/),
    'asks for no key for a pet where the path ends in a slash': openAt(/\/pets\/(\d+)\/$/),
    'asks for no key for a pet where the path has a second slash': openAt(/\/pets\/\/(\d+)$/),
    'asks for a key only where the pet exists': (usual, store) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'getPet' && !store.pets.has(BigInt(call.id))),
    }),
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
    'lets everybody in after 100 requests': (usual) => {
      let requests = 0
      return { admits: (call) => ++requests > 100 || usual.admits(call) }
    },
    'refuses the right key after five wrong ones': (usual) => {
      let wrong = 0
      return { admits: (call) => (usual.admits(call) ? wrong < 5 : ++wrong < 0) }
    },
    'answers 304 to whoever names the ETag of the list': (usual) => {
      const etag = '"the-only-version"'
      return {
        refuse: (call) =>
          call.request.headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : usual.refuse(call),
        listOrders: async (call) => withHeaders(await usual.listOrders(call), { etag }),
      }
    },
    'refuses the right key beside the cookie that it has set': (usual) => ({
      admits: (call) => usual.admits(call) && call.request.headers.cookie !== 'own=1',
      answer: async (call) => withHeaders(await usual.answer(call), { 'set-cookie': 'own=1; Path=/' }),
    }),
    'takes every 60th wrong key': (usual) => {
      let refused = 0
      return { admits: (call) => usual.admits(call) || ++refused % 60 === 0 }
    },
    'compares keys without regard to case': admitAlso((call) => keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase()),
    'takes the beginning of the key': admitAlso((call) => keyOf(call) !== '' && SMALL_KEY.startsWith(keyOf(call))),
    'takes the name of what every object has': admitAlso((call) => keyOf(call) in {}),
    'takes the key of the documentation': admitAlso((call) => keyOf(call) === '<API_KEY>'),
    'takes the user whom a gateway names': admitAlso(({ request }) => 'x-consumer-username' in request.headers),
    'puts the key into a query in SQL': admitAlso((call) => /^'OR'(.*)'='\1$/.test(keyOf(call).split(' ')[0] ?? '')),
    'takes what stands before a question mark': admitAlso((call) => keyOf(call).split('?')[0] === SMALL_KEY),
    'takes what stands before a semicolon': admitAlso((call) => keyOf(call).split(';')[0] === SMALL_KEY),
    'takes a longer key when listing': admitAlso((call) => isList(call) && keyOf(call).startsWith(SMALL_KEY)),
  }),
  ...breaking('Authentication: the API key is sent as the bearer token, `Authorization: Bearer <API_KEY>`.', 'model', {
    'takes the key under any scheme': admitAlso(({ authorization }) => authorization?.split(' ')[1] === SMALL_KEY),
    'takes whatever looks like a JWT': admitAlso((call) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(keyOf(call))),
    'takes the key without a scheme': admitAlso(({ authorization }) => authorization === SMALL_KEY),
    'takes the key from the query': admitAlso(({ request }) => queryOf(request.url).get('api_key') === SMALL_KEY),
    'takes the key from X-API-Key': admitAlso(({ request }) => request.headers['x-api-key'] === SMALL_KEY),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, and nothing else.', 'openapi', {
    'refuses a key and goes on to a second answer': sendingRaw(401, ({ body = '' }) => {
      const head = `HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
      return `${head}${String(body)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'pact', {
    'refuses a wrong key with 403': refuseWith(({ authorization }) => (authorization === undefined ? 401 : 403)),
    'answers a missing key with an empty list': where('refuse', isList, (usual) => usual.json(200, [])),
    'redirects requests without a key to a login page': where('refuse', isMissing, () => LOGIN),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, near misses included.', 'model', {
    'answers an empty bearer with 500': refuseWith((call) =>
      /^bearer *$/i.test(call.authorization ?? '') ? 500 : 401,
    ),
  }),
  ...breaking('Errors: error responses use the Error object; its status is the HTTP status.', 'openapi', {
    'refuses keys without a code': (usual) => ({ refuse: () => usual.json(401, { message: 'No.', status: 401 }) }),
    'answers 401 with the status 403 in its body': (usual) => ({
      refuse: () => usual.json(401, { code: 'no', message: 'No.', status: 403 }),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, and so nothing is cancelled.', 'model', {
    'cancels without a key while answering 401': (usual) => ({
      refuse: (call) => {
        const order = call.operation === 'cancelOrder' && isMissing(call) ? usual.find(call.id) : undefined
        if (order?.status === 'pending') order.status = 'cancelled'
        return usual.refuse(call)
      },
    }),
    'revives the latest cancelled order if a request with a wrong key names it': (usual, store) => {
      let latest: SmallOrder | undefined
      return {
        ...afterCancel((order) => (latest = order))(usual, store),
        refuse: (call) => {
          if (latest !== undefined && usual.find(call.id) === latest) latest.status = 'pending'
          return usual.refuse(call)
        },
      }
    },
    'loses the order that a request with a wrong key named': (usual, store) => ({
      refuse: (call) => {
        if (call.operation === 'cancelOrder' && /^\d+$/.test(call.id)) store.remove(BigInt(call.id))
        return usual.refuse(call)
      },
    }),
  }),
]

const LOGIN = { status: 302, headers: { location: '/login' } }

function admitAlso(also: (call: Call) => boolean): Deviation {
  return (usual) => ({ admits: (call) => usual.admits(call) || also(call) })
}

/** Whoever spells a path like this needs no key; the group is the id in it, if it has one. */
function openAt(path: RegExp): Deviation {
  return (usual) => ({
    answer: (call) => {
      const [, id] = path.exec(call.request.url ?? '') ?? []
      if (id === undefined) return usual.answer(call)
      if (call.request.method === 'DELETE') return usual.cancelOrder({ ...call, id })
      return /^\d/.test(id) ? usual.getPet({ ...call, id }) : usual.listOrders(call)
    },
  })
}

function isList({ operation }: Call): boolean {
  return operation === 'listOrders'
}

function isMissing({ authorization }: Call): boolean {
  return authorization === undefined
}

function keyOf({ authorization }: Call): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function refuseWith(statusFor: (call: Call) => number): Deviation {
  return (usual) => ({
    refuse: (call) => withHeaders(usual.error(statusFor(call), 'bad_key'), { 'www-authenticate': 'Bearer' }),
  })
}
