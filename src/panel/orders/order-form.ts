import type { NewOrder, OrderPatch } from '../../control-client/index.js'
import { parseInt64 } from '../../spec/index.js'
import { type FormField, line, matches, type Rule } from '../parts/form-dialog.js'
import type { OrderDraft } from '../state/shown-order.js'

type Member = 'id' | 'status' | 'petId' | 'quantity' | 'complete' | 'shipDate' | 'shipAfter'

/** The form of an order. */
type OrderForm = Readonly<Record<Member, string>>

/** An id as a person enters it. */
export const ID: Rule = [(text) => parseInt64(text) !== undefined, 'Enter a whole number of at most 19 digits.']
/** An ISO 8601 duration. */
export const DURATION = /^-?P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/
const WHOLE = matches(/^-?\d+$/, 'Enter a whole number.')
const SPAN = matches(DURATION, 'Enter a duration, such as PT10M for ten minutes.')
const MOMENT: Rule = [isMoment, 'Enter a date and time such as 2026-11-23T12:00:00Z, or now+P3D for in three days.']
const STATUSES = ['pending', 'shipped', 'cancelled'].map((each) => [each, each] as const)
const ANSWERS = Object.entries({ '': 'not given', true: 'yes', false: 'no' })

const FIELDS: readonly FormField<Member>[] = [
  line('id', 'Id', 'next free id', ID),
  { member: 'status', label: 'Status', options: STATUSES },
  line('petId', 'Pet', 'none', ID),
  line('quantity', 'Quantity', 'none', WHOLE),
  { member: 'complete', label: 'Complete', options: ANSWERS },
  { ...line('shipDate', 'Ship date', 'none', MOMENT), hint: '2026-11-23T12:00:00Z, or now+P3D' },
  { ...line('shipAfter', 'Ships by itself after', 'never', SPAN), hint: 'PT10M is 10 minutes, P1D a day' },
]

/** The fields of a new order, or of one whose id cannot change. */
export function orderFields(isNew: boolean): readonly FormField<Member>[] {
  return isNew ? FIELDS : FIELDS.slice(1)
}

function isMoment(text: string): boolean {
  const [isRelative, offset = 'P0D'] = /^now(?:[+-](.+))?$/.exec(text) ?? []
  return isRelative === undefined ? !Number.isNaN(Date.parse(text)) : DURATION.test(offset)
}

export function formOf(order: OrderDraft): OrderForm {
  const given = { status: 'pending', ...order, id: order.digits }
  return Object.fromEntries(FIELDS.map(({ member }) => [member, String(given[member] ?? '')])) as OrderForm
}

/** The members in which an order differs from another, or from none; `null` takes a member away. */
export function changesOf(after: OrderForm, before = formOf({})): NewOrder & OrderPatch {
  const changed = FIELDS.filter(({ member }) => after[member] !== before[member])
  return Object.fromEntries(changed.map(({ member }) => [member, valueOf(member, after[member])]))
}

function valueOf(member: Member, text: string): unknown {
  if (text === '') return null
  if (member === 'complete') return text === 'true'
  // A bigint, because a quantity may have more digits than a number holds.
  return member === 'quantity' ? BigInt(text) : text
}
