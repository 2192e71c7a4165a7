import type { Deviation } from '../../small-provider.js'
import { afterCancel, afterRefusal, breaking, type BrokenProvider, cancelAs } from '../broken-provider.js'

/** Providers whose orders are not cancelled once and for all. */
export const cancelCancelledOrder: BrokenProvider[] = [
  ...breaking(
    'States and transitions: a pending order becomes cancelled. Only a pending order can be cancelled.',
    'model',
    {
      'answers a second cancel with 200': cancelAs('cancelled', (usual) => usual.json(200, {})),
      'answers a second cancel with 500': cancelAs('cancelled', (usual) => usual.error(500, 'oops')),
      'answers 204 and cancels nothing': cancelAs('pending', () => ({ status: 204, headers: {} })),
      'cancels 50 ms after the 204': cancelLater(50),
      'revives an order whose second cancel it refused': afterRefusal((order) => {
        if (order.status === 'cancelled') order.status = 'pending'
      }),
      'revives cancelled orders after 700 ms': afterCancel((order) => {
        setTimeout(() => (order.status = 'pending'), 700)
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
