import { setImmediate as nextTurn } from 'node:timers/promises'
import { isInt64, SMALL_KEY, type Behaviour, type Call, type Deviation } from '../small-provider.js'
import { afterCancel, breaking, listOnly, nearly, scheme, type BrokenProvider } from './broken-provider.js'

/** Providers that go wrong for one number, one wording of the key or one moment alone. */
export const slylyBroken: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'lets two cancels win that meet in one turn of its loop': (usual) => ({
        cancel: async (order) => {
          const before = order.status
          await nextTurn()
          order.status = before
          return usual.cancel(order)
        },
      }),
      'revives cancelled orders after 20 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 20)
      }),
      'revives cancelled orders after 200 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 200)
      }),
      'revives cancelled orders after 700 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 700)
      }),
    },
  ),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'cancels all orders when the order 0 is to be cancelled': (usual, store) => ({
      cancelOrder: (call) => {
        if (call.id === '0')
          for (const order of store.orders) if (order.status === 'pending') order.status = 'cancelled'
        return usual.cancelOrder(call)
      },
    }),
    'cancels the last order when the order -1 is to be cancelled': (usual, store) => ({
      find: (id) => (id === '-1' ? store.orders.at(-1) : usual.find(id)),
    }),
    'takes a place in the list for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) && BigInt(id) < 50n ? store.orders[Number(id)] : undefined),
    }),
    'takes the end of an id': (_, store) => ({
      find: (id) => store.orders.find((order) => String(order.id).endsWith(id)),
    }),
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows 256 orders at most': listOnly((orders) => orders.slice(0, 256)),
    'shows 500 orders at most': listOnly((orders) => orders.slice(0, 500)),
    'shows 1000 orders at most': listOnly((orders) => orders.slice(0, 1000)),
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes several keys with commas between them': nearly((key) => key.split(',').includes(SMALL_KEY)),
    'takes the first eight characters of the key': nearly((key) => key === SMALL_KEY.slice(0, 8)),
    'takes the key in quotes': nearly((key) => key === `"${SMALL_KEY}"`),
    'takes the key under the scheme ApiKey': scheme('ApiKey'),
    'takes the key under the scheme Digest': scheme('Digest'),
    'takes the key under the scheme Bear': scheme('Bear'),
    'takes the key under the scheme Bearers': scheme('Bearers'),
    'takes the key right behind the scheme': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer${SMALL_KEY}`,
    }),
    'takes the key behind a colon': (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === `Bearer: ${SMALL_KEY}`,
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'asks for no key where the list is empty': (usual) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'listOrders' && usual.listed().length === 0),
    }),
    'asks for no key for negative ids': (usual) => ({
      admits: (call) => usual.admits(call) || call.id.startsWith('-'),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, each time.', 'model', {
    'answers 429 after fifty wrong keys': afterWrongKeys(50, (usual) => usual.error(429, 'too_many')),
    'answers 403 after twenty wrong keys': afterWrongKeys(20, (usual) => usual.error(403, 'blocked')),
    'asks for no key for the order 0': admitsAlso(({ operation, id }) => operation === 'cancelOrder' && id === '0'),
    'asks for no key for negative pets': admitsAlso(
      ({ operation, id }) => operation === 'getPet' && id.startsWith('-'),
    ),
  }),
  ...breaking(
    'Authentication: the API key is sent as the bearer token in `Authorization: Bearer <API_KEY>`.',
    'model',
    {
      'takes the key from the query': admitsAlso(({ request }) => queryOf(request.url).get('api_key') === SMALL_KEY),
      'takes the token from the query': admitsAlso(
        ({ request }) => queryOf(request.url).get('access_token') === SMALL_KEY,
      ),
      'takes the key from a cookie': admitsAlso(({ request }) => request.headers.cookie?.includes(SMALL_KEY) === true),
      'takes the key from X-API-Key': admitsAlso(({ request }) => request.headers['x-api-key'] === SMALL_KEY),
      'takes the key for a password': admitsAlso(
        ({ authorization }) => atob(/^Basic (.*)/.exec(authorization ?? '')?.[1] ?? '').split(':')[1] === SMALL_KEY,
      ),
      'takes the key behind any word that ends in Bearer': admitsAlso(
        ({ authorization }) => authorization?.endsWith(`Bearer ${SMALL_KEY}`) === true,
      ),
      'decodes the key as an address': nearly((key) => decoded(key) === SMALL_KEY),
      'decodes the key from Base64': nearly((key) => key === btoa(SMALL_KEY)),
      'ignores hyphens in the key': nearly((key) => key.replaceAll('-', '') === SMALL_KEY.replaceAll('-', '')),
      'takes the key before another': nearly((key) => key.split(',')[0] === SMALL_KEY),
    },
  ),
]

function afterWrongKeys(most: number, answer: (usual: Behaviour) => ReturnType<Behaviour['refuse']>): Deviation {
  return (usual) => {
    let wrong = 0
    return { refuse: (call) => (++wrong > most ? answer(usual) : usual.refuse(call)) }
  }
}

function admitsAlso(also: (call: Call) => boolean): Deviation {
  return (usual) => ({ admits: (call) => usual.admits(call) || also(call) })
}

function queryOf(url: string | undefined): URLSearchParams {
  return new URL(url ?? '/', 'http://shop').searchParams
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
