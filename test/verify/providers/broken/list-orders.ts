import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterRefusal, eachAnswer, showing, withAges, withNewOrders } from '../deviations.js'
import { type Answer, type Behaviour, type Deviation, NO_CONTENT, withHeaders } from '../small-provider.js'
import type { SmallOrder } from '../small-store.js'
import { breaking, type BrokenProvider, queryOf } from './broken-provider.js'

/** Providers whose list lacks orders, or shows them in a form that the specification does not have. */
export const listOrders: BrokenProvider[] = [
  ...breaking('What the service does: list all orders placed in the store.', 'model', {
    'leaves out the shipped orders': listOnly((orders) => orders.filter(({ status }) => status !== 'shipped')),
    'leaves out the newest order': listOnly((orders) => orders.slice(0, -1)),
    'loses an order whose cancel it refused': afterRefusal(({ id }, store) => store.remove(id)),
    'keeps the list that it has compressed for ten seconds': (usual) => {
      let kept: Answer | undefined
      return {
        listOrders: async (call) => {
          if (call.request.headers['accept-encoding'] === undefined) return usual.listOrders(call)
          if (kept === undefined) setTimeout(() => (kept = undefined), 10_000).unref()
          return (kept ??= await usual.listOrders(call))
        },
      }
    },
    'shows the list as it was up to 400 ms ago': (usual) => {
      let kept: { at: number; orders: readonly SmallOrder[] } | undefined
      return {
        listed: () => {
          if (!kept || Date.now() - kept.at > 400) kept = { at: Date.now(), orders: [...usual.listed()] }
          return kept.orders
        },
      }
    },
    'takes the number of orders for the version of the list, from which cancelled ones are gone': (usual) => ({
      listed: () => usual.listed().filter(({ status }) => status !== 'cancelled'),
      listOrders: async (call) => {
        const answer = await usual.listOrders(call)
        const etag = `"${(JSON.parse(String(answer.body)) as unknown[]).length}"`
        return call.request.headers['if-none-match'] === etag
          ? { status: 304, headers: { etag } }
          : withHeaders(answer, { etag })
      },
    }),
    'takes the first 20 orders for the version of the list': eachAnswer('listOrders', (answer, { request }) => {
      const ids = (JSON.parse(String(answer.body)) as { id: number }[]).slice(0, 20).map(({ id }) => id)
      const etag = `"${ids.join('-')}"`
      return request.headers['if-none-match'] === etag
        ? { status: 304, headers: { etag } }
        : withHeaders(answer, { etag })
    }),
    'answers 304 to a conditional request of the same second': eachAnswer('listOrders', (answer, { request }) => {
      const second = new Date(Math.floor(Date.now() / 1000) * 1000).toUTCString()
      if (request.headers['if-modified-since'] === second) return { status: 304, headers: {} }
      return withHeaders(answer, { 'last-modified': second })
    }),
    // So slow that sequences side by side fall silent one after the other.
    'is slow, and has lost its database after a second of silence': (usual) => {
      let lastMs = Date.now()
      const hasLost = () => Date.now() - lastMs > 1_000
      return {
        answer: async (call) => {
          const answer = hasLost() ? usual.error(500, 'gone_away') : usual.answer(call)
          await delay(60)
          lastMs = Date.now()
          return answer
        },
      }
    },
    'leaves each order out of one list in 400': listOnly((orders) => orders.filter(() => Math.random() > 1 / 400)),
    'shows a cancelled order again, which was gone for 200 ms': (usual) => {
      const cancelledAt = new Map<SmallOrder, number>()
      return {
        cancel: (order) => {
          if (order.status === 'pending') cancelledAt.set(order, Date.now())
          return usual.cancel(order)
        },
        listed: () => usual.listed().filter((order) => Date.now() - (cancelledAt.get(order) ?? 0) > 200),
      }
    },
    'forgets each order after 800 ms': withNewOrders(({ id }, store) => {
      setTimeout(() => store.remove(id), 800).unref()
    }),
    'shows orders only once': (usual) => {
      const shown = new Set<SmallOrder>()
      return { listed: () => usual.listed().filter((order) => !shown.has(order) && shown.add(order)) }
    },
    'shows an order as complete from the second list on': (usual, store) => {
      const shown = new Set<SmallOrder>()
      const complete = (order: SmallOrder) => order.complete || shown.size === shown.add(order).size
      return showing((order) => ({ complete: complete(order) }))(usual, store)
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
    'shows another quantity in every list': (usual) => {
      let lists = 0
      return {
        listed: () => (lists++, usual.listed()),
        show: (order) => ({ ...(usual.show(order) as object), quantity: lists }),
      }
    },
    'shows the list as it was once there are more than 40 orders': (usual) => {
      let kept: readonly SmallOrder[] = []
      return {
        listed: () => {
          const now = usual.listed()
          if (now.length <= 40 || now.length - kept.length > 5) kept = [...now]
          return kept
        },
      }
    },
  }),
  ...breaking('List orders: all orders placed in the store, and no others.', 'pact', {
    'shows an order that nobody placed': listOnly((orders) => [{ id: 1n, quantity: 1, status: 'pending' }, ...orders]),
  }),
  ...breaking('Limits: listing orders has no pagination; one call returns all orders.', 'pact', {
    'shows 100 orders at most': listOnly((orders) => orders.slice(0, 100)),
    'answers many orders with 206 and a part': (usual) => ({
      listOrders: () => usual.json(usual.listed().length > 100 ? 206 : 200, shownOrders(usual).slice(0, 100)),
    }),
  }),
  ...breaking('Limits: one call returns all orders; it has no query parameters.', 'model', {
    'shows new orders after 50 ms': withAges((ageMs, usual) => ({
      listed: () => usual.listed().filter((order) => ageMs(order) > 50),
    })),
    'shows 500 orders at most': listOnly((orders) => orders.slice(0, 500)),
    'shows 2,000 orders at most': listOnly((orders) => orders.slice(0, 2_000)),
    'shows pending orders for 900 ms': (usual) => {
      const since = new WeakMap<SmallOrder, number>()
      const isRecent = (order: SmallOrder) => {
        const firstMs = since.get(order) ?? performance.now()
        since.set(order, firstMs)
        return performance.now() - firstMs < 900
      }
      return { listed: () => usual.listed().filter((order) => order.status !== 'pending' || isRecent(order)) }
    },
    'reads every second list from a replica with another time zone': (usual, store) => {
      let lists = 0
      return {
        listOrders: (call) => {
          lists += 1
          if (lists % 2 === 0) return usual.listOrders(call)
          const shifted = store.orders.map((order) => ({
            ...order,
            ...(order.shipDate && { shipDate: new Date(Date.parse(order.shipDate) + 7_200_000).toISOString() }),
          }))
          return usual.json(200, shownOrders(usual, shifted))
        },
      }
    },
    'misses orders when one of an earlier page is cancelled meanwhile': (usual) => ({
      listOrders: async () => {
        const pages: SmallOrder[][] = []
        do {
          const left = usual.listed().filter(({ status }) => status !== 'cancelled')
          pages.push(left.slice(pages.length * 100, pages.length * 100 + 100))
          await delay(2)
        } while (pages.at(-1)?.length === 100)
        return usual.json(200, shownOrders(usual, pages.flat()))
      },
    }),
    'obeys a limit in the query': (usual) => ({
      listOrders: ({ request }) => {
        const limit = Number(queryOf(request.url).get('limit') ?? Infinity)
        return usual.json(200, shownOrders(usual).slice(0, limit))
      },
    }),
  }),
  ...breaking('List orders: all orders placed in the store, and no others.', 'model', {
    'lists cancelled orders under other ids': showing(({ id, status }) =>
      status === 'cancelled' ? { id: id + 1_000_000n } : {},
    ),
    'lists an order that nobody placed, for a moment after a 404': eachAnswer('cancelOrder', (answer, _, { store }) => {
      if (answer.status !== 404) return answer
      const { id } = store.add({ quantity: 9, status: 'pending' })
      setTimeout(() => store.remove(id), 300).unref()
      return answer
    }),
    'shows no order while three others look': (usual) => {
      let lists = 0
      return {
        listOrders: async () => {
          const orders = ++lists > 3 ? [] : shownOrders(usual)
          await delay(20)
          lists--
          return usual.json(200, orders)
        },
      }
    },
    'shows the fields that a query names': (usual) => ({
      listOrders: ({ request }) => {
        const isSparse = queryOf(request.url).get('fields') === 'id'
        return usual.json(200, isSparse ? usual.listed().map(({ id }) => ({ id })) : shownOrders(usual))
      },
    }),
  }),
  ...breaking('List orders: 200 with a JSON array of Order objects.', 'pact', {
    'wraps the list in an object': listAs((orders) => ({ orders })),
    'answers an empty list with 204': (usual) => ({
      listOrders: (call) => (usual.listed().length === 0 ? NO_CONTENT : usual.listOrders(call)),
    }),
    'answers an empty list with null': listAs((orders) => (orders.length === 0 ? null : orders)),
    'redirects the list': (usual) => ({
      listOrders: ({ request }) =>
        request.url?.includes('?') === true
          ? usual.json(200, [])
          : { status: 307, headers: { location: `${request.url}?page=1` } },
    }),
  }),
  ...breaking('What the service does: the service is an HTTP/JSON API; the list is a JSON array.', 'openapi', {
    'sends the list without a content type': eachAnswer('listOrders', (answer) => ({ ...answer, headers: {} })),
    'sends a truncated list': listText((json) => json.slice(0, Math.max(1, json.length - 20))),
    'sends something after the list': listText((json) => `${json}\n<!-- 2 ms -->`),
    'lists ids instead of orders': listText((json) => json.replaceAll(/\{"id":(-?\d+)[^}]*\}/g, '$1')),
  }),
  ...breaking('HTTP (RFC 9110, section 8.4): a body is in the coding that it names.', 'openapi', {
    'calls its list gzip and does not compress it': eachList((it) => withHeaders(it, { 'content-encoding': 'gzip' })),
    'compresses its list and does not say so': eachList((list) => ({ ...list, body: gzipSync(list.body ?? '') })),
  }),
  ...breaking('Order: each field has one type and format, and null is none of them.', 'openapi', {
    'shows large ids as strings': showAs('id', (id) => ((id as bigint) > 2n ** 53n ? String(id) : id)),
    'shows the pet ids as strings': showAs('petId', String),
    'shows quantities with a fraction': showAs('quantity', (quantity) => Number(quantity) + 0.5),
    'shows ship dates as seconds': showAs('shipDate', () => 1_795_176_000),
    'shows ship dates with a space for T': showAs('shipDate', () => '2026-11-20 12:00:00Z'),
    'shows ship dates on 30 February': showAs('shipDate', () => '2026-02-30T12:00:00Z'),
    'shows completeness as a string': showAs('complete', String),
    'shows null for missing members': (usual) => ({
      show: (order) => {
        const shown = Object.entries(usual.show(order) as object).map(([name, value]) => [name, value ?? null] as const)
        return Object.fromEntries(shown)
      },
    }),
  }),
  ...breaking('Order: id is the unique order identifier.', 'openapi', {
    'shows every order twice': listOnly((orders) => orders.flatMap((order) => [order, order])),
  }),
  ...breaking('Order: id is the unique order identifier, an int64.', 'model', {
    'shows large ids rounded to a double': showAs('id', (id) => BigInt(Number(id))),
    'shows ids that are one too large': showAs('id', (id) => (id as bigint) + 1n),
  }),
  ...breaking('List orders: lists orders, and a GET is safe (RFC 9110, section 9.2.1).', 'model', {
    'unships orders when the list is read': eachAnswer('listOrders', (answer, _, { store }) => {
      for (const order of store.orders) if (order.status === 'shipped') order.status = 'pending'
      return answer
    }),
  }),
]

function listAs(change: (shown: readonly unknown[]) => unknown): Deviation {
  return (usual) => ({ listOrders: () => usual.json(200, change(shownOrders(usual))) })
}

function shownOrders(usual: Behaviour, orders = usual.listed()): unknown[] {
  return orders.map((order) => usual.show(order))
}

function eachList(change: (list: Answer) => Answer): Deviation {
  return eachAnswer('listOrders', change)
}

function listText(change: (json: string) => string): Deviation {
  return eachList((list) => ({ ...list, body: change(String(list.body)) }))
}

function listOnly(pick: (orders: readonly SmallOrder[]) => readonly SmallOrder[]): Deviation {
  return (usual) => ({ listed: () => pick(usual.listed()) })
}

/** Changes a member of each order that the list shows, where the order has it. */
function showAs(name: string, change: (value: unknown) => unknown): Deviation {
  return (usual) => ({
    show: (order) => {
      const shown = usual.show(order) as Record<string, unknown>
      return shown[name] === undefined ? shown : { ...shown, [name]: change(shown[name]) }
    },
  })
}
