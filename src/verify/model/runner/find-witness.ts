import type { KnownOrder, Model } from '../oracle/model.js'
import type { Violation } from '../oracle/violation.js'
import type { RunContext } from './run-context.js'
import { cancelOrder } from './single-calls.js'
import { mayBeOfTime } from './tolerances.js'

// Orders that nothing is known of may have shipped long ago, or been cancelled along.
const MAX_WITNESSES = 16

// Who refuses at random refuses again now and then.
const TRIES = 3

// Of a few orders a job may just have shipped this one.
const CROWD = 8

/** Looks whether an order that was refused as if it had shipped can be cancelled right after: then nothing had shipped it. */
export async function tryAgain(violation: Violation, context: RunContext): Promise<Violation> {
  const { suspect } = violation
  if (!mayBeOfTime(violation) || suspect === undefined) return violation
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await cancelOrder(suspect.id, context)) !== 204) continue
    context.cancelledIds.add(suspect.id)
    return { ...violation, isStillPending: true }
  }
  return violation
}

/**
 * Looks whether, of many orders, some that were pending before can still be cancelled. Younger ones say nothing: a job
 * may have run just before they were made. Nor do cancels that were sent at the same time: it may have run in between.
 */
export async function findWitness(violation: Violation, model: Model, context: RunContext): Promise<Violation> {
  const { suspect } = violation
  if (!mayBeOfTime(violation) || suspect === undefined) return violation
  const others = [...model.orders.values()].filter((order) => isPending(order) && isOlder(order, suspect, context))
  const ids = [...others.map(({ id }) => id), ...olderIds(model)]
  if (ids.length < CROWD) return violation
  for (const id of ids.slice(0, MAX_WITNESSES)) {
    if ((await cancelOrder(id, context)) !== 204) continue
    context.cancelledIds.add(id)
    return { ...violation, hasWitness: true }
  }
  return violation
}

function isPending({ status, isCertain }: KnownOrder): boolean {
  return status === 'pending' && isCertain
}

function isOlder({ id }: KnownOrder, suspect: KnownOrder, { reachedAtMs }: RunContext): boolean {
  return (reachedAtMs.get(id) ?? Infinity) < (reachedAtMs.get(suspect.id) ?? -Infinity)
}

/** Orders of this run that no set-up of the sequence named, nor any cancel; whatever made them all came first. */
export function olderIds({ isOwn, lastList, orders }: Model): bigint[] {
  const known = new Set([...orders.values()].map(({ id }) => id))
  const ids = isOwn ? (lastList?.ids ?? []).filter((id) => !known.has(id)) : []
  // Far from each other: what reached the suspect by the text of its id may have reached those beside it.
  const gap = Math.max(1, Math.floor(ids.length / MAX_WITNESSES))
  return ids.filter((_, index) => (ids.length - 1 - index) % gap === 0).slice(-MAX_WITNESSES)
}
