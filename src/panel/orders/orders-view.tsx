import type { ComponentChildren } from 'preact'
import { ViewHead } from '../parts/view-head.js'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { useIsNarrow } from '../parts/use-is-narrow.js'
import { useQuery } from '../shell/address.js'
import { ORDER_DEEDS } from '../state/history.js'
import { useContents, useModel, usePanelState } from '../state/panel-model.js'
import type { OrderDraft, ShownOrder } from '../state/shown-order.js'
import { DEEDS, isPossible, type OrderDeed, useDeeds } from './order-deeds.js'
import { OrderDialog } from './order-dialog.js'
import { OrderTable } from './order-table.js'
import { chooseOrders, COLUMNS, type OrderQuery } from './sort-orders.js'

const ALL: OrderQuery = { status: '', find: '', sort: '' }

/** The orders of the sandbox: to see, to find, to change. */
export function OrdersView(): ComponentChildren {
  const { orders } = useContents()
  const [query, setQuery] = useQuery(ALL)
  const [edited, setEdited] = useState<OrderDraft>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { action, carryOut } = useDeeds()
  const petNames = usePetNames(/\p{L}/u.test(query.find))
  const chosen = chooseOrders(orders, query, petNames)
  return (
    <section aria-labelledby="view-title">
      <Head onAdd={() => setEdited({})} />
      <Toolbar query={query} onQuery={setQuery} />
      <Selection
        orders={chosen.filter(({ digits }) => selected.has(digits))}
        onDeed={carryOut}
        onClear={() => setSelected(new Set())}
      />
      <Failure of={action} />
      {chosen.length === 0 && <NoOrders isEmpty={orders.length === 0} onClear={() => setQuery(ALL)} />}
      {chosen.length > 0 && (
        <OrderTable
          orders={chosen}
          sort={query.sort}
          onSort={(sort) => setQuery({ ...query, sort })}
          selected={selected}
          onSelect={setSelected}
          onEdit={setEdited}
          onDeed={(deed, order) => void carryOut(deed, [order])}
        />
      )}
      {edited !== undefined && (
        <OrderDialog key={edited.digits} order={edited} onClose={() => setEdited(undefined)} onDuplicate={setEdited} />
      )}
    </section>
  )
}

function Head({ onAdd }: { readonly onAdd: () => void }): ComponentChildren {
  return (
    <ViewHead title="Orders">
      <LastChange />
      <Button class="main" data-new onClick={onAdd} words="Add order" />
    </ViewHead>
  )
}

/** Says what changed a moment ago: the row may be far away, or gone. */
function LastChange(): ComponentChildren {
  const { changes, notice } = usePanelState()
  const [id, last] = [...changes].at(-1) ?? []
  const others = changes.size > 1 ? `, and ${changes.size - 1} more changed` : ''
  return (
    <p class="last-change" role="status">
      {/* What was done here is said beside its Undo. */}
      {last !== undefined && notice === undefined && `Order ${id} was ${ORDER_DEEDS[last.change]}${others}.`}
    </p>
  )
}

interface SelectionProps {
  readonly orders: readonly ShownOrder[]
  readonly onDeed: (deed: OrderDeed, orders: readonly ShownOrder[]) => Promise<boolean>
  readonly onClear: () => void
}

/** What can be done with all selected orders at once. */
function Selection({ orders, onDeed, onClear }: SelectionProps): ComponentChildren {
  if (orders.length === 0) return null
  return (
    <div class="buttons selection" role="group" aria-label="Selected orders">
      <span>{orders.length.toLocaleString('en')} selected</span>
      {DEEDS.map(([deed, words]) => {
        const count = orders.filter((order) => isPossible(deed, order)).length
        return (
          <button key={deed} type="button" disabled={count === 0} onClick={() => void onDeed(deed, orders)}>
            {words} {count.toLocaleString('en')}
          </button>
        )
      })}
      <Button class="quiet" onClick={onClear} words="Clear selection" />
    </div>
  )
}

interface ToolbarProps {
  readonly query: OrderQuery
  readonly onQuery: (query: OrderQuery) => void
}

function Toolbar({ query, onQuery }: ToolbarProps): ComponentChildren {
  const { orders } = useContents()
  const isNarrow = useIsNarrow()
  return (
    <div class="toolbar">
      <FilterButtons
        label="Status"
        value={query.status}
        onChange={(status) => onQuery({ ...query, status })}
        options={[
          { value: '', words: 'All', count: orders.length },
          ...(['pending', 'shipped', 'cancelled'] as const).map((value) => ({
            value,
            words: value.charAt(0).toUpperCase() + value.slice(1),
            count: orders.filter(({ status }) => status === value).length,
          })),
        ]}
      />
      <Field
        label="Find an id or a pet"
        type="search"
        value={query.find}
        onInput={(find) => onQuery({ ...query, find })}
      />
      {isNarrow && <SortChoice query={query} onQuery={onQuery} />}
    </div>
  )
}

function SortChoice({ query, onQuery }: ToolbarProps): ComponentChildren {
  return (
    <Choice
      label="Sort by"
      value={query.sort}
      onChange={(sort) => onQuery({ ...query, sort })}
      options={[
        ['', 'order of the API'],
        ...COLUMNS.flatMap(([column, words]) => [
          [column, `${words}, ascending`] as const,
          [`-${column}`, `${words}, descending`] as const,
        ]),
      ]}
    />
  )
}

interface NoOrdersProps {
  readonly isEmpty: boolean
  readonly onClear: () => void
}

function NoOrders({ isEmpty, onClear }: NoOrdersProps): ComponentChildren {
  return (
    <div class="empty">
      <p class="empty-title">{isEmpty ? 'No orders yet' : 'No matching orders'}</p>
      {isEmpty && <p>Add one, or reset this sandbox to another scenario.</p>}
      {!isEmpty && <Button onClick={onClear} words="Clear filters" />}
    </div>
  )
}

/** The names of the scenario's pets by their ids; they are asked for when a search needs them. */
function usePetNames(areNeeded: boolean): ReadonlyMap<string, string> {
  const { box } = useModel()
  const state = useAnswer(async () => (areNeeded ? await box.state() : undefined), [box.name, areNeeded])
  const names = state?.pets?.map(({ id, name }) => [String(id), typeof name === 'string' ? name : ''] as const)
  return new Map(names)
}
