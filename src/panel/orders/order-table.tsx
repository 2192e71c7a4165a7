import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { useIsNarrow } from '../parts/use-is-narrow.js'
import { useSandboxNow } from '../parts/use-now.js'
import { VirtualRows } from '../parts/virtual-rows.js'
import { useContents, usePanelState } from '../state/panel-model.js'
import type { ShownOrder } from '../state/shown-order.js'
import type { OrderDeed } from './order-deeds.js'
import { OrderRow } from './order-row.js'
import { COLUMNS, type SortColumn } from './sort-orders.js'

interface OrderTableProps {
  readonly orders: readonly ShownOrder[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onEdit: (order: ShownOrder) => void
  readonly onDeed: (deed: OrderDeed, order: ShownOrder) => void
}

/** The width of a digit of an id, which heads, in another size, have to agree with. */
const DIGIT_PX = 8

/** A second click so soon after a deletion was meant for the row that is gone. */
const DOUBLE_CLICK_MS = 600

export function OrderTable(props: OrderTableProps): ComponentChildren {
  const { orders, selected, onSelect, onEdit } = props
  const isNarrow = useIsNarrow()
  const { clock } = useContents()
  const { changes } = usePanelState()
  const nowMs = useSandboxNow(clock)
  const carryOut = useOneDeletion(props.onDeed)
  const toggle = ({ digits }: ShownOrder): void =>
    onSelect(new Set(selected.has(digits) ? [...selected].filter((each) => each !== digits) : [...selected, digits]))
  const widest = orders.reduce((width, { digits }) => Math.max(width, digits.length), 4)
  return (
    <div
      class="table orders"
      role="table"
      aria-label="Orders"
      aria-rowcount={orders.length + 1}
      style={{ '--id-width': `${widest * DIGIT_PX + 8}px` }}
    >
      <HeadRow {...props} />
      <VirtualRows rows={orders} rowHeight={isNarrow ? 138 : 52}>
        {(order, place) => (
          <OrderRow
            key={order.digits}
            order={order}
            place={place}
            nowMs={nowMs}
            isChanged={changes.has(order.digits)}
            isSelected={selected.has(order.digits)}
            onSelect={toggle}
            onEdit={onEdit}
            onDeed={carryOut}
          />
        )}
      </VirtualRows>
    </div>
  )
}

/** A double click deletes one order, not the next one that slides under the mouse. */
function useOneDeletion(onDeed: OrderTableProps['onDeed']): OrderTableProps['onDeed'] {
  const deletedAtMs = useRef(-Infinity)
  return (deed, order) => {
    const nowMs = performance.now()
    if (deed === 'delete' && nowMs - deletedAtMs.current < DOUBLE_CLICK_MS) return
    if (deed === 'delete') deletedAtMs.current = nowMs
    onDeed(deed, order)
  }
}

type HeadRowProps = Pick<OrderTableProps, 'orders' | 'selected' | 'onSelect' | 'sort' | 'onSort'>

function HeadRow({ orders, selected, onSelect, ...heads }: HeadRowProps): ComponentChildren {
  const areAll = orders.every(({ digits }) => selected.has(digits))
  return (
    <div class="head-group" role="rowgroup">
      <div class="row head" role="row" aria-rowindex={1}>
        <span class="cell select" role="columnheader">
          <input
            type="checkbox"
            aria-label="Select all orders shown"
            checked={areAll}
            onChange={() => onSelect(new Set(areAll ? [] : orders.map(({ digits }) => digits)))}
          />
        </span>
        {COLUMNS.map(([column, words]) => (
          <Head key={column} column={column} words={words} {...heads} />
        ))}
        <span class="cell" role="columnheader">
          <span class="unseen">Actions</span>
        </span>
      </div>
    </div>
  )
}

interface HeadProps extends Pick<OrderTableProps, 'sort' | 'onSort'> {
  readonly column: SortColumn
  readonly words: string
}

/** Sorts upwards, then downwards, then as the API lists. */
function Head({ column, words, sort, onSort }: HeadProps): ComponentChildren {
  const order = { [column]: 'ascending', [`-${column}`]: 'descending' } as const
  const direction = order[sort] ?? 'none'
  const next = { none: column, ascending: `-${column}`, descending: '' }[direction]
  return (
    <span class={`cell ${column === 'quantity' ? 'number' : column}`} role="columnheader" aria-sort={direction}>
      <Button class="sort" onClick={() => onSort(next)} words={words} />
    </span>
  )
}
