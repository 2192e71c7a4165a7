import { showSpan } from '../parts/times.js'
import type { Fault } from '../../control-client/index.js'

/** A fault in words: `cancelOrder of order 7 is answered with 503`. */
export function describeFault({ operation, orderId, kind, status = 500, delayMs, probability }: Fault): string {
  const who = operation ?? (orderId === undefined ? 'Any request' : 'cancelOrder')
  const what = orderId === undefined ? who : `${who} of order ${String(orderId)}`
  const deeds = {
    status: `is answered with ${status}`,
    delay: 'is answered late',
    reset: 'has its connection closed',
    truncate: 'gets a body that is cut short',
    hang: 'is never answered',
  }
  const delay = delayMs === undefined ? '' : `, after ${showDelay(delayMs)}`
  const chance = probability === undefined ? '' : chanceOf(probability)
  return `${what} ${deeds[kind]}${delay}${chance}`
}

function chanceOf(probability: number): string {
  return probability === 0 ? ' (paused)' : `, for ${Math.round(probability * 100)}% of requests`
}

/** Whether a fault can still hit a request: it is neither used up nor paused. */
export function isActive(fault: Fault): boolean {
  return !isSpent(fault) && fault.probability !== 0
}

/** Whether a fault has done all that it was to do. */
export function isSpent({ times, fired = 0 }: Fault): boolean {
  return times !== undefined && fired >= times
}

function showDelay(delay: NonNullable<Fault['delayMs']>): string {
  return typeof delay === 'number' ? showSpan(delay) : `${showSpan(delay.min)} to ${showSpan(delay.max)}`
}
