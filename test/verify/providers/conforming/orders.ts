import type { Behaviour, Deviation } from '../small-provider.js'
import { reachState } from '../small-states.js'
import { SmallStore, type SmallOrder } from '../small-store.js'
import {
  allowed,
  both,
  cancelledAgainAs,
  hidesCancelled,
  idsAsStrings,
  type ConformingProvider,
} from './conforming-provider.js'

/** No member of an order is required, any int64 is an id, and other members are allowed. */
export const freeOrders: ConformingProvider[] = [
  ...allowed('Order: none of the fields is marked required.', {
    'shows nothing but ids': showing((order) => (hasEveryField(order) ? undefined : { id: order.id })),
    'shows ids only where all members are known': showing((order) => (hasEveryField(order) ? undefined : {})),
  }),
  ...allowed('Order: other members than the five are not forbidden.', {
    'shows additional members': showing((order, usual) => ({
      ...(usual.show(order) as object),
      status: order.status,
      customer: { name: 'Zoë 🐕', address: null, ids: [1, 2.5, 2n ** 70n] },
      note: null,
      ID: 'A-7',
    })),
  }),
  ...allowed('Order: id is an int64, and every int64 will do.', {
    'counts its ids down from the largest int64': both((_, store) => countIds(store, 2n ** 63n, -1n), idsAsStrings),
  }),
  ...allowed('Order: bounds of quantity are not shown; shipDate is any ISO 8601 date-time.', {
    'has ship dates in all spellings': (usual, store) => ({
      setUp: (state, params) => {
        if (state !== 'no orders') for (const shipDate of SHIP_DATES) store.add({ shipDate, status: 'pending' })
        return usual.setUp(state, params)
      },
    }),
  }),
  ...allowed('Order: id is an int64, and nothing is said of how ids are given.', {
    'draws random ids': (_, store) => {
      let last = 77n
      store.nextId = () => (last = (last * 48_271n) % 2_147_483_647n)
      return {}
    },
    'counts its ids in steps of 65536': (_, store) => {
      let last = 0n
      store.nextId = () => (last += 65_536n)
      return {}
    },
    'gives consecutive large ids': (_, store) => {
      let last = 2n ** 62n
      store.nextLargeId = () => ++last
      return {}
    },
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

/** What becomes of a cancelled order, in the list and for another cancel, is open. */
export const freeOrderStates: ConformingProvider[] = [
  ...allowed(
    'States: the full list of states is not shown, nor what a cancelled order is to the list and to another cancel.',
    {
      'hides cancelled orders and answers a second cancel with 404': both(
        hidesCancelled,
        cancelledAgainAs((usual) => usual.error(404, 'not_found')),
      ),
      'lists cancelled orders and answers a second cancel with 404': cancelledAgainAs((usual) =>
        usual.error(404, 'not_found'),
      ),
      'answers a second cancel with 410': cancelledAgainAs((usual) => usual.error(410, 'gone')),
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
      'ships pending orders after ten seconds': (usual, store) => ({
        setUp: (state, params) => {
          const values = usual.setUp(state, params)
          for (const order of store.orders.slice(-1)) setTimeout(() => ship(order), 10_000).unref()
          return values
        },
      }),
    },
  ),
  ...allowed('States: nothing is said of a cancelled order but that it was cancelled, nor of its id.', {
    'removes cancelled orders and reuses their ids': (usual, store) => {
      store.nextId = () => freeId(store)
      return {
        cancel: async (order) => {
          const answer = await usual.cancel(order)
          if (answer.status === 204) store.remove(order.id)
          return answer
        },
      }
    },
    'starts afresh for every state, and answers a second cancel with 410': (usual, store) => ({
      ...hidingAs(410)(usual, store),
      setUp: (state, params) => {
        const fresh = new SmallStore()
        const values = reachState(fresh, state, params)
        Object.assign(store, { orders: fresh.orders, pets: fresh.pets })
        return values
      },
    }),
  }),
]

function ship(order: SmallOrder): void {
  if (order.status === 'pending') order.status = 'shipped'
}

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
