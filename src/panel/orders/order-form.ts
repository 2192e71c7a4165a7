import type { ShownOrder } from '../state/shown-order.js'

/** The form of an order: every member as text, empty if the order has none. */
export interface OrderForm {
  readonly id: string
  readonly petId: string
  readonly quantity: string
  readonly shipDate: string
  readonly complete: '' | 'true' | 'false'
  readonly status: string
  readonly shipAfter: string
}

export const EMPTY_FORM: OrderForm = {
  id: '',
  petId: '',
  quantity: '',
  shipDate: '',
  complete: '',
  status: 'pending',
  shipAfter: '',
}

export function formOf(order: ShownOrder): OrderForm {
  const { digits, petId, quantity, shipDate, complete, status, shipAfter } = order
  return {
    id: digits,
    petId: String(petId ?? ''),
    quantity: String(quantity ?? ''),
    shipDate: shipDate ?? '',
    complete: complete === undefined ? '' : `${complete}`,
    status,
    shipAfter: shipAfter ?? '',
  }
}

type Body = Record<string, unknown>

/** The order that the form describes; what is wrong with it is for the mock to say. */
export function orderOf(form: OrderForm): Body {
  const given = Object.entries(form).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([member, text]) => [member, valueOf(member, text.trim())]))
}

/** The members that differ, as a merge patch: `null` takes a member away. */
export function patchOf(before: OrderForm, after: OrderForm): Body {
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
  if (member === 'quantity' && /^-?\d+$/.test(text)) return BigInt(text)
  return text
}
