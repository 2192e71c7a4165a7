import type { Fault } from '../../control-client/index.js'
import { operations, stringifyJson } from '../../spec/index.js'
import { ID } from '../orders/order-dialog.js'
import { type Check, type Form, type FormField, formWith, line, matches } from '../parts/form-dialog.js'
import { showSpan } from '../state/words.js'
import { boxHere, run } from '../state/panel-state.js'
import { stored } from '../state/mock-here.js'

type FaultMember = Exclude<keyof Fault, 'probability' | 'headers' | 'cors' | 'fired' | 'seed'> | 'percent' | 'mediaType'

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

/** What a fault does: as a choice, and what a request does then. */
const EFFECTS = {
  status: ['an error response', 'fails with'],
  delay: ['a slow response', 'is delayed'],
  reset: ['the connection closes', 'gets its connection reset'],
  truncate: ['the body is cut short', 'gets a body that is cut short'],
  hang: ['no response at all', 'gets no response'],
  hold: ['waits until you let it go', 'is held'],
} as const
const KINDS = Object.entries(EFFECTS).map(([kind, [words]]) => [kind, words] as const)
const SIDES = Object.entries({ '': 'before the change', after: 'after the change: only the response is lost' })
const STATUS = matches(/^[45]\d\d$/, 'Enter a status from 400 to 599.')
const DELAY = matches(/^\d+(-\d+)?$/, 'Enter milliseconds, such as 250, or a range, such as 100-500.')
const TIMES = matches(/^[1-9]\d*$/, 'Enter a whole number from 1.')
const PERCENT: Check = [(text) => Number(text) >= 0 && Number(text) <= 100, 'Enter a number from 0 to 100.']

const MEDIA_TYPE = /^content-type$/i

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
export function replaceFault({ index, fault }: KnownFault, by: (now: Fault) => Fault | readonly [], words: string) {
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

/** What is not given is left to the mock. */
function given(settings: object): Fault {
  const members = Object.entries(settings).filter(([, value]) => value !== '' && value !== undefined)
  return Object.fromEntries(members) as Fault
}

/** Pauses a fault, or resumes it for its former share of requests, which the tab remembers. */
export function pauseOrResume(known: KnownFault): Promise<boolean> {
  const { probability = 1, ...fault } = known.fault
  const name = `orders-mock share, ${boxHere().name}: ${describeFault(fault)}`
  const former = stored('sessionStorage', name, probability > 0 ? String(probability) : undefined)
  const next = probability > 0 ? 0 : Number(former ?? 1)
  const change = (now: Fault) => given({ ...now, probability: next === 1 ? undefined : next })
  return replaceFault(known, change, next === 0 ? 'Fault paused' : 'Fault resumed')
}

export function faultFields({ operation = '', kind = '' }: Partial<FaultForm>): readonly FormField<FaultMember>[] {
  const [isDelay, isStatus] = [kind === 'delay', kind === 'status']
  const ofOrders = Object.values(operations).filter(({ parameter }) => parameter === 'orderId')
  const options = [['', 'any'], ...OPERATIONS.map((each) => [each, each] as const)] as const
  const fields = [
    { member: 'operation', label: 'Operation', options } as const,
    ofOrders.some(({ operationId }) => ['', operationId].includes(operation)) && line('orderId', 'Order', 'any', ID),
    { member: 'kind', label: 'What happens', options: KINDS } as const,
    /^(?:status|reset|truncate)$/.test(kind) && ({ member: 'when', label: 'When', options: SIDES } as const),
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

export function formOf({ when, delayMs, probability, headers = {}, ...fault }: Fault): FaultForm {
  const [, mediaType] = Object.entries(headers).find(([name]) => MEDIA_TYPE.test(name)) ?? []
  return formWith(faultFields({ kind: 'status' }), {
    ...fault,
    when: when === 'after' ? when : '',
    delayMs: typeof delayMs === 'object' ? `${delayMs.min}-${delayMs.max}` : delayMs,
    percent: probability === undefined ? '' : percentOf(probability),
    mediaType,
  })
}

/** @param before the fault that is edited, whose count and other headers stay */
export function faultOf(form: Partial<FaultForm>, before?: Fault): Fault {
  const { status, delayMs = '', times, percent, mediaType, ...texts } = form
  const [min, max] = delayMs.split('-')
  const headers = Object.entries(before?.headers ?? {}).filter(([name]) => !MEDIA_TYPE.test(name))
  if (mediaType) headers.push(['Content-Type', mediaType])
  return given({
    fired: before?.fired,
    seed: before?.seed,
    ...texts,
    status: status && Number(status),
    delayMs: max === undefined ? min && Number(min) : { min: Number(min), max: Number(max) },
    times: times && Number(times),
    probability: percent && Number(percent) / 100,
    ...(texts.kind === 'status' && {
      cors: before?.cors,
      headers: headers.length > 0 ? Object.fromEntries(headers) : '',
    }),
  })
}

/** A fault in words: `cancelOrder of order 7 fails with 503`. */
export function describeFault(fault: Fault): string {
  const { operation: who = 'Any request', orderId } = fault
  const what = orderId === undefined ? who : `${who} of order ${String(orderId)}`
  return `${what} ${effectOf(fault)}`
}

/** What a fault does, in words: `fails with 503`. */
export function effectOf({ kind, when, status = 500, delayMs, probability }: Fault): string {
  const side = when === 'after' ? ' after it was carried out' : ''
  const delay = delayMs === undefined ? '' : `${kind === 'delay' ? ' by' : ', after'} ${showDelay(delayMs)}`
  const percent = probability === undefined ? '' : `, for ${percentOf(probability)}% of requests`
  return `${EFFECTS[kind][1]}${kind === 'status' ? ` ${status}` : ''}${side}${delay}${probability === 0 ? ' (paused)' : percent}`
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
