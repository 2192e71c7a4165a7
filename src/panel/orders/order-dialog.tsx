import type { NewOrder, OrderPatch } from '../../control-client/index.js'
import { parseInt64, readDateTime } from '../../spec/index.js'
import { Button } from '../parts/buttons.js'
import { type Check, type Form, FormDialog, type FormField, formWith, line, matches } from '../parts/form-dialog.js'
import { boxHere, openDialog, run } from '../state/panel-state.js'
import { type ShownOrder, STATUSES } from '../state/shown-order.js'
import { count } from '../state/words.js'

type OrderMember = 'id' | 'status' | 'petId' | 'quantity' | 'complete' | 'shipDate' | 'shipAfter'

type OrderForm = Form<OrderMember>

export const ID: Check = [
  (text) => parseInt64(text) !== undefined,
  'Enter a whole number from -9223372036854775808 to 9223372036854775807.',
]
export const DURATION = /^-?P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/
const WHOLE = matches(/^-?\d+$/, 'Enter a whole number.')
const SPAN = matches(DURATION, 'Enter a duration, such as PT10M for ten minutes.')
const MOMENT: Check = [isMoment, 'Enter a date and time such as 2026-11-23T12:00:00Z, or now+P3D for 3 days ahead.']

export const ORDER_FIELDS: readonly FormField<OrderMember>[] = [
  line('id', 'Id', 'next free id', ID),
  { member: 'status', label: 'Status', options: STATUSES.map((each) => [each, each]) },
  line('petId', 'Pet', 'none', ID),
  line('quantity', 'Quantity', 'none', WHOLE),
  { member: 'complete', label: 'Complete', options: Object.entries({ '': 'not set', true: 'yes', false: 'no' }) },
  { ...line('shipDate', 'Ship date', 'none', MOMENT), hint: '2026-11-23T12:00:00Z, or now+P3D' },
  { ...line('shipAfter', 'Ships automatically after', 'never', SPAN), hint: 'PT10M is 10 minutes, P1D a day' },
]

/** @param order without its digits, what a new one starts from */
export function editOrder(order: Partial<ShownOrder> = {}): void {
  openDialog(<OrderDialog key={order.digits} order={order} />)
}

function OrderDialog({ order }: { readonly order: Partial<ShownOrder> }) {
  const { digits, ...others } = order
  const start = formOf(order)
  const save = (form: Partial<OrderForm>): Promise<boolean> => {
    const { orders } = boxHere()
    if (digits === undefined) return run(() => orders.add(changesOf(form)), 'Order added')
    return run(() => orders.patch(digits, changesOf(form, start)), `Order ${digits} edited`)
  }
  return (
    <FormDialog
      title={digits === undefined ? 'Add an order' : `Edit order ${digits}`}
      button={digits === undefined ? 'Add order' : 'Save'}
      start={start}
      fields={() => (digits === undefined ? ORDER_FIELDS : ORDER_FIELDS.slice(1))}
      save={save}
    >
      {digits !== undefined && <Button onClick={() => editOrder(others)} words="Duplicate" />}
    </FormDialog>
  )
}

function isMoment(text: string): boolean {
  const [isRelative, offset = 'P0D'] = /^now(?:[+-](.+))?$/.exec(text) ?? []
  return isRelative === undefined ? readDateTime(text)?.hasTime === true : DURATION.test(offset)
}

function formOf(order: Partial<ShownOrder>): OrderForm {
  // No person enters parts of a second.
  const shipAfter = order.shipAfter?.replace(/\.\d+/, '')
  return formWith(ORDER_FIELDS, { status: 'pending', ...order, id: order.digits, shipAfter })
}

/** The fields in which an order differs from another, or from none; `null` removes a field. */
function changesOf(after: Partial<OrderForm>, before = formOf({})): NewOrder & OrderPatch {
  const changed = ORDER_FIELDS.filter(({ member }) => (after[member] ?? before[member]) !== before[member])
  return Object.fromEntries(changed.map(({ member }) => [member, valueOf(member, after[member])]))
}

function valueOf(member: OrderMember, text = ''): unknown {
  if (text === '') return null
  if (member === 'complete') return text === 'true'
  // A bigint, because a quantity may have more digits than a number represents.
  return member === 'quantity' ? BigInt(text) : text
}

const isPossible = ({ status }: ShownOrder): boolean => status === 'pending'

export const ACTIONS = [
  { words: 'Ship', done: 'shipped', doing: 'Shipping', isPossible, name: 'ship' },
  { words: 'Cancel', done: 'cancelled', doing: 'Cancelling', isPossible, name: 'cancel' },
  { words: 'Delete', done: 'deleted', doing: 'Deleting', isPossible: () => true, name: 'delete' },
] as const

export type OrderAction = (typeof ACTIONS)[number]

/** Does something with orders of the sandbox that is shown, in one change, and offers to undo it. */
export function act({ done, doing, name, ...action }: OrderAction, all: readonly ShownOrder[]): Promise<boolean> {
  const ids = all.filter(action.isPossible).map(({ digits }) => digits)
  const who = ids.length === 1 ? `Order ${ids.join('')}` : count(ids.length, 'order')
  const { orders } = boxHere()
  return run(() => orders.batch({ do: name, ids }), `${who} ${done}`, `${doing} ${who.toLowerCase()}…`)
}
