import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../control/control-api.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { useAction } from '../parts/use-action.js'
import { useIsNarrow } from '../parts/use-media.js'
import { pathOf } from '../state/load.js'
import { useContents, usePanelState } from '../state/panel-context.js'
import type { ShownOrder } from '../state/shown-order.js'
import { LastChange } from './last-change.js'
import { OrderDialog } from './order-dialog.js'
import type { OrderDeed } from './order-row.js'
import { COLUMNS, OrderTable } from './order-table.js'
import { chooseOrders, type OrderFilter, type Sorting } from './sort-orders.js'

/** The orders of the sandbox: to see, to find, to change. */
export function OrdersView(): ComponentChildren {
  const { orders } = useContents()
  const [filter, setFilter] = useState<OrderFilter>({ status: 'all', text: '' })
  const [sorting, setSorting] = useState<Sorting>({ column: 'listed', isDescending: false })
  /** The order to edit, or `new`. */
  const [edited, setEdited] = useState<ShownOrder | 'new'>()
  const { action, carryOut } = useDeeds(setEdited)
  const chosen = chooseOrders(orders, filter, sorting)
  return (
    <section aria-labelledby="view-title">
      <div class="view-head">
        <h1 id="view-title">Orders</h1>
        <LastChange />
        <button type="button" class="main" onClick={() => setEdited('new')}>
          Add order
        </button>
      </div>
      <Toolbar filter={filter} onFilter={setFilter} sorting={sorting} onSort={setSorting} />
      <Failure of={action} />
      {chosen.length === 0 && <NoOrders isEmpty={orders.length === 0} />}
      {chosen.length > 0 && <OrderTable orders={chosen} sorting={sorting} onSort={setSorting} onDeed={carryOut} />}
      {edited !== undefined && (
        <OrderDialog order={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}

interface Deeds {
  readonly action: ReturnType<typeof useAction>
  readonly carryOut: (deed: OrderDeed, order: ShownOrder) => void
}

function useDeeds(edit: (order: ShownOrder) => void): Deeds {
  const { sandboxName } = usePanelState()
  const action = useAction()
  const carryOut = (deed: OrderDeed, order: ShownOrder): void => {
    const path = `${pathOf(sandboxName)}/orders/${order.digits}` as const
    if (deed === 'edit') edit(order)
    if (deed === 'ship') void action.run(() => ask(`POST ${path}/ship`))
    if (deed === 'cancel') void action.run(() => ask(`PATCH ${path}`, { status: 'cancelled' }))
    if (deed === 'delete') void action.run(() => ask(`DELETE ${path}`))
  }
  return { action, carryOut }
}

interface ToolbarProps {
  readonly filter: OrderFilter
  readonly onFilter: (filter: OrderFilter) => void
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

function Toolbar({ filter, onFilter, sorting, onSort }: ToolbarProps): ComponentChildren {
  const { orders } = useContents()
  const isNarrow = useIsNarrow()
  const countOf = (status: OrderFilter['status']): number => orders.filter((order) => order.status === status).length
  return (
    <div class="toolbar">
      <FilterButtons
        label="Status"
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
        options={[
          { value: 'all', words: 'All', count: orders.length },
          ...(['pending', 'shipped', 'cancelled'] as const).map((value) => ({
            value,
            words: value.charAt(0).toUpperCase() + value.slice(1),
            count: countOf(value),
          })),
        ]}
      />
      <Field
        label="Find an id or a pet"
        type="search"
        value={filter.text}
        onInput={(text) => onFilter({ ...filter, text })}
      />
      {isNarrow && <SortChoice sorting={sorting} onSort={onSort} />}
    </div>
  )
}

function SortChoice({ sorting, onSort }: Pick<ToolbarProps, 'sorting' | 'onSort'>): ComponentChildren {
  return (
    <Choice
      label="Sort by"
      value={`${sorting.column} ${sorting.isDescending}`}
      onChange={(value) => {
        const [column, isDescending] = value.split(' ')
        onSort({ column: column as Sorting['column'], isDescending: isDescending === 'true' })
      }}
      options={[
        ['listed false', 'as the API lists them'],
        ...COLUMNS.flatMap(([column, words]) => [
          [`${column} false`, `${words}, upwards`] as const,
          [`${column} true`, `${words}, downwards`] as const,
        ]),
      ]}
    />
  )
}

function NoOrders({ isEmpty }: { readonly isEmpty: boolean }): ComponentChildren {
  return (
    <div class="empty">
      <p class="empty-title">{isEmpty ? 'There are no orders here.' : 'No order is like that.'}</p>
      <p>
        {isEmpty
          ? 'Add one, or start this sandbox from another scenario.'
          : 'Choose another status, or look for other digits.'}
      </p>
    </div>
  )
}
