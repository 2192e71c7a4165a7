import { type Call } from '../../small-provider.js'
import { admitAlso, breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that serve requests without a key. */
export const missingKey: BrokenProvider[] = [
  ...breaking('Authentication: a missing key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'listOrders'),
    'cancels orders without a key': admitAlso((call) => isMissing(call) && call.operation === 'cancelOrder'),
  }),
  ...breaking('Authentication: a missing key yields status 401.', 'model', {
    'takes an empty header for a key': admitAlso(({ authorization }) => authorization === ''),
    'asks for a key only where the order exists': (usual) => ({
      admits: (call) => usual.admits(call) || (call.operation === 'cancelOrder' && !usual.find(call.id)),
    }),
    'trusts a connection on which the key was sent once': (usual) => {
      const trusted = new WeakSet<object>()
      return {
        admits: (call) => {
          if (usual.admits(call)) trusted.add(call.request.socket)
          return trusted.has(call.request.socket)
        },
      }
    },
    'shows the list to everybody once somebody sent the key': (usual) => {
      let isCached = false
      return {
        admits: (call) => {
          isCached ||= usual.admits(call) && call.operation === 'listOrders'
          return usual.admits(call) || (isCached && call.operation === 'listOrders')
        },
      }
    },
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'asks for no key where the order was cancelled': (usual) => ({
      admits: (call) =>
        usual.admits(call) || (call.operation === 'cancelOrder' && usual.find(call.id)?.status === 'cancelled'),
    }),
    'lets everybody in after 100 requests': (usual) => {
      let requests = 0
      return { admits: (call) => ++requests > 100 || usual.admits(call) }
    },
  }),
]

function isMissing({ authorization }: Call): boolean {
  return authorization === undefined
}
