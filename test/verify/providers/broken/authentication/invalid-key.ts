import { type Call, SMALL_KEY } from '../../small-provider.js'
import { admitAlso, breaking, type BrokenProvider, nearly } from '../broken-provider.js'

/** Providers that take a wrong key, or refuse the right one. */
export const invalidKey: BrokenProvider[] = [
  ...breaking('Authentication: an invalid key yields status 401. The scheme applies to every operation.', 'pact', {
    'lists orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'listOrders'),
    'cancels orders for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'cancelOrder'),
    'shows pets for any key': admitAlso((call) => keyOf(call) !== '' && call.operation === 'getPet'),
  }),
  ...breaking('Authentication: an invalid key yields status 401.', 'model', {
    'compares keys without regard to case': admitAlso((call) => keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase()),
    'compares keys without regard to case when cancelling': admitAlso(
      (call) => call.operation === 'cancelOrder' && keyOf(call).toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'takes the beginning of the key': admitAlso((call) => keyOf(call) !== '' && SMALL_KEY.startsWith(keyOf(call))),
    'takes the key without its last character': admitAlso((call) => keyOf(call) === SMALL_KEY.slice(0, -1)),
    'takes a longer key': admitAlso((call) => keyOf(call).startsWith(SMALL_KEY)),
    'takes a longer key when listing': admitAlso(
      (call) => call.operation === 'listOrders' && keyOf(call).startsWith(SMALL_KEY),
    ),
    'takes every key that ends with the key': admitAlso((call) => keyOf(call).endsWith(SMALL_KEY)),
    'takes every key of the right length': admitAlso((call) => keyOf(call).length === SMALL_KEY.length),
    'checks only the first half of the key': admitAlso((call) => keyOf(call).startsWith(SMALL_KEY.slice(0, 9))),
    'refuses the right key after five wrong ones': (usual) => {
      let wrong = 0
      return { admits: (call) => (usual.admits(call) ? wrong < 5 : ++wrong < 0) }
    },
  }),
  ...breaking('Authentication: an invalid key yields status 401, on every operation.', 'model', {
    'takes a longer key for pets': nearly((key, call) => call.operation === 'getPet' && key.startsWith(SMALL_KEY)),
    'takes a longer key when cancelling': nearly(
      (key, call) => call.operation === 'cancelOrder' && key.startsWith(SMALL_KEY),
    ),
    'compares keys without regard to case for pets': nearly(
      (key, call) => call.operation === 'getPet' && key.toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'compares keys without regard to case when listing': nearly(
      (key, call) => call.operation === 'listOrders' && key.toLowerCase() === SMALL_KEY.toLowerCase(),
    ),
    'checks only the first eight characters of the key': nearly((key) => key.slice(0, 8) === SMALL_KEY.slice(0, 8)),
    'checks only the last eight characters of the key': nearly((key) => key.slice(-8) === SMALL_KEY.slice(-8)),
    'ignores the first character of the key': nearly((key) => key.slice(1) === SMALL_KEY.slice(1)),
    'ignores the last character of the key': nearly((key) => key.slice(0, -1) === SMALL_KEY.slice(0, -1)),
    'takes the word undefined for a key': nearly((key) => key === 'undefined' || key === 'null'),
    'takes several keys separated by commas': nearly((key) => key.split(',').includes(SMALL_KEY)),
    'takes the first eight characters of the key': nearly((key) => key === SMALL_KEY.slice(0, 8)),
    'takes any order of the characters of the key': nearly((key) => sorted(key) === sorted(SMALL_KEY)),
    'takes the key in quotes': nearly((key) => key === `"${SMALL_KEY}"`),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'model', {
    'refuses the right key after a wrong one, once': (usual) => {
      let isWary = false
      return {
        admits: (call) => {
          const isRight = usual.admits(call)
          const isAdmitted = isRight && !isWary
          isWary = !isRight
          return isAdmitted
        },
      }
    },
  }),
]

function keyOf({ authorization }: Call): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function sorted(key: string): string {
  return Array.from(key).toSorted().join('')
}
