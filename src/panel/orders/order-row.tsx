import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import { StatusBadge } from '../parts/status-badge.js'
import { showDistance, showInstant } from '../parts/times.js'
import type { RowPlace } from '../parts/virtual-rows.js'
import { DEEDS, isPossible, type OrderDeed } from './order-deeds.js'
import type { ShownOrder } from '../state/shown-order.js'

interface OrderRowProps {
  readonly order: ShownOrder
  readonly place: RowPlace
  readonly nowMs: number
  readonly isChanged: boolean
  readonly isSelected: boolean
  readonly onSelect: (order: ShownOrder) => void
  readonly onEdit: (order: ShownOrder) => void
  readonly onDeed: (deed: OrderDeed, order: ShownOrder) => void
}

/** A line of the table of orders; on a phone, a card. */
export function OrderRow({ order, place, nowMs, isChanged, ...rest }: OrderRowProps): ComponentChildren {
  const { digits, petId, quantity, complete, status } = order
  return (
    <div
      class={`row order ${isChanged ? 'changed' : ''}`}
      role="row"
      aria-rowindex={place.rowIndex}
      style={place.style}
    >
      <span class="cell select" role="cell">
        <input
          type="checkbox"
          aria-label={`Select order ${digits}`}
          checked={rest.isSelected}
          onChange={() => rest.onSelect(order)}
        />
      </span>
      <span class="cell id" role="rowheader">
        {digits}
      </span>
      <span class="cell status" role="cell">
        <StatusBadge status={status} />
      </span>
      <span class="cell pet" role="cell">
        {show(petId, 'Pet')}
      </span>
      <span class="cell number quantity" role="cell">
        {show(quantity, 'Quantity')}
      </span>
      <ShipDate order={order} nowMs={nowMs} />
      <span class="cell complete" role="cell">
        {show(complete === undefined ? undefined : showBoolean(complete), 'Complete')}
      </span>
      <span class="cell deeds" role="cell">
        <Deeds order={order} {...rest} />
      </span>
    </div>
  )
}

function ShipDate({ order, nowMs }: { readonly order: ShownOrder; readonly nowMs: number }): ComponentChildren {
  const { shipDateMs, dueMs } = order
  const due = dueMs !== undefined && dueMs > nowMs && `Ships by itself ${showDistance(dueMs, nowMs)}`
  return (
    <span class="cell date" role="cell">
      {shipDateMs === undefined && !due && <Absent name="Ship date" />}
      {shipDateMs !== undefined && <span>{showDistance(shipDateMs, nowMs)}</span>}
      {shipDateMs !== undefined && !due && <small>{showInstant(shipDateMs)}</small>}
      {due && <small class="due">{due}</small>}
    </span>
  )
}

/** One tab stop leads to the row; the arrows lead on from there. */
function Deeds({ order, onEdit, onDeed }: Pick<OrderRowProps, 'order' | 'onEdit' | 'onDeed'>): ComponentChildren {
  const buttons = DEEDS.filter(([deed]) => isPossible(deed, order)).map(([deed, label]) => (
    <Button
      key={deed}
      class={`quiet ${deed}`}
      tabIndex={-1}
      aria-label={`${label} order ${order.digits}`}
      onClick={() => onDeed(deed, order)}
      words={label}
    />
  ))
  const edit = (
    <Button
      key="edit"
      class="quiet"
      tabIndex={-1}
      aria-label={`Edit order ${order.digits}`}
      onClick={() => onEdit(order)}
      words="Edit"
    />
  )
  return buttons.toSpliced(-1, 0, edit)
}

function show(value: bigint | number | string | undefined, name: string): ComponentChildren {
  if (value === undefined) return <Absent name={name} />
  return (
    <>
      <span class="narrow-label">{name} </span>
      {String(value)}
    </>
  )
}

/** No member of an order is required. */
function Absent({ name }: { readonly name: string }): ComponentChildren {
  return (
    <span class="absent" title={`This order has no ${name.toLowerCase()}.`}>
      <span class="narrow-label">{name} </span>
      <span aria-hidden="true">–</span>
      <span class="unseen">none</span>
    </span>
  )
}

function showBoolean(value: boolean): string {
  return value ? 'yes' : 'no'
}
