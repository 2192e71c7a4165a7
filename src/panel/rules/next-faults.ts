import type { Fault } from '../../control-client/index.js'
import { capitalized, count } from '../state/words.js'
import { effectOf, isActive } from './faults.js'

const MAX_TOLD = 5

/**
 * What happens to the next requests, in words: `The next request gets no response; after that, any request fails with
 * 503.` Faults are tried in their order, and the first that makes a request fail is the only one.
 */
export function describeNext(faults: readonly Fault[]): string {
  const active = faults.filter(isActive)
  const parts = active.flatMap((fault, index) => {
    // Those that are certain to come first.
    const earlier = active.slice(0, index).filter(({ kind, probability = 1 }) => kind !== 'delay' && probability === 1)
    const covering = earlier.filter((each) => covers(each, fault))
    if (covering.some(({ times }) => times === undefined)) return []
    const isAfter = covering.length > 0 ? 'after that, ' : ''
    const isOther = covering.length === 0 && earlier.some((each) => covers(fault, each)) ? 'other ' : ''
    return `${isAfter}${whoOf(fault, isOther)} ${effectOf(fault)}`
  })
  const others = parts.length > MAX_TOLD ? `; and ${count(parts.length - MAX_TOLD, 'more fault')}` : ''
  const words = parts.slice(0, MAX_TOLD).join('; ') + others
  return words && `${capitalized(words)}.`
}

function covers(one: Fault, other: Fault): boolean {
  const hitsOperation = one.operation === undefined || one.operation === other.operation
  return hitsOperation && (one.orderId === undefined || String(one.orderId) === String(other.orderId))
}

function whoOf({ operation, orderId, times, fired = 0 }: Fault, other: string): string {
  const what = `${other}${operation ?? ''}${operation ? ' ' : ''}request`
  const order = orderId === undefined ? '' : ` of order ${String(orderId)}`
  if (times === undefined) return `any ${what}${order}`
  const left = times - fired
  return left === 1 ? `the next ${what}${order}` : `each of the next ${left} ${what}s${order}`
}
