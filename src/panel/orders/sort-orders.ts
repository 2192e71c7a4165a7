import type { ShownOrder } from '../state/shown-order.js'

/** Which orders are shown, and how they are sorted: `-id` is downwards, empty is as the API lists them. The address has it. */
export interface OrderQuery {
  readonly status: ShownOrder['status'] | ''
  /** Digits that the id or the pet's id contain, or a part of the pet's name. */
  readonly find: string
  readonly sort: string
}

type SortKey = number | bigint | string | undefined

/** The columns: what the heads say, and by what they are sorted. */
export const COLUMNS: readonly (readonly [column: string, words: string, keyOf: (order: ShownOrder) => SortKey])[] = [
  ['id', 'Id', ({ id }) => id],
  ['status', 'Status', ({ status }) => status],
  ['petId', 'Pet', ({ petId }) => petId],
  ['quantity', 'Quantity', ({ quantity }) => quantity],
  ['shipDate', 'Ship date', ({ shipDateMs }) => shipDateMs],
  ['complete', 'Complete', ({ complete }) => complete?.toString()],
]

/** The orders that are shown, in their order; those that lack the member come last either way. */
export function chooseOrders(
  orders: readonly ShownOrder[],
  { status, find, sort }: OrderQuery,
  petNames: ReadonlyMap<string, string>,
): readonly ShownOrder[] {
  const words = find.trim().toLowerCase()
  const hasWords = ({ digits, petId }: ShownOrder): boolean =>
    `${digits} ${petId ?? ''} ${petNames.get(String(petId)) ?? ''}`.toLowerCase().includes(words)
  const chosen = orders.filter((order) => (status === '' || order.status === status) && hasWords(order))
  const keyOf = COLUMNS.find(([column]) => column === sort.replace('-', ''))?.[2]
  if (keyOf === undefined) return chosen
  return chosen.toSorted((one, other) => compare(keyOf(one), keyOf(other), sort.startsWith('-')))
}

function compare(one: SortKey, other: SortKey, isDescending: boolean): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other === isDescending ? 1 : -1
}
