import { Deed } from '../parts/buttons.js'
import { type Column, Table } from '../parts/table.js'
import { showDistance, showInstant, showMinute } from '../parts/words.js'
import type { Query } from '../state/address.js'
import { useSandboxNow } from '../state/panel-model.js'
import { type ShownOrder, toggled } from '../state/shown-order.js'
import { DEEDS, type OrderDeed } from './order-deeds.js'
import { COLUMNS, type OrderQuery } from './sort-orders.js'

interface OrderTableProps {
  readonly orders: readonly ShownOrder[]
  readonly query: Query<OrderQuery>
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onEdit: (order: ShownOrder) => void
  readonly onDeed: (deed: OrderDeed, order: ShownOrder) => void
}

/** The width of a digit of an id: heads, in another size, have to agree with it. */
const DIGIT_PX = 7.6
const CHANGED_MS = 6000

/** The orders in lines; on a phone, in cards. */
export function OrderTable(props: OrderTableProps) {
  const { orders } = props
  const nowMs = useSandboxNow()
  const widthOf = (id: (order: ShownOrder) => bigint | string | undefined): string =>
    `${DIGIT_PX * orders.reduce((width, order) => Math.max(width, String(id(order) ?? '').length), 6)}px`
  const cells: Readonly<Record<string, Column<ShownOrder>['cell']>> = {
    id: ({ digits }) => digits,
    status: ({ status }) => <span class={`badge ${status}`}>{status}</span>,
    petId: ({ petId }) => <Member name="Pet" value={petId} />,
    quantity: ({ quantity }) => <Member name="Quantity" value={quantity} />,
    shipDate: (order) => <ShipDate order={order} nowMs={nowMs} />,
    complete: ({ complete }) => <Member name="Complete" value={complete} />,
  }
  const columns = [
    selectColumn(props),
    ...COLUMNS.map(([name, words]) => ({
      class: name,
      role: name === 'id' ? ('rowheader' as const) : ('cell' as const),
      cell: cells[name] ?? String,
      ...sortableHead(name, words, props),
    })),
    {
      class: 'deeds',
      head: <span class="unseen">Actions</span>,
      cell: (order: ShownOrder) => <Deeds order={order} {...props} />,
    },
  ]
  return (
    <Table
      name="Orders"
      columns={columns}
      rows={orders}
      keyOf={({ digits }) => digits}
      classOf={({ changedAtMs = 0 }) => (Date.now() - changedAtMs < CHANGED_MS ? 'changed' : '')}
      style={{ '--id-width': widthOf(({ digits }) => digits), '--pet-width': widthOf(({ petId }) => petId) }}
    />
  )
}

function selectColumn({ orders, selected, onSelect }: OrderTableProps): Column<ShownOrder> {
  const areAll = orders.every(({ digits }) => selected.has(digits))
  const box = (label: string, checked: boolean, next: () => Iterable<string>) => (
    <input type="checkbox" aria-label={label} checked={checked} onChange={() => onSelect(new Set(next()))} />
  )
  return {
    class: 'select',
    head: box('Select all orders shown', areAll, () => (areAll ? [] : orders.map(({ digits }) => digits))),
    cell: ({ digits }) => box(`Select order ${digits}`, selected.has(digits), () => toggled(selected, digits)),
  }
}

/** Sorts upwards, then downwards, then as the API lists. */
function sortableHead(
  column: string,
  words: string,
  { query }: OrderTableProps,
): Pick<Column<ShownOrder>, 'head' | 'sort'> {
  const sorts = [column, `-${column}`]
  const index = sorts.indexOf(query.values.sort)
  return {
    sort: (['ascending', 'descending'] as const)[index] ?? 'none',
    head: (
      <button type="button" class="sort" onClick={() => query.set({ sort: sorts[index + 1] ?? '' })}>
        {words} <span aria-hidden="true">{'↑↓'.charAt(index) || '↕'}</span>
      </button>
    ),
  }
}

/** One tab stop leads to the row; the arrows lead on from there. */
function Deeds({ order, onEdit, onDeed }: { readonly order: ShownOrder } & Pick<OrderTableProps, 'onEdit' | 'onDeed'>) {
  const deeds = DEEDS.filter(({ isPossible }) => isPossible(order)).map(
    (deed) => [deed.words, () => onDeed(deed, order)] as const,
  )
  // Delete stands apart.
  return deeds.toSpliced(-1, 0, ['Edit', () => onEdit(order)]).map(([words, onClick]) => (
    <Deed
      key={words}
      tabIndex={-1}
      about={`order ${order.digits}`}
      // The second click of a double click is meant for the row that is gone, not for the one that slid under the mouse.
      onClick={({ detail }) => detail < 2 && onClick()}
      words={words}
    />
  ))
}

function ShipDate({ order: { shipDateMs, dueMs }, nowMs }: { readonly order: ShownOrder; readonly nowMs: number }) {
  const isDue = dueMs !== undefined && dueMs > nowMs
  if (shipDateMs === undefined && !isDue) return <Member name="Ship date" value={undefined} />
  return (
    <>
      {shipDateMs !== undefined && <span>{showDistance(shipDateMs, nowMs)}</span>}
      {shipDateMs !== undefined && !isDue && <small title={showInstant(shipDateMs)}>{showMinute(shipDateMs)}</small>}
      {isDue && <small class="due">Ships {showDistance(dueMs, nowMs)}</small>}
    </>
  )
}

interface MemberProps {
  readonly name: string
  /** No member of an order is required. */
  readonly value: bigint | number | string | boolean | undefined
}

function Member({ name, value }: MemberProps) {
  const words = { true: 'yes', false: 'no' }[String(value)] ?? String(value)
  return (
    <>
      <span class="narrow-label">{name} </span>
      {value !== undefined && <span title={words}>{words}</span>}
      {value === undefined && (
        <span class="absent" role="img" aria-label="none">
          –
        </span>
      )}
    </>
  )
}
