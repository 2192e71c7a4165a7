import type { Change } from '../../control-client/index.js'

/** In seconds. */
const UNITS = Object.entries({ year: 31_557_600, month: 2_629_800, day: 86_400, hour: 3600, minute: 60, second: 1 })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const inUtc = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' })

/** How far an instant is from another: `in 3 days`, `2 hours ago`, `now`. */
export function showDistance(instantMs: number, nowMs: number): string {
  const span = (instantMs - nowMs) / 1000
  const [unit, seconds] = UNITS.find(([, each]) => Math.abs(span) >= each * 0.9995) ?? ['second', 1]
  const units = Math.round(span / seconds)
  return units === 0 ? 'now' : relative.format(units, unit as Intl.RelativeTimeFormatUnit)
}

/** An instant, exactly: `23 Nov 2026, 12:00:00 UTC`. */
export function showInstant(instantMs: number): string {
  return `${inUtc.format(instantMs)} UTC`
}

/** An instant, without its seconds: `23 Nov 2026, 12:00 UTC`. */
export function showMinute(instantMs: number): string {
  return showInstant(instantMs).replace(/:\d\d UTC$/, ' UTC')
}

/** A time span: `0.4 ms`, `120 ms`, `2.5 s`. */
export function showSpan(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(1))} s`
  return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`
}

/** A name on one line: a long one lacks its middle, because names differ at their ends. */
export function cutMiddle(name: string, most = 40): string {
  return name.length <= most ? name : `${name.slice(0, most / 2)}…${name.slice(1 - most / 2)}`
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A number of things: `1 fault`, `2,000 faults`. */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

const CHANGES: { readonly [change in Change['change']]?: string } = {
  replaced: 'edited',
  removed: 'deleted',
  reset: 'sandbox reset',
  restored: 'state loaded',
  faults: 'faults changed',
  freedoms: 'freedoms changed',
  clock: 'clock changed',
  rewound: 'sandbox rewound',
}

/** A change in words: `order 5 cancelled by request 8`. */
export function describeChange({ by, change, orderId, count: orders, requestId }: Change): string {
  const subject = orders === undefined ? orderId && `order ${orderId} ` : `${count(orders, 'order')} `
  const what = `${subject ?? ''}${CHANGES[change] ?? change}`
  if (by === 'clock') return `${what} by the clock`
  return requestId === undefined ? what : `${what} by request ${requestId}`
}
