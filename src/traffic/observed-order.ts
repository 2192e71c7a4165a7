import {
  ANY_LIFE,
  type Evidence,
  continueLife,
  LISTED,
  orderEvidence,
  type OrderLife,
  UNLISTED,
} from '../contract/index.js'
import type { OperationId } from '../spec/index.js'
import { isBefore, mayBeSame, type Sighting } from './traffic-exchange.js'
import { contradiction, type TrafficFinding } from './traffic-finding.js'

/** What was seen of an order, in the order in which the exchanges ended. */
export interface ObservedOrder {
  readonly id: bigint
  /** Others may have done anything at any time. */
  life: OrderLife<Sighting>
  /** Its confirmed cancellation in another file, at any time. */
  readonly elsewhere?: Sighting
  /** After it was placed, it could not be found (404). */
  missed?: readonly Sighting[]
}

// One may be chance.
const MANY = 2

export function newOrder(id: bigint): ObservedOrder {
  return { id, life: ANY_LIFE }
}

/** The first exchange that shows that the order was placed. */
export function shownBy({ life }: ObservedOrder): Sighting | undefined {
  return life.ruledOut.get('unplaced')
}

/** Learns from the documented response to a request for the order. */
export function learnAnswered(
  order: ObservedOrder,
  operation: OperationId,
  status: number,
  seen: Sighting,
): TrafficFinding | undefined {
  const { id, elsewhere, life } = order
  const shown = shownBy(order)
  if (status === 404 && isBefore(shown, seen)) order.missed = [...(order.missed ?? []), seen].slice(0, MANY)
  const evidence = orderEvidence(operation, status)
  const isExplained = learn(order, evidence, seen)
  const cancelled = life.cancelled ?? (mayBeSame(elsewhere, seen) ? undefined : elsewhere)
  if (evidence.becomes !== undefined && cancelled !== undefined)
    return contradiction('cancelled-once', [cancelled, seen], { id })
  const closed = life.ruledOut.get('pending')
  return isExplained ? undefined : contradiction('pending-no-more', [shown, closed, seen], { id })
}

export function learnListed(order: ObservedOrder, seen: Sighting): TrafficFinding | undefined {
  const { id, life } = order
  const shown = shownBy(order)
  if (learn(order, LISTED, seen)) return undefined
  return contradiction('gone-stays-gone', [shown, unlistedBy(life), seen], { id })
}

/**
 * Learns from a list that does not have the order.
 * @returns whether it has vanished
 */
export function learnUnlisted(order: ObservedOrder, seen: Sighting): boolean {
  const before = unlistedBy(order.life)
  learn(order, UNLISTED, seen)
  const hasVanished = before === undefined && unlistedBy(order.life) !== undefined
  if (hasVanished) delete order.missed
  return hasVanished
}

/** The first list after it was placed that does not have it: nothing else rules out that a cancelled order is listed. */
function unlistedBy({ ruledOut }: OrderLife<Sighting>): Sighting | undefined {
  return ruledOut.get('cancelled')
}

/** @returns whether the life of the order explains the response */
function learn(order: ObservedOrder, evidence: Evidence, seen: Sighting): boolean {
  const { life, isExplained } = continueLife(order.life, seen, evidence, 'others')
  order.life = life
  return isExplained
}
