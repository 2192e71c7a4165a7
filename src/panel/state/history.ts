import type { Change } from '../../control-client/index.js'

export interface Notice {
  readonly words: string
  readonly change: Change['id'] | undefined
}

/** Whether what was done is still in the history, and nothing has replaced the whole state since. */
export function isStillSo(changes: readonly Change[], { change: done }: Notice): boolean {
  if (done === undefined) return true
  const isReplaced = changes.some(({ id, change }) => id > done && (change === 'reset' || change === 'restored'))
  return !isReplaced && changes.some(({ id }) => id === done)
}

const WORDS = {
  added: 'added',
  replaced: 'edited',
  cancelled: 'cancelled',
  shipped: 'shipped',
  removed: 'deleted',
  reset: 'sandbox reset',
  restored: 'state loaded',
  faults: 'faults changed',
  freedoms: 'freedoms changed',
  clock: 'clock changed',
  rewound: 'sandbox rewound',
} as const

/** A change in words: `order 5 cancelled by request 8`. */
export function describeChange({ by, change, orderId, count, requestId }: Change): string {
  const subject = count === undefined ? orderId && `order ${orderId} ` : `${count} orders `
  const what = `${subject ?? ''}${WORDS[change]}`
  if (by === 'clock') return `${what} by the clock`
  return requestId === undefined ? what : `${what} by request ${requestId}`
}
