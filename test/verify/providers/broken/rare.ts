import { setTimeout as delay } from 'node:timers/promises'
import { isInt64, withHeaders, type Deviation } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { afterRefusal, breaking, listOnly, type BrokenProvider } from './broken-provider.js'

/** Providers that go wrong after many requests, where requests meet, or for a request that few would think of. */
export const rarelyBroken: BrokenProvider[] = [
  ...breaking('List orders: no query parameters; the response is always the full set of orders.', 'model', {
    'obeys a limit in the query': listFor((orders, query) =>
      orders.slice(0, Number(query.get('limit') ?? orders.length)),
    ),
    'obeys a page in the query': listFor((orders, query) => (Number(query.get('page') ?? 1) > 1 ? [] : orders)),
    'filters by a status in the query': listFor((orders, query) =>
      orders.filter(({ status }) => status === (query.get('status') ?? status)),
    ),
  }),
  ...breaking('What the service does: list all orders placed in the store.', 'model', {
    'shows half of the orders every other time': (usual) => {
      let lists = 0
      return { listed: () => usual.listed().slice(0, ++lists % 2 === 0 ? usual.listed().length / 2 : undefined) }
    },
    'shows nothing to the second of two who ask at once': (usual) => {
      let isBusy = false
      return {
        listOrders: async (call) => {
          if (isBusy) return usual.json(200, [])
          isBusy = true
          await delay(5)
          isBusy = false
          return usual.listOrders(call)
        },
      }
    },
    'shows nothing while an order is being cancelled': (usual) => {
      let cancels = 0
      return {
        listed: () => (cancels > 0 ? [] : usual.listed()),
        cancel: async (order) => {
          cancels++
          // Long enough for a list that is asked for meanwhile to arrive, however busy the machine.
          await delay(60)
          cancels--
          return usual.cancel(order)
        },
      }
    },
    'shows another quantity each time': (usual) => {
      let lists = 0
      return {
        listed: () => (lists++, usual.listed()),
        show: (order) => ({ ...(usual.show(order) as object), quantity: lists }),
      }
    },
    'loses a shipped order once its cancel was refused twice': onRefusal(2, (order, { remove }) => {
      if (order.status === 'shipped') remove(order)
    }),
    'loses all orders when a key is refused for the list': (usual, store) => ({
      refuse: (call) => {
        if (call.operation === 'listOrders') store.orders = []
        return usual.refuse(call)
      },
    }),
  }),
  ...breaking('States and transitions: shipped, cancel order: unchanged.', 'model', {
    'cancels a shipped order at the fifth try': onRefusal(4, (order) => {
      if (order.status === 'shipped') order.status = 'pending'
    }),
  }),
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'undoes a cancel that meets another': (usual, store) => ({
        cancel: async (order) => {
          const before = store.orders.map((each) => [each, each.status] as const)
          await delay(5)
          for (const [each, status] of before) if (each !== order) each.status = status
          return usual.cancel(order)
        },
      }),
      'revives a cancelled order when another is cancelled twice': onRefusal(1, (order, { others }) => {
        if (order.status === 'cancelled') for (const other of others) revive(other)
      }),
    },
  ),
  ...breaking('Cancel an order: cancel one order by its identifier.', 'model', {
    'changes another order when it refuses a cancel': afterRefusal((order, store) => {
      const other = store.orders.findLast((each) => each !== order)
      if (other) other.quantity = (other.quantity ?? 0) + 1
    }),
    'cancels the order before when a key is refused': (usual, store) => ({
      refuse: (call) => {
        const at = call.operation === 'cancelOrder' ? store.orders.findIndex(({ id }) => String(id) === call.id) : -1
        const before = store.orders[at - 1]
        if (before?.status === 'pending') before.status = 'cancelled'
        return usual.refuse(call)
      },
    }),
    'looks at the last three digits of an id': findAlso((id, order) => order.id % 1000n === id % 1000n),
    'looks at the last 16 bits of an id': findAlso(
      (id, order) => BigInt.asUintN(16, order.id) === BigInt.asUintN(16, id),
    ),
    'rounds large ids up to the next order': findAlso((id, order) => id > 2n ** 53n && order.id === id + 1n),
    'counts the places of orders from 1': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders[Number(id) - 1] : undefined),
    }),
  }),
  ...breaking('Cancel an order: the statuses are 204, 401, 404 and 409.', 'model', {
    'fails on the hundredth cancel': (usual) => {
      let cancels = 0
      return { cancelOrder: (call) => (++cancels === 100 ? usual.error(500, 'oops') : usual.cancelOrder(call)) }
    },
    'answers 429 after 300 requests': (usual) => {
      let requests = 0
      return { answer: (call) => (++requests > 300 ? usual.error(429, 'too_many') : usual.answer(call)) }
    },
  }),
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'model', {
    'tells the sunset of a pet the first time alone': (usual) => {
      const told = new Set<string>()
      return {
        getPet: async (call) => {
          const answer = await usual.getPet(call)
          if (told.has(call.id)) return withHeaders(answer, { sunset: [] })
          told.add(call.id)
          return answer
        },
      }
    },
  }),
  ...breaking('Limits: one call returns all orders.', 'model', {
    'shows 300 orders at most, and the last ones': listOnly((orders) => orders.slice(-300)),
  }),
]

function listFor(pick: (orders: readonly SmallOrder[], query: URLSearchParams) => readonly SmallOrder[]): Deviation {
  return (usual) => ({
    listOrders: ({ request }) =>
      usual.json(
        200,
        pick(usual.listed(), queryOf(request.url)).map((order) => usual.show(order)),
      ),
  })
}

interface Rest {
  readonly others: readonly SmallOrder[]
  readonly remove: (order: SmallOrder) => void
}

/** Does something more when the cancel of an order is refused for so many times. */
function onRefusal(times: number, also: (order: SmallOrder, rest: Rest) => void): Deviation {
  const refusals = new WeakMap<SmallOrder, number>()
  return afterRefusal((order, store) => {
    refusals.set(order, (refusals.get(order) ?? 0) + 1)
    if (refusals.get(order) !== times) return
    const others = store.orders.filter((other) => other !== order)
    also(order, { others, remove: ({ id }) => store.remove(id) })
  })
}

function revive(order: SmallOrder): void {
  if (order.status === 'cancelled') order.status = 'pending'
}

function findAlso(fits: (id: bigint, order: SmallOrder) => boolean): Deviation {
  return (usual, store) => ({
    find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders.find((order) => fits(BigInt(id), order)) : undefined),
  })
}

function queryOf(url: string | undefined): URLSearchParams {
  return new URL(url ?? '/', 'http://shop').searchParams
}
