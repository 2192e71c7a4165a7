import { setTimeout as delay } from 'node:timers/promises'
import { reachState } from '../small-states.js'
import { type Call, type Deviation, SMALL_KEY, withHeaders } from '../small-provider.js'
import { SmallStore, type SmallOrder } from '../small-store.js'
import {
  afterCancel,
  cancelAs,
  cancelIfPending,
  delaying,
  eachAnswer,
  failing,
  shipIfPending,
  where,
  withNewOrders,
} from '../deviations.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** What a provider may do with orders, keys, requests and states. */
export const freeBehaviour: ConformingProvider[] = [
  ...allowed('Order: id is an int64, and nothing is said of how ids are given.', {
    'counts its ids down from 0': (_, store) => {
      let last = 1n
      store.nextId = () => --last
      return {}
    },
    'counts its ids down from the largest int64, and hands them out as strings': (usual, store) => {
      let last = 2n ** 63n
      store.nextId = () => --last
      return {
        setUp: (state, params) => {
          const values = usual.setUp(state, params)
          return values && Object.fromEntries(Object.entries(values).map(([name, id]) => [name, String(id)]))
        },
      }
    },
    'draws random ids': (_, store) => {
      let last = 77n
      store.nextId = () => (last = (last * 48_271n) % 2_147_483_647n)
      return {}
    },
    'gives consecutive large ids': (_, store) => {
      let last = 2n ** 62n
      store.nextLargeId = () => ++last
      return {}
    },
  }),
  ...allowed('States: nothing is said of a cancelled order, in the list and to another cancel, nor of its id.', {
    'hides cancelled orders and answers a second cancel with 404': (usual, store) => ({
      listed: () => usual.listed().filter(({ status }) => status !== 'cancelled'),
      ...secondCancelAs(404)(usual, store),
    }),
    'lists cancelled orders and answers a second cancel with 404': secondCancelAs(404),
    'answers a second cancel with 410': secondCancelAs(410),
    'answers a second cancel with an empty 409': cancelAs('cancelled', () => ({ status: 409, headers: {} })),
    'drops cancelled orders after a moment': afterCancel(({ id }, store) => {
      setTimeout(() => store.remove(id), 30)
    }),
    'removes cancelled orders and reuses their ids': (usual, store) => {
      const free: bigint[] = []
      const next = store.nextId.bind(store)
      store.nextId = () => free.shift() ?? next()
      return afterCancel(({ id }) => {
        store.remove(id)
        free.push(id)
      })(usual, store)
    },
  }),
  ...allowed('States: what ships an order, and when, is not shown.', {
    'ships each pending order within four seconds, one sooner than the other': withNewOrders((order) => {
      setTimeout(() => complete(order), 200 + ((Number(order.id) * 7919) % 3800)).unref()
    }),
    'ships each pending order at a moment of its own, after two seconds on average': (usual, store) => {
      const random = drawing(11)
      return withNewOrders((order) => {
        setTimeout(() => shipIfPending(order), -2_000 * Math.log(1 - random())).unref()
      })(usual, store)
    },
    'ships pending orders after ten seconds': withNewOrders((order) =>
      setTimeout(shipIfPending, 10_000, order).unref(),
    ),
  }),
  ...allowed('Endpoints: the requests are exactly these, without a body and without query parameters.', {
    'rejects requests without User-Agent with 403': where(
      'answer',
      ({ request }) => request.headers['user-agent'] === undefined,
      () => ({ status: 403, headers: { 'content-type': 'text/plain' }, body: 'Please set a User-Agent.' }),
    ),
    'knows no range unit but bytes': failing(
      'answer',
      416,
      'range',
      ({ request }) => request.headers.range !== undefined,
    ),
    'refuses bodies and query parameters with 400': failing('answer', 400, 'unexpected', (call) => {
      const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type } = call.request.headers
      return length !== '0' || coding !== undefined || type !== undefined || hasQuery(call)
    }),
    'refuses every query with 404, whatever the key': failing('answer', 404, 'query', hasQuery),
    'refuses requests that do not accept JSON': failing(
      'answer',
      406,
      'json_only',
      ({ request }) => !/json|\*\/\*|^$/.test(request.headers.accept ?? ''),
    ),
    'answers malformed ids with 401': where('cancelOrder', isMalformed, (usual, call) => usual.refuse(call)),
    'answers malformed ids with 422': failing('cancelOrder', 422, 'bad_id', isMalformed),
  }),
  ...allowed('Base addresses: the address is given, and ends in /v1.', {
    'is served below a path like its own': { prefix: '/v1/pets/store/orders' },
  }),
  ...allowed('Authentication: how keys are issued is not shown, nor the headers of a 401.', {
    'has a key of all the characters of a token': { apiKey: 'aZ09-._~+/=' },
    'has a key of one letter': { apiKey: 'k' },
    'has a key of one repeated letter': { apiKey: 'aaaaaaaaaaaaaaaa' },
    'has a key that sounds wrong': { apiKey: 'wrong-key' },
    'has a key that begins with another key and a tilde': {
      apiKey: 'Shop-Key7~~verify',
      deviation: (usual) => ({ admits: (call) => usual.admits(call) || call.authorization === 'Bearer Shop-Key7' }),
    },
    'sends no challenge': eachAnswer('refuse', (refusal) => withHeaders(refusal, { 'www-authenticate': [] })),
    'has a key that is longer than the key of somebody else': where(
      'answer',
      ({ authorization }) => authorization === NEIGHBOUR,
      (usual, { operation }) =>
        operation === 'listOrders' ? usual.json(200, [{ id: 1n }]) : usual.error(404, 'not_yours'),
    ),
    'takes the scheme in this spelling only': (usual) => ({
      admits: (call) => call.authorization?.startsWith('Bearer ') === true && usual.admits(call),
    }),
  }),
  ...allowed('Limits: rate limits are not shown, nor how long an answer may take.', {
    'needs 150 ms for each answer': delaying('answer', 150),
    'answers one request at a time': (usual) => {
      let last: Promise<unknown> = Promise.resolve()
      return {
        answer: (call) => {
          const answer = last.then(() => delay(3)).then(() => usual.answer(call))
          last = answer
          return answer
        },
      }
    },
  }),
  ...allowed('Provider states: how a state is reached is left to the provider; 501 says that it cannot.', {
    'answers states without values with 204': (usual) => ({
      sendValues: (response, values) =>
        values !== undefined && Object.keys(values).length === 0
          ? usual.send(response, { status: 204, headers: {} })
          : usual.sendValues(response, values),
    }),
    'empties its store for every state': (usual, store) => ({
      setUp: (state, params) => {
        store.orders = []
        return usual.setUp(state, params)
      },
    }),
    'clears away the shipped order, or the one with a large id, that it made before': (usual, store) => {
      const made = new Map<string, SmallOrder>()
      return {
        setUp: (state, params) => {
          if (!/shipped|large/.test(state)) return usual.setUp(state, params)
          store.orders = store.orders.filter((order) => order !== made.get(state))
          const values = usual.setUp(state, params)
          for (const order of store.orders.slice(-1)) made.set(state, order)
          return values
        },
      }
    },
    'starts afresh for every state, with the same ids': (_, store) => ({
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        Object.assign(store, { orders: fresh.orders, pets: fresh.pets })
        return values
      },
    }),
    'cannot make more than 300 orders': (usual) => ({
      setUp: (state, params) => (Number(params['count']) > 300 ? undefined : usual.setUp(state, params)),
    }),
    'cannot make large ids': { unsupported: ['an order with a large id'] },
    'cannot make shipped or cancelled orders': { unsupported: ['a shipped order', 'a cancelled order'] },
  }),
  ...allowed('What the service does: all orders placed in the store, whoever placed them.', {
    'takes orders from other clients at any time': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
        cancelOrder: (call) => {
          store.add({ quantity: 9, status: 'pending' })
          return usual.cancelOrder(call)
        },
      }),
    },
    'takes orders from other clients between two lists that it was asked for at once': (usual, store) => {
      const random = drawing(7)
      return {
        listOrders: async (call) => {
          await delay(random() * 8)
          if (store.orders.length > 0) store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
      }
    },
    'lets other clients cancel anybody’s orders': touchingOrders(40, cancelIfPending),
    'lets other clients change anybody’s orders': touchingOrders(40, (order) => void (order.quantity = 77)),
    'lets other clients remove anybody’s orders, and reuses their ids': (usual, store) => {
      const free: bigint[] = []
      const next = store.nextId.bind(store)
      store.nextId = () => free.shift() ?? next()
      return touchingOrders(40, ({ id }) => (store.remove(id), free.push(id)))(usual, store)
    },
    'takes orders from other clients, which get the ids of cancelled orders': {
      unsupported: ['no orders'],
      deviation: (usual, store) => {
        const free: bigint[] = []
        const next = store.nextId.bind(store)
        store.nextId = () => free.pop() ?? next()
        return {
          listOrders: (call) => {
            store.add({ quantity: 9, status: 'pending' })
            return usual.listOrders(call)
          },
          ...afterCancel(({ id }) => {
            store.remove(id)
            free.push(id)
          })(usual, store),
        }
      },
    },
    'lets other clients cancel, change and remove their orders': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          const theirs = store.orders.filter(({ quantity }) => quantity === 9)
          if (theirs.length > 2) store.orders = store.orders.filter((order) => order !== theirs[0])
          for (const order of theirs.slice(1)) Object.assign(order, { status: 'shipped', complete: !order.complete })
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
      }),
    },
  }),
]

/** A key that the verifier may try, as it is one character shorter. */
const NEIGHBOUR = `Bearer ${SMALL_KEY.slice(0, -1)}`

/** Does something to one of the orders with one request of so many, before that is answered. */
function touchingOrders(oneOf: number, touch: (order: SmallOrder, store: SmallStore) => void): Deviation {
  const random = drawing(7)
  return (usual, store) => ({
    answer: (call) => {
      const order = store.orders[Math.floor(random() * store.orders.length)]
      if (order !== undefined && random() < 1 / oneOf) touch(order, store)
      return usual.answer(call)
    },
  })
}

/** Numbers from 0 to 1 that look random, the same in each run. */
function drawing(seed: number): () => number {
  let last = seed
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647
}

function secondCancelAs(status: number): Deviation {
  return cancelAs('cancelled', (usual) => usual.error(status, 'cancelled'))
}

function hasQuery({ request }: Call): boolean {
  return request.url?.includes('?') === true
}

function isMalformed({ id }: Call): boolean {
  return !/^-?\d+$/.test(id)
}

function complete(order: SmallOrder): void {
  if (order.status === 'pending') Object.assign(order, { status: 'shipped', complete: true })
}
