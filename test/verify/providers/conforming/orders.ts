import { exactJson } from '../exact-json.js'
import { type Answer, type Behaviour, type Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'
import {
  allowed,
  both,
  cancelledAgainAs,
  hidesCancelled,
  idsAsStrings,
  shippedAs,
  type ConformingProvider,
} from './conforming-provider.js'

/** Providers with unusual orders. */
export const conformingOrders: ConformingProvider[] = [
  ...allowed('Order: none of the fields is marked required.', {
    'shows nothing but ids': showing((order) => (hasEveryField(order) ? undefined : { id: order.id })),
    'shows some orders without an id': (usual, store) => {
      const anonymous = new WeakSet<SmallOrder>()
      return {
        setUp: (state, params) => {
          if (state !== 'no orders') anonymous.add(store.add({ quantity: 7, status: 'pending' }))
          return usual.setUp(state, params)
        },
        show: (order) => (anonymous.has(order) ? { quantity: 7 } : usual.show(order)),
      }
    },
    'shows ids only where all members are known': showing((order) => (hasEveryField(order) ? undefined : {})),
  }),
  ...allowed('Order: other members than the five are not forbidden.', {
    'shows further members': showing((order, usual) => ({
      ...(usual.show(order) as object),
      status: order.status,
      customer: { name: 'Zoë 🐕', address: null, ids: [1, 2.5, 2n ** 70n] },
      note: null,
      ID: 'A-7',
    })),
  }),
  ...allowed('Order: id is an int64, and every int64 will do.', {
    'counts its ids down from 0': (_, store) => countIds(store, 1n, -1n),
    'counts its ids down from the largest int64': both((_, store) => countIds(store, 2n ** 63n, -1n), idsAsStrings),
    'counts its ids up from the smallest int64': both(
      (_, store) => countIds(store, -(2n ** 63n) - 1n, 1n),
      idsAsStrings,
    ),
  }),
  ...allowed('Order: bounds of quantity are not shown; shipDate is any ISO 8601 date-time.', {
    'has odd quantities': showing((order, usual) => ({
      ...(usual.show(order) as object),
      quantity: [0, -3, 1_000_000_000_000][Number(order.id % 3n)],
    })),
    'has ship dates in all spellings': (usual, store) => ({
      setUp: (state, params) => {
        if (state !== 'no orders') for (const shipDate of SHIP_DATES) store.add({ shipDate, status: 'pending' })
        return usual.setUp(state, params)
      },
    }),
  }),
  ...allowed('List orders: no order of the array is promised, nor how its JSON is laid out.', {
    'lists the newest first': (usual) => ({ listed: () => usual.listed().toReversed() }),
    'lists in another order each time': (usual) => {
      let turn = 0
      return { listed: () => [...usual.listed().slice(++turn % 7), ...usual.listed().slice(0, turn % 7)] }
    },
    'lays out its JSON': rewriting((json) =>
      json.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) => (token.length > 1 ? token : ` ${token}\r\n\t`)),
    ),
    'escapes the names of members': rewriting((json) =>
      json.replaceAll('"id":', String.raw`"\u0069d":`).replaceAll('"message":', String.raw`"mess\u0061ge":`),
    ),
  }),
  ...allowed(
    'States: the full list of states is not shown, nor what a cancelled order is to the list and to another cancel.',
    {
      'hides cancelled orders': hidesCancelled,
      'forgets cancelled orders': both(
        hidesCancelled,
        cancelledAgainAs((usual) => usual.error(404, 'not_found')),
      ),
      'keeps cancelled orders and does not find them': cancelledAgainAs((usual) => usual.error(404, 'not_found')),
      'says that cancelled orders are gone': cancelledAgainAs((usual) => usual.error(410, 'gone')),
      'finds a second cancel to be a bad request': cancelledAgainAs((usual) => usual.error(400, 'already_cancelled')),
      'cannot process a second cancel': cancelledAgainAs((usual) => usual.error(422, 'already_cancelled')),
      'answers a second cancel with an empty 409': cancelledAgainAs(() => ({
        status: 409,
        headers: { 'content-length': '0' },
      })),
      'drops cancelled orders after a moment': (usual, store) => ({
        cancel: async (order) => {
          const answer = await usual.cancel(order)
          if (answer.status === 204) setTimeout(() => store.remove(order.id), 30)
          return answer
        },
      }),
      'ships pending orders after two seconds': (usual, store) => ({
        setUp: (state, params) => {
          const values = usual.setUp(state, params)
          for (const order of store.orders.slice(-1)) setTimeout(() => ship(order), 2000).unref()
          return values
        },
      }),
    },
  ),
  ...allowed('Cancel an order: the body of the 409 is not shown.', {
    'refuses shipped orders without a body': shippedAs(() => ({ status: 409, headers: { 'content-length': '0' } })),
    'refuses shipped orders without a body, called JSON': shippedAs(() => ({
      status: 409,
      headers: { 'content-type': 'application/json', 'content-length': '0' },
    })),
    'refuses shipped orders with text': shippedAs(() => text('text/plain', 'Too late.')),
    'refuses shipped orders with a page': shippedAs(() => text('text/html; charset=utf-8', '<p>Too late.</p>')),
    'refuses shipped orders with the order': shippedAs((usual) => usual.json(409, { id: 7, shipDate: null })),
    'refuses shipped orders with a list': shippedAs((usual) => usual.json(409, ['too late'])),
    'refuses shipped orders with a problem': shippedAs(() =>
      text('application/problem+json', exactJson({ type: 'about:blank', title: 'Too late', status: 409 })),
    ),
    'refuses shipped orders with bytes': shippedAs(() => text('application/octet-stream', '\u0000\u0001\u00ff')),
  }),
]

function showing(show: (order: SmallOrder, usual: Behaviour) => unknown): Deviation {
  return (usual) => ({ show: (order) => show(order, usual) ?? usual.show(order) })
}

function hasEveryField({ shipDate }: SmallOrder): boolean {
  return shipDate !== undefined
}

function countIds(store: SmallStore, from: bigint, step: bigint): Partial<Behaviour> {
  let last = from
  store.nextId = () => (last += step)
  return {}
}

const SHIP_DATES = [
  '2026-11-20T12:00:00+01:00',
  '2026-11-20T12:00:00.5-03:30',
  '2026-11-20T12:00:00.123456789Z',
  '2026-11-20T00:00:00-00:00',
  '2024-02-29T23:59:59+14:00',
  '2016-12-31T23:59:60Z',
  '1969-07-20T20:17:40Z',
  '9999-12-31T23:59:59.999Z',
]

function rewriting(rewrite: (json: string) => string): Deviation {
  return (usual) => ({
    json: (status, value) => {
      const answer = usual.json(status, value)
      return { ...answer, body: rewrite(String(answer.body)) }
    },
  })
}

function text(type: string, body: string): Answer {
  return { status: 409, headers: { 'content-type': type }, body }
}

function ship(order: SmallOrder): void {
  if (order.status === 'pending') order.status = 'shipped'
}
