import type { Change } from '../../control-client/index.js'
import { count } from './words.js'

export type Notice = Readonly<{ words: string; change: Change['id'] | undefined }>

const WORDS: { readonly [change in Change['change']]?: string } = {
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
  const what = `${subject ?? ''}${WORDS[change] ?? change}`
  if (by === 'clock') return `${what} by the clock`
  return requestId === undefined ? what : `${what} by request ${requestId}`
}
