import type { Behaviour, Deviation } from '../small-provider.js'
import type { SmallOrder, SmallStore } from '../small-store.js'
import { allowed, both, type ConformingProvider, idsAsStrings } from './conforming-provider.js'

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
