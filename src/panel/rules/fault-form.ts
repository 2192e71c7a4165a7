/** The form of a fault: every member as text, empty if it has none. */
export interface FaultForm {
  readonly operation: string
  readonly orderId: string
  readonly kind: string
  readonly status: string
  readonly delayMs: string
  readonly times: string
  readonly probability: string
  readonly message: string
}

export const EMPTY_FAULT: FaultForm = {
  operation: '',
  orderId: '',
  kind: 'status',
  status: '503',
  delayMs: '',
  times: '',
  probability: '',
  message: '',
}

const NUMBERS = new Set(['status', 'delayMs', 'times', 'probability'])

/** The fault that the form describes; what is wrong with it is for the mock to say. */
export function faultOf(form: FaultForm): Record<string, unknown> {
  const { status, message, orderId, ...others } = form
  const relevant = {
    ...others,
    ...(form.kind === 'status' && { status, message }),
    ...(canNameOrder(form) && { orderId }),
  }
  const given = Object.entries(relevant).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([member, text]) => [member, NUMBERS.has(member) ? numberOr(text) : text.trim()]))
}

/** Only a cancel names an order. */
export function canNameOrder({ operation }: FaultForm): boolean {
  return operation === '' || operation === 'cancelOrder'
}

function numberOr(text: string): number | string {
  const value = Number(text)
  return Number.isNaN(value) ? text.trim() : value
}
