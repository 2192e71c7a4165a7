import type { Fault } from '../../control-client/index.js'
import { ID } from '../orders/order-form.js'
import { type FormField, line, matches, type Rule } from '../parts/form-dialog.js'

type Member = 'operation' | 'orderId' | 'kind' | 'status' | 'delayMs' | 'times' | 'percent' | 'message'

/** The form of a fault. */
type FaultForm = Readonly<Record<Member, string>>

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

/** The operations that a fault can name. */
export const OPERATIONS = ['listOrders', 'cancelOrder', 'getPet'] as const

const KINDS = Object.entries({
  status: 'an error response',
  delay: 'a slow response',
  reset: 'the connection closes',
  truncate: 'the body is cut short',
  hang: 'no response at all',
})
const STATUS = matches(/^[45]\d\d$/, 'Enter a status from 400 to 599.')
const DELAY = matches(/^\d+(-\d+)?$/, 'Enter milliseconds, such as 250, or a range, such as 100-500.')
const TIMES = matches(/^[1-9]\d*$/, 'Enter a whole number from 1.')
const PERCENT: Rule = [(text) => Number(text) >= 0 && Number(text) <= 100, 'Enter a number from 0 to 100.']

/** The fields that what is filled in asks for. */
export function faultFields({ operation, kind }: FaultForm, isForNext: boolean): readonly FormField<Member>[] {
  const isDelay = kind === 'delay'
  const operations = [['', 'any'], ...OPERATIONS.map((each) => [each, each] as const)] as const
  const fields = [
    { member: 'operation', label: 'Operation', options: operations } as const,
    canNameOrder(operation) && line('orderId', 'Order', 'any', ID),
    { member: 'kind', label: 'What happens', options: KINDS } as const,
    kind === 'status' && line('status', 'Status', '500', STATUS),
    { ...line('delayMs', 'Delay in ms', isDelay ? 'such as 250 or 100-500' : 'none', DELAY), isRequired: isDelay },
    !isForNext && line('times', 'Times', 'always', TIMES),
    !isForNext && line('percent', 'Percent of requests', '100', PERCENT),
    kind === 'status' && line('message', 'Message', 'default'),
  ]
  return fields.filter((field) => field !== false)
}

/** Only a cancel names an order. */
function canNameOrder(operation: string): boolean {
  return operation === '' || operation === 'cancelOrder'
}

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

/** The fault that a form without errors describes. */
export function faultOf({ operation, kind, status, orderId, delayMs, times, percent, message }: FaultForm): Fault {
  const [min = '', max] = delayMs.split('-')
  const isStatus = kind === 'status'
  return {
    kind: kind as Fault['kind'],
    ...(operation !== '' && { operation: operation as NonNullable<Fault['operation']> }),
    ...(canNameOrder(operation) && orderId !== '' && { orderId }),
    ...(isStatus && status !== '' && { status: Number(status) }),
    ...(isStatus && message !== '' && { message }),
    ...(min !== '' && { delayMs: max === undefined ? Number(min) : { min: Number(min), max: Number(max) } }),
    ...(times !== '' && { times: Number(times) }),
    ...(percent !== '' && { probability: Number(percent) / 100 }),
  }
}
