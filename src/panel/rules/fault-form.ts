import type { Fault } from '../../control-client/index.js'

/** The form of a fault: every member as text, empty if it has none. */
export interface FaultForm {
  readonly operation: string
  readonly orderId: string
  readonly kind: string
  readonly status: string
  readonly delayMs: string
  readonly times: string
  readonly percent: string
  readonly message: string
}

/** What is wrong with a form, by its members. */
export type FaultErrors = { readonly [member in keyof FaultForm]?: string }

const EMPTY: FaultForm = {
  operation: '',
  orderId: '',
  kind: 'status',
  status: '503',
  delayMs: '',
  times: '',
  percent: '',
  message: '',
}

/** What people want to see fail most often. */
export const PRESETS: readonly (readonly [string, FaultForm])[] = [
  ['503 once', { ...EMPTY, times: '1' }],
  ['429 with Retry-After', { ...EMPTY, status: '429', times: '3' }],
  ['2 s slow', { ...EMPTY, kind: 'delay', delayMs: '2000' }],
  ['50% of requests', { ...EMPTY, percent: '50' }],
  ['Offline', { ...EMPTY, kind: 'reset' }],
]

export function formOf(fault: Fault | undefined): FaultForm {
  if (fault === undefined) return EMPTY
  const { operation = '', orderId = '', kind, status = '', delayMs = '', times = '', probability, message = '' } = fault
  return {
    operation,
    orderId: String(orderId),
    kind,
    status: String(status),
    delayMs: typeof delayMs === 'object' ? `${delayMs.min}-${delayMs.max}` : String(delayMs),
    times: String(times),
    percent: probability === undefined ? '' : String(probability * 100),
    message,
  }
}

/** Only a cancel names an order. */
export function canNameOrder({ operation }: FaultForm): boolean {
  return operation === '' || operation === 'cancelOrder'
}

const RULES: readonly (readonly [keyof FaultForm, (text: string) => boolean, string])[] = [
  ['orderId', (text) => /^-?\d{1,19}$/.test(text), 'Enter a whole number of at most 19 digits.'],
  ['status', (text) => /^[45]\d\d$/.test(text), 'Enter a status from 400 to 599.'],
  ['delayMs', (text) => /^\d+(-\d+)?$/.test(text), 'Enter milliseconds, such as 250, or a range, such as 100-500.'],
  ['times', (text) => /^[1-9]\d*$/.test(text), 'Enter a whole number from 1.'],
  ['percent', (text) => text !== '' && Number(text) >= 0 && Number(text) <= 100, 'Enter a number from 0 to 100.'],
]

/** Everything that is wrong with the form, in words. */
export function faultErrors(form: FaultForm): FaultErrors {
  const given = RULES.filter(
    ([member]) => form[member].trim() !== '' && (member !== 'status' || form.kind === 'status'),
  )
  const wrong = given.filter(([member, isRight]) => !isRight(form[member].trim()))
  const missing = form.kind === 'delay' && form.delayMs.trim() === '' && { delayMs: 'Enter how long it takes.' }
  return { ...Object.fromEntries(wrong.map(([member, , words]) => [member, words])), ...missing }
}

/** The fault that a form without errors describes. */
export function faultOf(form: FaultForm): Fault {
  const { operation, kind, status, orderId, delayMs, times, percent, message } = form
  const [min = '', max] = delayMs.trim().split('-')
  const isStatus = kind === 'status'
  return {
    kind: kind as Fault['kind'],
    ...(operation !== '' && { operation: operation as NonNullable<Fault['operation']> }),
    ...(canNameOrder(form) && orderId.trim() !== '' && { orderId: orderId.trim() }),
    ...(isStatus && status.trim() !== '' && { status: Number(status) }),
    ...(isStatus && message.trim() !== '' && { message: message.trim() }),
    ...(min !== '' && { delayMs: max === undefined ? Number(min) : { min: Number(min), max: Number(max) } }),
    ...(times.trim() !== '' && { times: Number(times) }),
    ...(percent.trim() !== '' && { probability: Number(percent) / 100 }),
  }
}
