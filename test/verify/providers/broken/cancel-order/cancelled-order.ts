import type { Deviation } from '../../small-provider.js'
import type { SmallOrder } from '../../small-store.js'
import { afterCancel, afterRefusal, breaking, type BrokenProvider, cancelAs, onRefusal } from '../broken-provider.js'

/** Providers whose orders are not cancelled once and for all. */
export const cancelCancelledOrder: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'cancels an order again and again': cancelAs('cancelled', () => ({ status: 204, headers: {} })),
      'answers a second cancel with 200': cancelAs('cancelled', (usual) => usual.json(200, {})),
      'answers 204 and cancels nothing': cancelAs('pending', () => ({ status: 204, headers: {} })),
      'cancels 50 ms after the 204': cancelLater(50),
      'cancels only when the list is next read': (usual) => {
        const due = new Set<SmallOrder>()
        return {
          cancel: (order) => {
            if (order.status !== 'pending') return usual.cancel(order)
            due.add(order)
            return { status: 204, headers: {} }
          },
          listed: () => {
            for (const order of due) order.status = 'cancelled'
            return usual.listed()
          },
        }
      },
      'revives an order whose second cancel it refused': afterRefusal((order) => {
        if (order.status === 'cancelled') order.status = 'pending'
      }),
      'remembers only the last order that it cancelled': afterCancel((order, store) => {
        for (const other of store.orders) if (other !== order && other.status === 'cancelled') other.status = 'pending'
      }),
      'revives cancelled orders when the list is read': (usual) => ({
        listed: () => {
          for (const order of usual.listed()) if (order.status === 'cancelled') order.status = 'pending'
          return usual.listed()
        },
      }),
      'cancels 5 ms after the 204': (usual) => ({
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
      'revives cancelled orders after 20 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 20)
      }),
      'revives cancelled orders after 200 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 200)
      }),
      'revives cancelled orders after 700 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 700)
      }),
      'revives a cancelled order when another is cancelled twice': onRefusal(1, (order, store) => {
        if (order.status === 'cancelled') for (const other of store.orders) if (other !== order) revive(other)
      }),
    },
  ),
]

function cancelLater(afterMs: number): Deviation {
  return (usual) => ({
    cancel: (order) => {
      if (order.status !== 'pending') return usual.cancel(order)
      setTimeout(() => (order.status = 'cancelled'), afterMs)
      return { status: 204, headers: {} }
    },
  })
}

function revive(order: SmallOrder): void {
  if (order.status === 'cancelled') order.status = 'pending'
}
