import { setTimeout as delay } from 'node:timers/promises'
import { isInt64, SMALL_KEY, type Deviation } from '../small-provider.js'
import {
  afterCancel,
  afterRefusal,
  breaking,
  listOnly,
  nearly,
  scheme,
  type BrokenProvider,
} from './broken-provider.js'

/** Providers whose deviation hides: behind a moment, a number, one operation, or one order of events. */
export const subtlyBroken: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'lets two cancels win that meet within a millisecond': (usual) => ({
        cancel: async (order) => {
          const before = order.status
          await delay(1)
          order.status = before
          return usual.cancel(order)
        },
      }),
      'cancels 5 ms after it has said so': (usual) => ({
        cancel: (order) => {
          if (order.status !== 'pending') return usual.cancel(order)
          setTimeout(() => (order.status = 'cancelled'), 5)
          return { status: 204, headers: {} }
        },
      }),
      'revives a cancelled order at its third cancel': (usual) => {
        const cancels = new Map<bigint, number>()
        return {
          cancel: (order) => {
            const nth = (cancels.get(order.id) ?? 0) + 1
            cancels.set(order.id, nth)
            if (nth === 3 && order.status === 'cancelled') order.status = 'pending'
            return usual.cancel(order)
          },
        }
      },
    },
  ),
  ...breaking('States and transitions: shipped, cancel order: unchanged.', 'model', {
    'shows a shipped order twice once it has refused its cancel': afterRefusal((order, store) => {
      if (order.status === 'shipped') store.orders.push(order)
    }),
    'finds a shipped order at the first cancel alone': (usual) => {
      const refused = new Set<object>()
      return {
        cancel: (order) => {
          if (order.status !== 'shipped') return usual.cancel(order)
          return refused.has(order) ? usual.error(404, 'gone') : (refused.add(order), usual.cancel(order))
        },
      }
    },
    'cancels a shipped order where two cancels meet': (usual) => {
      const busy = new Set<object>()
      return {
        cancel: async (order) => {
          if (busy.has(order)) order.status = 'pending'
          busy.add(order)
          await delay(5)
          busy.delete(order)
          return usual.cancel(order)
        },
      }
    },
  }),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'changes another order when it cancels one': afterCancel((order, store) => {
      const other = store.orders.findLast((each) => each !== order)
      if (other) other.quantity = (other.quantity ?? 0) + 1
    }),
    'ignores what stands before the last digits of an id': (usual) => ({
      find: (id) => usual.find(/\d+$/.exec(id)?.[0] ?? id),
    }),
    'compares ids by their first 17 digits': (_, store) => ({
      find: (id) => store.orders.find((order) => Number(order.id).toPrecision(17) === Number(id).toPrecision(17)),
    }),
    'adds 64 bits to an id that is too large': (usual) => ({
      find: (id) => usual.find(/^-?\d{1,30}$/.test(id) ? String(BigInt.asIntN(64, BigInt(id))) : id),
    }),
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows 249 orders at most': listOnly((orders) => orders.slice(0, 249)),
    'shows 250 orders at most': listOnly((orders) => orders.slice(0, 250)),
    'shows new orders after 50 ms': showLater(50),
    'shows new orders after 5 ms': showLater(5),
    'shows one order of many twice in place of another': listOnly((orders) =>
      orders.length < 100 ? orders : [...orders.slice(1), ...orders.slice(1, 2)],
    ),
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes a longer key for pets': nearly((key, call) => call.operation === 'getPet' && key.startsWith(SMALL_KEY)),
    'takes a longer key when cancelling': nearly(
      (key, call) => call.operation === 'cancelOrder' && key.startsWith(SMALL_KEY),
    ),
    'compares keys without regard to case for pets': nearly(
      (key, call) => call.operation === 'getPet' && key.toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'compares keys without regard to case when listing': nearly(
      (key, call) => call.operation === 'listOrders' && key.toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'looks at the first eight characters of the key': nearly((key) => key.slice(0, 8) === SMALL_KEY.slice(0, 8)),
    'looks at the last eight characters of the key': nearly((key) => key.slice(-8) === SMALL_KEY.slice(-8)),
    'does not look at the first character of the key': nearly((key) => key.slice(1) === SMALL_KEY.slice(1)),
    'does not look at the last character of the key': nearly((key) => key.slice(0, -1) === SMALL_KEY.slice(0, -1)),
    'takes the word undefined for a key': nearly((key) => key === 'undefined' || key === 'null'),
    'takes the key under the scheme Token': scheme('Token'),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'asks for no key where the order is shipped': (usual) => ({
      admits: (call) =>
        usual.admits(call) || (call.operation === 'cancelOrder' && usual.find(call.id)?.status === 'shipped'),
    }),
    'asks for no key where the order was cancelled': (usual) => ({
      admits: (call) =>
        usual.admits(call) || (call.operation === 'cancelOrder' && usual.find(call.id)?.status === 'cancelled'),
    }),
    'asks for no key for large ids': (usual) => ({
      admits: (call) => usual.admits(call) || (isInt64(call.id) && BigInt(call.id) > 2n ** 53n),
    }),
    'refuses the right key after a wrong one, once': (usual) => {
      let isWary = false
      return {
        admits: (call) => {
          const isRight = usual.admits(call)
          const isAdmitted = isRight && !isWary
          isWary = !isRight
          return isAdmitted
        },
      }
    },
    'lets everybody in after 100 requests': (usual) => {
      let requests = 0
      return { admits: (call) => ++requests > 100 || usual.admits(call) }
    },
  }),
  ...breaking('Cancel an order: 204 has no body.', 'openapi', {
    'follows a 204 with bytes that it does not announce': (usual) => ({
      send: (response, answer) => {
        if (answer.status !== 204) return usual.send(response, answer)
        response.socket?.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\ncancelled')
      },
    }),
    'announces a body with a 204': (usual) => ({
      send: (response, answer) =>
        usual.send(response, answer.status === 204 ? { ...answer, headers: { 'content-length': '2' } } : answer),
    }),
  }),
  ...breaking('Cancel an order: 404 where the order is not found, each time.', 'model', {
    'says 410 the second time for an unknown order': (usual) => {
      const asked = new Set<string>()
      return {
        cancelOrder: (call) => {
          if (usual.find(call.id) || !asked.has(call.id)) return (asked.add(call.id), usual.cancelOrder(call))
          return usual.error(410, 'gone')
        },
      }
    },
    'says 204 for unknown orders with a large id': (usual) => ({
      cancelOrder: (call) =>
        isInt64(call.id) && BigInt(call.id) > 2n ** 60n && !usual.find(call.id)
          ? { status: 204, headers: {} }
          : usual.cancelOrder(call),
    }),
  }),
]

function showLater(afterMs: number): Deviation {
  return (usual) => {
    const since = new WeakMap<object, number>()
    return {
      setUp: (state, params) => {
        const values = usual.setUp(state, params)
        for (const order of usual.listed()) if (!since.has(order)) since.set(order, performance.now())
        return values
      },
      listed: () => usual.listed().filter((order) => performance.now() - (since.get(order) ?? 0) > afterMs),
    }
  }
}
