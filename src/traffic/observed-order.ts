import { CANCEL_EXPECTATIONS } from '../contract/index.js'
import { isBefore, mayBeSame, type Sighting } from './traffic-exchange.js'
import { contradiction, type TrafficFinding } from './traffic-finding.js'

/**
 * What was seen of an order, in the order in which the exchanges ended. Together these leave a set of lives that it may
 * have had: placed before `shown` ended, pending no more when `closed` ended, out of the list when `unlisted` ended.
 */
export interface ObservedOrder {
  readonly id: bigint
  /** The first exchange that shows that it was placed. */
  shown?: Sighting
  /** The first one after which it cannot be pending, and never will be again. */
  closed?: Sighting
  cancelled?: Sighting
  /** The first list after it was placed that does not have it. */
  unlisted?: Sighting
  /** Its confirmed cancellation in another file, at any time. */
  readonly elsewhere?: Sighting
  /** After it was placed, it could not be found (404). */
  missed?: readonly Sighting[]
}

// One may be chance.
const MANY = 2

/** Learns from the documented response to a cancel request: the table of expectations, read backwards. */
export function learnCancel(order: ObservedOrder, status: number, seen: Sighting): TrafficFinding | undefined {
  const { id } = order
  const { shown, closed, elsewhere } = order
  const cancelled = order.cancelled ?? (mayBeSame(elsewhere, seen) ? undefined : elsewhere)
  const mayBeAbsent = CANCEL_EXPECTATIONS.absent.allows(status)
  if (!mayBeAbsent) order.shown ??= seen
  if (!mayBeAbsent || isBefore(shown, seen)) order.closed ??= seen
  if (status === 404 && isBefore(shown, seen)) order.missed = [...(order.missed ?? []), seen].slice(0, MANY)
  if (!CANCEL_EXPECTATIONS.pending.allows(status)) return undefined
  order.cancelled = seen
  if (cancelled !== undefined) return contradiction('cancelled-once', [cancelled, seen], { id })
  if (!isBefore(closed, seen)) return undefined
  order.closed = seen
  return contradiction('pending-no-more', [shown, closed, seen], { id })
}

export function learnListed(order: ObservedOrder, seen: Sighting): TrafficFinding | undefined {
  const { id, shown, unlisted } = order
  order.shown ??= seen
  if (!isBefore(unlisted, seen)) return undefined
  delete order.unlisted
  return contradiction('gone-stays-gone', [shown, unlisted, seen], { id })
}

/**
 * Learns from a list that does not have the order.
 * @returns whether it has vanished
 */
export function learnUnlisted(order: ObservedOrder, seen: Sighting): boolean {
  if (order.unlisted !== undefined || !isBefore(order.shown, seen)) return false
  order.unlisted = seen
  delete order.missed
  order.closed ??= seen
  return true
}
