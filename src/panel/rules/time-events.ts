import type { ShownOrder } from '../state/shown-order.js'

/** Something on the time line. */
export interface TimeEvent {
  readonly key: string
  readonly words: string
  readonly atMs: number
}

/** What the time line has of one deprecated operation. */
export interface Deprecation {
  readonly operation: string
  readonly sinceMs: number | undefined
  readonly sunsetMs: number | undefined
  /** Whether it answers 410 once the sunset has passed. */
  readonly isGoneAfter: boolean
}

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

/** What has happened and what will happen by the sandbox's clock, in order. */
export function timeEvents(orders: readonly ShownOrder[], deprecations: readonly Deprecation[]): TimeEvent[] {
  const due = orders
    .flatMap(({ digits, dueMs }) => (dueMs === undefined ? [] : [{ digits, dueMs }]))
    .toSorted((one, other) => one.dueMs - other.dueMs)
  const shipments = due
    .slice(0, MAX_SHIPMENTS)
    .map(({ digits, dueMs }) => ({ key: `order ${digits}`, words: `Order ${digits} ships`, atMs: dueMs }))
  return [...shipments, ...deprecations.flatMap(eventsOf)].toSorted((one, other) => one.atMs - other.atMs)
}

function eventsOf({ operation, sinceMs, sunsetMs, isGoneAfter }: Deprecation): TimeEvent[] {
  const end = `Sunset of ${operation}${isGoneAfter ? ': it answers 410' : ''}`
  return [
    ...(sinceMs === undefined
      ? []
      : [{ key: `${operation} since`, words: `${operation} is deprecated`, atMs: sinceMs }]),
    ...(sunsetMs === undefined ? [] : [{ key: `${operation} end`, words: end, atMs: sunsetMs }]),
  ]
}
