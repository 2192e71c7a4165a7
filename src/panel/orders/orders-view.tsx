import { useSignal } from '@preact/signals'
import { Button, FilterButtons, NewButton } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Question } from '../parts/form-dialog.js'
import { Empty, NoMatch, useAnswer, View } from '../parts/view.js'
import { capitalized, count } from '../state/words.js'
import { useQuery } from '../state/address.js'
import { boxHere, contentsHere, openDialog } from '../state/panel-state.js'
import { countByStatus, STATUSES } from '../state/shown-order.js'
import { act, ACTIONS, editOrder, type OrderAction } from './order-dialog.js'
import { ALL, chooseOrders, type OrderQuery, OrderTable, type OrderTableProps } from './order-table.js'

export function OrdersView() {
  const { orders } = contentsHere()
  const query = useQuery(ALL)
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const petNames = usePetNames(query.values)
  const chosen = chooseOrders(orders, query.values, petNames)
  const lastMs = orders.reduce((ms, { changedAtMs = 0 }) => Math.max(ms, changedAtMs), 1)
  const last = orders.find(({ changedAtMs }) => changedAtMs === lastMs)
  return (
    <View
      title="Orders"
      head={<NewButton onClick={() => editOrder()} words="Add order" />}
      tools={<Toolbar query={query} orders={chosen} selected={selected} />}
    >
      <p class="unseen" role="status">
        {last !== undefined && `Order ${last.digits} is now ${last.status}.`}
      </p>
      {orders.length === 0 && <Empty title="No orders yet">Add an order, or reset this sandbox to a scenario.</Empty>}
      {orders.length > 0 && chosen.length === 0 && <NoMatch what="orders" onClear={() => query.set(ALL)} />}
      {chosen.length > 0 && <OrderTable orders={chosen} query={query} selected={selected} />}
    </View>
  )
}

/** A change of more orders is asked for. */
const MAX_UNASKED = 1000

/** Stands where the filters were, so that no row moves. */
function Selection({ orders, selected }: Omit<OrderTableProps, 'query'>) {
  const countFor = ({ isPossible }: OrderAction): number => orders.filter(isPossible).length
  const ask = (action: OrderAction): void =>
    openDialog(
      <Question
        title={`${action.words} ${count(countFor(action), 'order')}?`}
        text="This is one change. Undo reverts it as a whole."
        button={action.words}
        no="Leave them"
        isFinal={action.name === 'delete'}
        save={() => act(action, orders)}
      />,
    )
  return (
    <div class="line selection" role="group" aria-label="Selected orders">
      <span>{orders.length.toLocaleString('en')} selected</span>
      {ACTIONS.map((action) => (
        <Button
          key={action.words}
          class={action.name === 'delete' ? 'danger' : ''}
          disabled={countFor(action) === 0}
          onClick={() => (countFor(action) > MAX_UNASKED ? ask(action) : void act(action, orders))}
          words={`${action.words} ${countFor(action).toLocaleString('en')}`}
        />
      ))}
      <Button class="quiet" onClick={() => (selected.value = new Set())} aria-label="Clear selection" words="Clear" />
    </div>
  )
}

function Toolbar({ query: { values, set }, orders: shown, selected }: OrderTableProps) {
  const { orders } = contentsHere()
  const counts = countByStatus(orders)
  const statuses = STATUSES.map((each) => [each, capitalized(each), counts[each]] as const)
  const choices = [['', 'All', orders.length], ...statuses] as const
  const picked = shown.filter(({ digits }) => selected.value.has(digits))
  return (
    <>
      <Field label="Search by order id or pet" type="search" value={values.find} onInput={(find) => set({ find })} />
      {picked.length > 0 ? (
        <Selection orders={picked} selected={selected} />
      ) : (
        <FilterButtons label="Status" value={values.status} onChange={(status) => set({ status })} options={choices} />
      )}
    </>
  )
}

/** The names of the scenario's pets by their ids; they are asked for when a search needs them. */
function usePetNames({ find }: OrderQuery): ReadonlyMap<string, string> {
  const box = boxHere()
  const areNeeded = /\p{L}/u.test(find)
  const state = useAnswer(async () => (areNeeded ? await box.state() : undefined), [box.name, areNeeded])
  const names = state?.pets?.map(({ id, name }) => [String(id), typeof name === 'string' ? name : ''] as const)
  return new Map(names)
}
