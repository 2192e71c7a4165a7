import { type Call, SMALL_KEY } from '../../small-provider.js'
import { admitAlso, breaking, type BrokenProvider, nearly } from '../broken-provider.js'

/** Providers that take a wrong key, or refuse the right one. */
export const invalidKey: BrokenProvider[] = [
  ...breaking('Authentication: an invalid key yields status 401. The scheme applies to every operation.', 'pact', {
    'cancels orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'cancelOrder'),
    'shows pets for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: an invalid key yields status 401.', 'model', {
    'compares keys without regard to case': admitAlso((call) => keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase()),
    'takes the beginning of the key': admitAlso((call) => keyOf(call) !== '' && SMALL_KEY.startsWith(keyOf(call))),
    'takes a longer key when listing': admitAlso(
      (call) => call.operation === 'listOrders' && keyOf(call).startsWith(SMALL_KEY),
    ),
    'takes every key of the right length': admitAlso((call) => keyOf(call).length === SMALL_KEY.length),
    'refuses the right key after five wrong ones': (usual) => {
      let wrong = 0
      return { admits: (call) => (usual.admits(call) ? wrong < 5 : ++wrong < 0) }
    },
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes the word undefined for a key': nearly((key) => key === 'undefined' || key === 'null'),
    'takes several keys separated by commas': nearly((key) => key.split(',').includes(SMALL_KEY)),
  }),
]

function keyOf({ authorization }: Call): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}
