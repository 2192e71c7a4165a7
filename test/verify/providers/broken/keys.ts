import { isInt64, SMALL_KEY, type Call, type Deviation } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that let requests through whose key is missing or invalid. */
export const brokenKeys: BrokenProvider[] = [
  ...breaking('Authentication: a missing key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'listOrders'),
    'cancels orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'cancelOrder'),
    'shows pets without a key': admitAlso((call) => isMissing(call) && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: an invalid key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'listOrders'),
    'cancels orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'cancelOrder'),
    'shows pets for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: a missing key yields status 401.', 'model', {
    'takes an empty header for a key': admitAlso(({ authorization }) => authorization === ''),
    'takes a bearer without a token for a key': admitAlso(({ authorization }) =>
      /^bearer *$/i.test(authorization ?? ''),
    ),
    'asks for a key only where the order exists': (usual) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'cancelOrder' && !usual.find(call.id)),
    }),
    'asks for a key only where the order is pending': (usual) => ({
      admits: (call) => {
        const found = call.operation === 'cancelOrder' ? usual.find(call.id) : undefined
        return usual.admits(call) || (found !== undefined && found.status !== 'pending')
      },
    }),
    'asks for a key only where the pet exists': (usual, store) => ({
      admits: (call) =>
        usual.admits(call) || (call.operation === 'getPet' && isInt64(call.id) && !store.pets.has(BigInt(call.id))),
    }),
    'trusts a connection on which the key was shown once': (usual) => {
      const trusted = new WeakSet<object>()
      return {
        admits: (call) => {
          if (usual.admits(call)) trusted.add(call.request.socket)
          return trusted.has(call.request.socket)
        },
      }
    },
    'shows the list to everybody once somebody had the key': (usual) => {
      let isCached = false
      return {
        admits: (call) => {
          isCached ||= usual.admits(call) && call.operation === 'listOrders'
          return usual.admits(call) || (isCached && call.operation === 'listOrders')
        },
      }
    },
  }),
  ...breaking('Authentication: an invalid key yields status 401.', 'model', {
    'compares keys without regard to case': admitAlso((call) => keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase()),
    'compares keys without regard to case when cancelling': admitAlso(
      (call) => call.operation === 'cancelOrder' && keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'takes the beginning of the key': admitAlso((call) => keyOf(call) !== '' && SMALL_KEY.startsWith(keyOf(call))),
    'takes the key without its last character': admitAlso((call) => keyOf(call) === SMALL_KEY.slice(0, -1)),
    'takes a longer key': admitAlso((call) => keyOf(call).startsWith(SMALL_KEY)),
    'takes a longer key when listing': admitAlso(
      (call) => call.operation === 'listOrders' && keyOf(call).startsWith(SMALL_KEY),
    ),
    'takes every key that ends with the key': admitAlso((call) => keyOf(call).endsWith(SMALL_KEY)),
    'takes every key of the right length': admitAlso((call) => keyOf(call).length === SMALL_KEY.length),
    'looks at the first half of the key': admitAlso((call) => keyOf(call).startsWith(SMALL_KEY.slice(0, 9))),
    'refuses the right key after five wrong ones': (usual) => {
      let wrong = 0
      return { admits: (call) => (usual.admits(call) ? wrong < 5 : ++wrong < 0) }
    },
  }),
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
    },
  ),
]

function admitAlso(also: (call: Call) => boolean): Deviation {
  return (usual) => ({ admits: (call) => usual.admits(call) || also(call) })
}

function isMissing({ authorization }: Call): boolean {
  return authorization === undefined
}

function keyOf({ authorization }: Call): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}
