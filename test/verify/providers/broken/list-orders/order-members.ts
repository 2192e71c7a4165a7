import { breaking, type BrokenProvider, showAs } from '../broken-provider.js'

/** Providers whose orders have members of another type or format. */
export const listOrderMembers: BrokenProvider[] = [
  ...breaking('Order: petId is an integer of format int64.', 'openapi', {
    'shows the pet ids as strings': showAs({ petId: String }),
  }),
  ...breaking('Order: quantity is an integer.', 'openapi', {
    'shows quantities with a fraction': showAs({ quantity: (quantity) => Number(quantity) + 0.5 }),
  }),
  ...breaking('Order: shipDate is a string, a date-time (ISO 8601).', 'openapi', {
    'shows ship dates as seconds': showAs({ shipDate: () => 1_795_176_000 }),
    'shows ship dates with a space for T': showAs({ shipDate: () => '2026-11-20 12:00:00Z' }),
    'shows ship dates on 30 February': showAs({ shipDate: () => '2026-02-30T12:00:00Z' }),
    'shows ship dates as empty strings': showAs({ shipDate: () => '' }),
  }),
  ...breaking('Order: complete is a boolean.', 'openapi', {
    'shows completeness as a string': showAs({ complete: String }),
  }),
  ...breaking('Order: each field has one type, and null is none of them.', 'openapi', {
    'shows null for missing members': showMissing(['petId', 'quantity', 'shipDate', 'complete']),
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
