import { setTimeout as delay } from 'node:timers/promises'
import { exactJson } from '../exact-json.js'
import type { Behaviour, Deviation } from '../small-provider.js'
import { reachState } from '../small-states.js'
import { SmallStore } from '../small-store.js'
import { allowed, cancelledAgainAs, hidesCancelled, both, type ConformingProvider } from './conforming-provider.js'

/** Providers that use several freedoms at once, or one to its end. */
export const conformingFreedoms: ConformingProvider[] = [
  ...allowed('States: nothing is said of a cancelled order but that it was cancelled, nor of its id.', {
    'hides cancelled orders and says that they are gone': hidingAs(410),
    'hides cancelled orders and finds a second cancel to be a bad request': hidingAs(400),
    'hides cancelled orders and cannot process a second cancel': hidingAs(422),
    'refuses a second cancel with 403': cancelledAgainAs((usual) => usual.error(403, 'forbidden')),
    'fails on a second cancel': cancelledAgainAs((usual) => usual.error(500, 'oops')),
    'removes cancelled orders and gives their ids to new ones': (usual, store) => {
      store.nextId = () => freeId(store)
      return {
        cancel: async (order) => {
          const answer = await usual.cancel(order)
          if (answer.status === 204) store.remove(order.id)
          return answer
        },
      }
    },
    'begins anew for every state, and says that cancelled orders are gone': (usual, store) => ({
      ...hidingAs(410)(usual, store),
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        Object.assign(store, { orders: fresh.orders, pets: fresh.pets })
        return values
      },
    }),
  }),
  ...allowed('Order: id is an int64, and nothing is said of how ids are given.', {
    'draws its ids by chance': (_, store) => {
      let last = 77n
      store.nextId = () => (last = (last * 48_271n) % 2_147_483_647n)
      return {}
    },
    'counts its ids up from 1': (_, store) => {
      let last = 0n
      store.nextId = () => ++last
      return {}
    },
    'counts its ids in steps of 65536': (_, store) => {
      let last = 0n
      store.nextId = () => (last += 65_536n)
      return {}
    },
    'gives orders with a large id one after the other': (_, store) => {
      let last = 2n ** 62n
      store.nextLargeId = () => ++last
      return {}
    },
  }),
  ...allowed('HTTP/JSON API: how JSON is laid out, and the order of its members, mean nothing.', {
    'puts blanks around its JSON': (usual) => ({
      json: (status, value) => {
        const answer = usual.json(status, value)
        return { ...answer, body: `\r\n\t ${String(answer.body)} \n\n` }
      },
    }),
    'turns the members of its objects round': (usual) => ({
      json: (status, value) => ({ ...usual.json(status, value), body: exactJson(turned(value)) }),
    }),
    'shows a status that it changes with every list': (usual) => {
      let lists = 0
      return { show: (order) => ({ ...(usual.show(order) as object), status: order.status, seen: ++lists }) }
    },
  }),
  ...allowed('Limits: how long an answer may take is not shown.', {
    'needs 100 to 200 ms for each answer': late((nth) => 100 + ((nth * 37) % 100)),
    'needs 300 ms to refuse a key': (usual) => ({
      answer: async (call) => {
        if (!usual.admits(call)) await delay(300)
        return usual.answer(call)
      },
    }),
    'needs a second for each state': (usual) => ({
      sendValues: (response, values) => void setTimeout(() => usual.sendValues(response, values), 1_000),
    }),
    'needs two seconds for many orders': (usual) => ({
      sendValues: (response, values) =>
        void setTimeout(() => usual.sendValues(response, values), values && Object.keys(values).length === 0 ? 700 : 0),
    }),
  }),
  ...allowed(
    'Authentication: a request with parameters that nobody asked for may be refused before its key is looked at.',
    {
      'refuses every query with 400, whatever the key': refusingQueries(400),
      'refuses every query with 404, whatever the key': refusingQueries(404),
    },
  ),
  ...allowed('What the service does: all orders placed in the store, whoever placed them.', {
    'takes fifty orders from other clients each time': {
      unsupported: ['no orders'],
      deviation: (usual, store) => ({
        listOrders: (call) => {
          if (store.orders.length < 2_000)
            for (let nth = 0; nth < 50; nth++) store.add({ quantity: 9, status: nth % 2 === 0 ? 'pending' : 'shipped' })
          return usual.listOrders(call)
        },
      }),
    },
  }),
]

function hidingAs(status: number): Deviation {
  return both(
    hidesCancelled,
    cancelledAgainAs((usual) => usual.error(status, 'cancelled')),
  )
}

function freeId(store: SmallStore): bigint {
  let id = 1n
  while (store.find(id) !== undefined || store.pets.has(id)) id++
  return id
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).toReversed())
}

function late(afterMs: (nth: number) => number): Deviation {
  let calls = 0
  return (usual) => ({
    answer: async (call) => {
      await delay(afterMs(++calls))
      return usual.answer(call)
    },
  })
}

function refusingQueries(status: number): Deviation {
  return (usual: Behaviour) => ({
    answer: (call) => (call.request.url?.includes('?') === true ? usual.error(status, 'query') : usual.answer(call)),
  })
}
