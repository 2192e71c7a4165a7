import type { ComponentChildren } from 'preact'
import type { Id } from '../control/schemas.js'
import { StatusBadge } from '../parts/status-badge.js'
import { showDistance, showInstant } from '../parts/times.js'
import type { RowPlace } from '../parts/virtual-rows.js'
import type { ShownOrder } from '../state/shown-order.js'

/** What can be done with an order. */
export type OrderDeed = 'ship' | 'cancel' | 'edit' | 'delete'

interface OrderRowProps {
  readonly order: ShownOrder
  readonly place: RowPlace
  readonly nowMs: number
  readonly isChanged: boolean
  readonly onDeed: (deed: OrderDeed, order: ShownOrder) => void
}

/** A line of the table of orders; on a phone, a card. */
export function OrderRow({ order, place, nowMs, isChanged, onDeed }: OrderRowProps): ComponentChildren {
  const { digits, petId, quantity, complete, status } = order
  return (
    <div
      class={`row order ${isChanged ? 'changed' : ''}`}
      role="row"
      aria-rowindex={place.rowIndex}
      style={place.style}
    >
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
        <Deeds order={order} onDeed={onDeed} />
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

function Deeds({ order, onDeed }: Pick<OrderRowProps, 'order' | 'onDeed'>): ComponentChildren {
  const deeds: readonly (readonly [OrderDeed, string])[] = [
    ...(order.status === 'pending'
      ? ([
          ['ship', 'Ship'],
          ['cancel', 'Cancel'],
        ] as const)
      : []),
    ['edit', 'Edit'],
    ['delete', 'Delete'],
  ]
  return deeds.map(([deed, label]) => (
    <button
      key={deed}
      type="button"
      class="quiet"
      aria-label={`${label} order ${order.digits}`}
      onClick={() => onDeed(deed, order)}
    >
      {label}
    </button>
  ))
}

function show(value: Id | string | undefined, name: string): ComponentChildren {
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
