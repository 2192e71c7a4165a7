import { breaking, type BrokenProvider, showAs } from '../broken-provider.js'

/** Providers whose orders have members of another type or format. */
export const listOrderMembers: BrokenProvider[] = [
  ...breaking('Order: petId is an integer of format int64.', 'openapi', {
    'shows the pet ids as strings': showAs({ petId: String }),
    'shows the pet ids beyond int64': showAs({ petId: (id) => 2n ** 64n - (id as bigint) }),
    'shows the pet ids just beyond int64': showAs({ petId: () => 2n ** 63n }),
    'shows pets instead of their ids': showAs({ petId: (id) => ({ id }) }),
  }),
  ...breaking('Order: quantity is an integer.', 'openapi', {
    'shows quantities as strings': showAs({ quantity: String }),
    'shows quantities with a fraction': showAs({ quantity: (quantity) => Number(quantity) + 0.5 }),
    'shows quantities as words': showAs({ quantity: () => 'two' }),
  }),
  ...breaking('Order: shipDate is a string, a date-time (ISO 8601).', 'openapi', {
    'shows ship dates as seconds': showAs({ shipDate: () => 1_795_176_000 }),
    'shows ship dates as milliseconds in a string': showAs({ shipDate: () => '1795176000000' }),
    'shows ship dates without T, seconds and zone': showAs({ shipDate: () => '2026-11-20 12:00' }),
    'shows ship dates with a space for T': showAs({ shipDate: () => '2026-11-20 12:00:00Z' }),
    'shows ship dates with an offset that lacks its colon': showAs({ shipDate: () => '2026-11-20T12:00:00+0000' }),
    'shows ship dates with an offset in hours alone': showAs({ shipDate: () => '2026-11-20T12:00:00+00' }),
    'shows ship dates without a time': showAs({ shipDate: () => '2026-11-20' }),
    'shows ship dates as HTTP dates': showAs({ shipDate: () => 'Fri, 20 Nov 2026 12:00:00 GMT' }),
    'shows ship dates in a thirteenth month': showAs({ shipDate: () => '2026-13-20T12:00:00Z' }),
    'shows ship dates on 30 February': showAs({ shipDate: () => '2026-02-30T12:00:00Z' }),
    'shows ship dates as empty strings': showAs({ shipDate: () => '' }),
  }),
  ...breaking('Order: complete is a boolean.', 'openapi', {
    'shows completeness as a string': showAs({ complete: String }),
    'shows completeness as a number': showAs({ complete: Number }),
  }),
  ...breaking('Order: each field has one type, and null is none of them.', 'openapi', {
    'shows null for missing members': showMissing(['petId', 'quantity', 'shipDate', 'complete']),
    'shows null for a missing ship date': showMissing(['shipDate']),
    'shows null for a missing pet': showMissing(['petId']),
  }),
]

function showMissing(names: readonly string[]): Parameters<typeof breaking>[2][string] {
  return (usual) => ({
    show: (order) => {
      const shown = usual.show(order) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(shown).map(([name, value]) => [name, names.includes(name) ? (value ?? null) : value]),
      )
    },
  })
}
