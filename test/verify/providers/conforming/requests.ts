import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type Behaviour, type Call, type Deviation, withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** Requests beyond those of the specification may be refused. */
export const freeRequests: ConformingProvider[] = [
  ...allowed('Endpoints: the requests are exactly these, without a body and without query parameters.', {
    'refuses bodies and query parameters with 400': (usual) => ({
      answer: (call) => (asksForMore(call) ? usual.error(400, 'unexpected') : usual.answer(call)),
    }),
    'refuses requests that do not accept JSON': (usual) => ({
      answer: (call) =>
        /json|\*\/\*|^$/.test(call.request.headers.accept ?? '') ? usual.answer(call) : usual.error(406, 'json_only'),
    }),
    'answers malformed ids with 422': malformed((usual) => usual.error(422, 'bad_id')),
  }),
]

function asksForMore({ request }: Call): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type } = request.headers
  return length !== '0' || coding !== undefined || type !== undefined || request.url?.includes('?') === true
}

function malformed(answer: (usual: Parameters<Deviation>[0]) => Answer): Deviation {
  return (usual) => ({ cancelOrder: (call) => (/^-?\d+$/.test(call.id) ? usual.cancelOrder(call) : answer(usual)) })
}

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

/** How long an answer may take is open. */
export const freeLimits: ConformingProvider[] = [
  ...allowed('Limits: rate limits are not shown, nor how long an answer may take.', {
    'needs 150 ms for each answer': (usual) => ({
      answer: async (call) => {
        await delay(150)
        return usual.answer(call)
      },
    }),
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
  ...allowed('Limits: how long an answer may take is not shown.', {
    'needs 300 ms to refuse a key': (usual) => ({
      answer: async (call) => {
        if (!usual.admits(call)) await delay(300)
        return usual.answer(call)
      },
    }),
  }),
]

/** The store may hold orders of others, who use it at the same time. */
export const otherClients: ConformingProvider[] = [
  ...allowed('What the service does: all orders placed in the store, whoever placed them.', {
    'takes orders from other clients at any time': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          store.add({ quantity: 9, status: 'pending' })
          return usual.listOrders(call)
        },
        cancelOrder: async (call) => {
          store.add({ quantity: 9, status: 'shipped' })
          return usual.cancelOrder(call)
        },
      }),
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
