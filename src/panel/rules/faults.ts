import type { Fault } from '../../control-client/index.js'
import { operations, stringifyJson } from '../../spec/index.js'
import { ID } from '../orders/order-dialog.js'
import { type Check, type Form, type FormField, line, matches } from '../parts/form-dialog.js'
import { showSpan } from '../state/words.js'
import { boxHere, run } from '../state/panel-state.js'
import { readStored, storeText } from '../state/mock-here.js'

type FaultMember = keyof ReturnType<typeof formOf>

type FaultForm = Form<FaultMember>

export const NEW_FAULT: Fault = { kind: 'status', status: 503 }
export const ONE_FAILURE: Fault = { ...NEW_FAULT, times: 1 }

export const PRESETS = Object.entries<Fault>({
  '503 once': ONE_FAILURE,
  '429 with Retry-After': { kind: 'status', status: 429, times: 3 },
  '2 s slow': { kind: 'delay', delayMs: 2000 },
  '50% of requests': { ...NEW_FAULT, probability: 0.5 },
  Offline: { kind: 'reset' },
  'Response lost': { operation: 'cancelOrder', kind: 'reset', when: 'after', times: 1 },
  'Gateway’s error page': {
    kind: 'status',
    status: 502,
    headers: { 'Content-Type': 'text/html' },
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    times: 1,
  },
  'Hold once': { kind: 'hold', times: 1 },
})

export const OPERATIONS = Object.values(operations).map(({ operationId }) => operationId)

const KINDS = Object.entries({
  status: 'an error response',
  delay: 'a slow response',
  reset: 'the connection closes',
  truncate: 'the body is cut short',
  hang: 'no response at all',
  hold: 'waits until you let it go',
})
const SIDES = [
  ['', 'before the change'],
  ['after', 'after the change: only the response is lost'],
] as const
const HAS_SIDES = /^(?:status|reset|truncate)$/
const STATUS = matches(/^[45]\d\d$/, 'Enter a status from 400 to 599.')
const DELAY = matches(/^\d+(-\d+)?$/, 'Enter milliseconds, such as 250, or a range, such as 100-500.')
const TIMES = matches(/^[1-9]\d*$/, 'Enter a whole number from 1.')
const PERCENT: Check = [(text) => Number(text) >= 0 && Number(text) <= 100, 'Enter a number from 0 to 100.']

/** A fault as the page knows it. */
export type KnownFault = Readonly<{ index: number; fault: Fault }>

let latest: Promise<unknown> = Promise.resolve()

/** Changes the faults as they are now, after the latest change: one may have fired since the page last heard of them. */
export function changeFaults(change: (faults: readonly Fault[]) => readonly Fault[], words: string): Promise<boolean> {
  const { faults } = boxHere()
  const set = async () => await faults.set(change(await faults.all()))
  return run(() => (latest = latest.then(set, set)), words)
}

/** Replaces a fault, wherever it is now. */
export function replaceFault({ index, fault }: KnownFault, by: (now: Fault) => readonly Fault[], words: string) {
  return changeFaults((all) => {
    const at = [index, ...all.keys()].find((each) => settingsOf(all[each]) === settingsOf(fault))
    if (at === undefined) throw new Error('This fault has been changed or removed meanwhile.')
    return all.toSpliced(at, 1, ...all.slice(at, at + 1).flatMap(by))
  }, words)
}

/** A fault without what it has done so far. */
function settingsOf(fault: Fault | undefined): string {
  return stringifyJson({ ...fault, fired: undefined, seed: undefined })
}

function doneBy(fault: Fault | undefined): Pick<Fault, 'fired' | 'seed'> {
  return Object.fromEntries(Object.entries(fault ?? {}).filter(([name]) => /^(?:fired|seed)$/.test(name)))
}

/** Pauses a fault, or resumes it for its former share of requests, which the tab remembers. */
export function pauseOrResume(known: KnownFault): Promise<boolean> {
  const { probability = 1, ...fault } = known.fault
  const name = `orders-mock share, ${boxHere().name}: ${describeFault(fault)}`
  if (probability > 0) storeText('sessionStorage', name, String(probability))
  const next = probability > 0 ? 0 : Number(readStored('sessionStorage', name) ?? 1)
  const change = (now: Fault) => [next === 1 ? { ...fault, ...doneBy(now) } : { ...now, probability: next }]
  return replaceFault(known, change, next === 0 ? 'Fault paused' : 'Fault resumed')
}

export function faultFields({ operation, kind }: FaultForm): readonly FormField<FaultMember>[] {
  const [isDelay, isStatus] = [kind === 'delay', kind === 'status']
  const options = [['', 'any'], ...OPERATIONS.map((each) => [each, each] as const)] as const
  const fields = [
    { member: 'operation', label: 'Operation', options } as const,
    canNameOrder(operation) && line('orderId', 'Order', 'any', ID),
    { member: 'kind', label: 'What happens', options: KINDS } as const,
    HAS_SIDES.test(kind) && ({ member: 'when', label: 'When', options: SIDES } as const),
    isStatus && line('status', 'Status', '500', STATUS),
    { ...line('delayMs', 'Delay (ms)', isDelay ? 'such as 250 or 100-500' : 'none', DELAY), isRequired: isDelay },
    line('times', 'Times', 'always', TIMES),
    line('percent', 'Share of requests (%)', '100', PERCENT),
    isStatus && { ...line('message', 'Message', 'default'), isRare: true },
    isStatus && { ...line('mediaType', 'Content-Type', 'application/json'), isRare: true },
    isStatus && { ...line('body', 'Body', 'an Error object'), isRare: true },
  ]
  return fields.filter((field) => field !== false)
}

/** Whether an order is in the path of the operation, or of some operation if none is named. */
function canNameOrder(operation: string): boolean {
  const named = Object.values(operations).filter(({ parameter }) => parameter === 'orderId')
  return operation === '' || named.some(({ operationId }) => operationId === operation)
}

export function formOf(fault: Fault) {
  const { operation = '', orderId = '', kind, status = '', delayMs = '', times = '', probability, message = '' } = fault
  const { when, body = '', headers = {} } = fault
  const [, mediaType = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return {
    when: when === 'after' ? when : '',
    body,
    mediaType,
    operation,
    orderId: String(orderId),
    kind,
    status: String(status),
    delayMs: typeof delayMs === 'object' ? `${delayMs.min}-${delayMs.max}` : String(delayMs),
    times: String(times),
    percent: probability === undefined ? '' : percentOf(probability),
    message,
  }
}

/** @param before the fault that is edited, whose count and other headers stay */
export function faultOf(form: FaultForm, before?: Fault): Fault {
  const { operation, kind, when, status, orderId, delayMs, times, percent, message, body, mediaType } = form
  const [min = '', max] = delayMs.split('-')
  const others = Object.entries(before?.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type')
  const headers = { ...Object.fromEntries(others), ...(mediaType !== '' && { 'Content-Type': mediaType }) }
  const isStatus = kind === 'status'
  return {
    ...doneBy(before),
    kind: kind as Fault['kind'],
    ...(operation !== '' && { operation: operation as NonNullable<Fault['operation']> }),
    ...(canNameOrder(operation) && orderId !== '' && { orderId }),
    ...(isStatus && status !== '' && { status: Number(status) }),
    ...(isStatus && message !== '' && { message }),
    ...(isStatus && body !== '' && { body }),
    ...(isStatus && Object.keys(headers).length > 0 && { headers }),
    ...(isStatus && before?.cors !== undefined && { cors: before.cors }),
    ...(when === 'after' && HAS_SIDES.test(kind) && { when }),
    ...(min !== '' && { delayMs: max === undefined ? Number(min) : { min: Number(min), max: Number(max) } }),
    ...(times !== '' && { times: Number(times) }),
    ...(percent !== '' && { probability: Number(percent) / 100 }),
  }
}

/** A fault in words: `cancelOrder of order 7 fails with 503`. */
export function describeFault(fault: Fault): string {
  const { operation, orderId } = fault
  const who = operation ?? 'Any request'
  const what = orderId === undefined ? who : `${who} of order ${String(orderId)}`
  return `${what} ${effectOf(fault)}`
}

/** What a fault does, in words: `fails with 503`. */
export function effectOf({ kind, when, status = 500, delayMs, probability }: Fault): string {
  const effects = {
    status: `fails with ${status}`,
    delay: 'is delayed',
    reset: 'gets its connection reset',
    truncate: 'gets a body that is cut short',
    hang: 'gets no response',
    hold: 'is held',
  }
  const side = when === 'after' ? ' after it was carried out' : ''
  const delay = delayMs === undefined ? '' : `${kind === 'delay' ? ' by' : ', after'} ${showDelay(delayMs)}`
  const percent = probability === undefined ? '' : `, for ${percentOf(probability)}% of requests`
  return `${effects[kind]}${side}${delay}${probability === 0 ? ' (paused)' : percent}`
}

/** Whether a fault can still hit a request: it is neither used up nor paused. */
export function isActive(fault: Fault): boolean {
  return !isSpent(fault) && fault.probability !== 0
}

export function isSpent({ times, fired = 0 }: Fault): boolean {
  return times !== undefined && fired >= times
}

function percentOf(probability: number): string {
  return String(Number((probability * 100).toFixed(3)))
}

function showDelay(delay: NonNullable<Fault['delayMs']>): string {
  return typeof delay === 'number' ? showSpan(delay) : `${showSpan(delay.min)} to ${showSpan(delay.max)}`
}
