import { ActionButton, Menu } from '../parts/buttons.js'
import { Icon, State } from '../parts/icon.js'
import { CHANGED_MS, type Column, type Selected, Table, Tick } from '../parts/table.js'
import { showDistance, showInstant, showMinute } from '../state/words.js'
import type { Query } from '../state/address.js'
import { realNow, sandboxNow } from '../state/panel-state.js'
import type { ShownOrder } from '../state/shown-order.js'
import { act, ACTIONS, editOrder } from './order-dialog.js'

/** Which orders are shown, and how they are sorted: `-id` is downwards, empty is as the API lists them. In the address. */
export const ALL = {
  status: '' as ShownOrder['status'] | '',
  /** Digits that the id or the pet's id contain, or a part of the pet's name. */
  find: '',
  sort: '',
}

export type OrderQuery = typeof ALL
export type OrderTableProps = Readonly<{ orders: readonly ShownOrder[]; query: Query<OrderQuery>; selected: Selected }>

type SortKey = number | bigint | string | undefined
/** The value to sort by, which the cells of a column show by default. */
type KeyOf = (order: ShownOrder) => SortKey
type OrderColumn = readonly [name: string, words: string, keyOf: KeyOf, cell?: Column<ShownOrder>['cell']]

const COLUMNS: readonly OrderColumn[] = [
  ['id', 'Id', ({ id }) => id, ({ digits }) => <span title={digits}>{digits}</span>],
  ['status', 'Status', ({ status }) => status, ({ status }) => <State status={status}>{status}</State>],
  ['petId', 'Pet', ({ petId }) => petId],
  ['quantity', 'Quantity', ({ quantity }) => quantity],
  ['shipDate', 'Ship date, UTC', ({ shipDateMs }) => shipDateMs, (order) => <ShipDate {...order} />],
  ['complete', 'Complete', ({ complete }) => complete?.toString()],
]

export function OrderTable({ orders, query, selected }: OrderTableProps) {
  const charsOf = (id: (order: ShownOrder) => bigint | string | undefined): number =>
    orders.reduce((width, order) => Math.max(width, String(id(order) ?? '').length), 6)
  const petChars = charsOf(({ petId }) => petId)
  const columns: Column<ShownOrder>[] = [
    {
      class: 'select',
      head: <Tick label="Select all orders shown" keys={orders.map(({ digits }) => digits)} selected={selected} />,
      cell: ({ digits }) => <Tick label={`Select order ${digits}`} keys={[digits]} selected={selected} />,
    },
    ...COLUMNS.map(([name, words, keyOf, cell]) => ({
      class: name,
      role: name === 'id' ? ('rowheader' as const) : ('cell' as const),
      cell: cell ?? ((order: ShownOrder) => <MemberValue name={words} value={keyOf(order)} />),
      ...sortableHead(name, words, query),
    })),
    {
      class: 'actions',
      head: <span class="unseen">Actions</span>,
      cell: (order) => <Actions order={order} />,
    },
  ]
  return (
    <Table
      name="Orders"
      columns={columns}
      rows={orders}
      keyOf={({ digits }) => digits}
      classOf={({ changedAtMs = 0 }) => (realNow.value - changedAtMs < CHANGED_MS ? 'changed' : '')}
      style={{
        '--id-width': `${charsOf(({ digits }) => digits)}ch`,
        '--pet-width': `${petChars}ch`,
        // In a narrow window, a long id of a pet takes another line.
        '--narrow-height': petChars > 9 ? '78px' : '60px',
      }}
    />
  )
}

/** The orders that are shown, in their order; those without the field come last either way. */
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
  const direction = sort.startsWith('-') ? -1 : 1
  return chosen.toSorted((one, other) => compare(keyOf(one), keyOf(other), direction))
}

function compare(one: SortKey, other: SortKey, direction: 1 | -1): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other ? -direction : direction
}

/** Sorts upwards, then downwards, then as the API lists. */
function sortableHead(column: string, words: string, { values, set }: Query<OrderQuery>) {
  const sorts = [column, `-${column}`]
  const index = sorts.indexOf(values.sort)
  return {
    sort: (['ascending', 'descending'] as const)[index] ?? ('none' as const),
    head: (
      <button type="button" class="sort" onClick={() => set({ sort: sorts[index + 1] ?? '' })}>
        {words} <span aria-hidden="true">{'↑↓'.charAt(index) || '↕'}</span>
      </button>
    ),
  }
}

/** One tab stop for the row; the arrows move on from there. */
function Actions({ order }: { readonly order: ShownOrder }) {
  const button = (words: string, onClick: () => unknown) => (
    <ActionButton
      key={words}
      class={`quiet slot ${words.toLowerCase()}`}
      tabIndex={-1}
      about={`order ${order.digits}`}
      // The second click of a double click is meant for the deleted row, not for the row that slid under the mouse.
      onClick={({ detail }) => detail < 2 && void onClick()}
      words={words}
    />
  )
  const [ship, ...others] = ACTIONS.map((action) => {
    if (!action.isPossible(order)) return <span key={action.words} class="slot" />
    return button(action.words, () => act(action, [order]))
  })
  return (
    <>
      {ship}
      <Menu class="sheet" name={`Actions on order ${order.digits}`}>
        <p class="hint only-in-menu">Order {order.digits}</p>
        {others}
        {button('Edit', () => editOrder(order))}
      </Menu>
    </>
  )
}

function ShipDate({ shipDateMs, dueMs }: ShownOrder) {
  const nowMs = sandboxNow()
  if (dueMs !== undefined && dueMs > nowMs) {
    return (
      <span class="due" title={showInstant(dueMs)}>
        <Icon name="clock" />
        Ships {showDistance(dueMs, nowMs)}
      </span>
    )
  }
  if (shipDateMs === undefined) return <MemberValue name="Ship date" value={undefined} />
  return (
    <>
      <span>{showDistance(shipDateMs, nowMs)}</span>
      <small title={showInstant(shipDateMs)}>{showMinute(shipDateMs).replace(' UTC', '')}</small>
    </>
  )
}

/** No field of an order is required. */
function MemberValue({ name, value }: { readonly name: string; readonly value: SortKey }) {
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
