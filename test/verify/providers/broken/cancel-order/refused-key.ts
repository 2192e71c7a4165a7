import type { Call, Deviation } from '../../small-provider.js'
import { breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that refuse a wrong key, and still act on the order. */
export const cancelRefusedKey: BrokenProvider[] = [
  ...breaking('Authentication: a missing or invalid key yields status 401, and so nothing is cancelled.', 'model', {
    'cancels without a key while answering 401': cancelsThoughRefused(
      ({ authorization }) => authorization === undefined,
    ),
    'loses the order that a request with a wrong key named': (usual, store) => ({
      refuse: (call) => {
        if (call.operation === 'cancelOrder' && /^\d+$/.test(call.id)) store.remove(BigInt(call.id))
        return usual.refuse(call)
      },
    }),
  }),
]

function cancelsThoughRefused(applies: (call: Call) => boolean): Deviation {
  return (usual) => ({
    refuse: (call) => {
      const order = call.operation === 'cancelOrder' && applies(call) ? usual.find(call.id) : undefined
      if (order?.status === 'pending') order.status = 'cancelled'
      return usual.refuse(call)
    },
  })
}
