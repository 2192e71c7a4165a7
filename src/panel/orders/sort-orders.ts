import type { OrderStatus } from '../control/schemas.js'
import type { ShownOrder } from '../state/shown-order.js'

export type SortColumn = 'listed' | 'id' | 'status' | 'petId' | 'quantity' | 'shipDate' | 'complete'

/** In which order the rows stand; `listed` is as the API lists them. */
export interface Sorting {
  readonly column: SortColumn
  readonly isDescending: boolean
}

/** Which orders are shown. */
export interface OrderFilter {
  readonly status: OrderStatus | 'all'
  /** Digits that the id or the pet's id contain. */
  readonly text: string
}

type SortKey = number | bigint | string | undefined

const KEYS: { readonly [column in SortColumn]: (order: ShownOrder) => SortKey } = {
  listed: () => undefined,
  id: ({ id }) => id,
  status: ({ status }) => status,
  petId: ({ petId }) => petId,
  quantity: ({ quantity }) => quantity,
  shipDate: ({ shipDateMs }) => shipDateMs,
  complete: ({ complete }) => (complete === undefined ? undefined : Number(complete)),
}

/** The orders that are shown, in their order; those that lack the member come last either way. */
export function chooseOrders(
  orders: readonly ShownOrder[],
  { status, text }: OrderFilter,
  { column, isDescending }: Sorting,
): readonly ShownOrder[] {
  const digits = text.trim()
  const chosen = orders.filter(
    (order) =>
      (status === 'all' || order.status === status) &&
      (digits === '' || order.digits.includes(digits) || String(order.petId ?? '').includes(digits)),
  )
  if (column === 'listed') return chosen
  const keyOf = KEYS[column]
  return chosen.toSorted((one, other) => compare(keyOf(one), keyOf(other), isDescending))
}

function compare(one: SortKey, other: SortKey, isDescending: boolean): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other === isDescending ? 1 : -1
}
