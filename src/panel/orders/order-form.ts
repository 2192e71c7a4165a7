import type { NewOrder, OrderPatch } from '../../control-client/index.js'
import type { OrderDraft } from '../state/shown-order.js'

/** The form of an order: every member as text, empty if the order has none. */
export interface OrderForm {
  readonly id: string
  readonly petId: string
  readonly quantity: string
  readonly shipDate: string
  readonly complete: string
  readonly status: string
  readonly shipAfter: string
}

/** What is wrong with a form, by its members. */
export type OrderErrors = { readonly [member in keyof OrderForm]?: string }

export function formOf(order: OrderDraft): OrderForm {
  const {
    digits = '',
    petId = '',
    quantity = '',
    shipDate = '',
    complete = '',
    status = 'pending',
    shipAfter = '',
  } = order
  return {
    id: digits,
    petId: String(petId),
    quantity: String(quantity),
    shipDate,
    complete: String(complete),
    status,
    shipAfter,
  }
}

const WHOLE = /^-?\d+$/
/** An ISO 8601 duration. */
export const DURATION = /^-?P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/

const RULES: readonly (readonly [keyof OrderForm, (text: string) => boolean, string])[] = [
  ['id', isInt64, 'Enter a whole number of at most 19 digits.'],
  ['petId', isInt64, 'Enter a whole number of at most 19 digits.'],
  ['quantity', (text) => WHOLE.test(text), 'Enter a whole number.'],
  ['shipDate', isMoment, 'Enter a date and time such as 2026-11-23T12:00:00Z, or now+P3D for in three days.'],
  ['shipAfter', (text) => DURATION.test(text), 'Enter a duration, such as PT10M for ten minutes.'],
]

/** Everything that is wrong with the form, in words; what only the mock can know is for it to say. */
export function orderErrors(form: OrderForm): OrderErrors {
  const wrong = RULES.filter(([member, isRight]) => form[member].trim() !== '' && !isRight(form[member].trim()))
  return Object.fromEntries(wrong.map(([member, , words]) => [member, words]))
}

function isInt64(text: string): boolean {
  return WHOLE.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

function isMoment(text: string): boolean {
  const [, offset] = /^now([+-].+)?$/.exec(text) ?? [undefined, 'none']
  if (offset === undefined) return true
  return offset === 'none' ? !Number.isNaN(Date.parse(text)) : DURATION.test(offset.slice(1))
}

/** The order that the form describes. */
export function orderOf(form: OrderForm): NewOrder {
  const given = Object.entries(form).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([member, text]) => [member, valueOf(member, text.trim())]))
}

/** The members that differ, as a merge patch: `null` takes a member away. */
export function patchOf(before: OrderForm, after: OrderForm): OrderPatch {
  const members = Object.keys(after) as (keyof OrderForm)[]
  const changed = members.filter((member) => after[member].trim() !== before[member])
  return Object.fromEntries(
    changed.map((member) => {
      const text = after[member].trim()
      return [member, text === '' ? null : valueOf(member, text)]
    }),
  )
}

function valueOf(member: string, text: string): unknown {
  if (member === 'complete') return text === 'true'
  // A bigint, because a quantity may have more digits than a number holds.
  if (member === 'quantity' && WHOLE.test(text)) return BigInt(text)
  return text
}
