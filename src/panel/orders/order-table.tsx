import type { ComponentChildren } from 'preact'
import { useSandboxNow } from '../parts/use-now.js'
import { useIsNarrow } from '../parts/use-media.js'
import { VirtualRows } from '../parts/virtual-rows.js'
import { useContents, usePanelState } from '../state/panel-context.js'
import type { ShownOrder } from '../state/shown-order.js'
import { type OrderDeed, OrderRow } from './order-row.js'
import type { SortColumn, Sorting } from './sort-orders.js'

interface OrderTableProps {
  readonly orders: readonly ShownOrder[]
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  readonly onDeed: (deed: OrderDeed, order: ShownOrder) => void
}

/** The columns, as the heads say them. */
export const COLUMNS: readonly (readonly [SortColumn, string])[] = [
  ['id', 'Id'],
  ['status', 'Status'],
  ['petId', 'Pet'],
  ['quantity', 'Quantity'],
  ['shipDate', 'Ship date'],
  ['complete', 'Complete'],
]

export function OrderTable({ orders, sorting, onSort, onDeed }: OrderTableProps): ComponentChildren {
  const isNarrow = useIsNarrow()
  const { clock } = useContents()
  const { changes } = usePanelState()
  const nowMs = useSandboxNow(clock)
  return (
    <div class="table orders" role="table" aria-label="Orders" aria-rowcount={orders.length + 1}>
      <div class="head-group" role="rowgroup">
        <div class="row head" role="row" aria-rowindex={1}>
          {COLUMNS.map(([column, words]) => (
            <Head key={column} column={column} words={words} sorting={sorting} onSort={onSort} />
          ))}
          <span class="cell" role="columnheader">
            <span class="unseen">Actions</span>
          </span>
        </div>
      </div>
      <VirtualRows rows={orders} rowHeight={isNarrow ? 138 : 52}>
        {(order, place) => (
          <OrderRow
            key={order.digits}
            order={order}
            place={place}
            nowMs={nowMs}
            isChanged={changes.has(order.digits)}
            onDeed={onDeed}
          />
        )}
      </VirtualRows>
    </div>
  )
}

interface HeadProps extends Pick<OrderTableProps, 'sorting' | 'onSort'> {
  readonly column: SortColumn
  readonly words: string
}

/** Sorts upwards, then downwards, then as the API lists. */
function Head({ column, words, sorting, onSort }: HeadProps): ComponentChildren {
  const isSorted = sorting.column === column
  const direction = sorting.isDescending ? 'descending' : 'ascending'
  const sort = (): void => {
    if (!isSorted) onSort({ column, isDescending: false })
    else onSort(sorting.isDescending ? { column: 'listed', isDescending: false } : { column, isDescending: true })
  }
  const isNumber = column === 'quantity'
  return (
    <span class={isNumber ? 'cell number' : 'cell'} role="columnheader" aria-sort={isSorted ? direction : 'none'}>
      <button type="button" class="sort" onClick={sort}>
        {words}
      </button>
    </span>
  )
}
