import type { Change, RemoteSandbox } from '../../control-client/index.js'

/** An action, and the change of the sandbox that it made. */
export interface Notice {
  readonly words: string
  readonly change: Change['id'] | undefined
}

/** The newest change that the control API has made. */
export async function changeMadeHere(box: RemoteSandbox): Promise<Notice['change']> {
  const { changes } = await box.history()
  return changes.findLast(({ by }) => by === 'control')?.id
}

/** Whether what was done is still in the history, and nothing has replaced the whole state since. */
export async function isStillSo(box: RemoteSandbox, { change: done }: Notice): Promise<boolean> {
  if (done === undefined) return true
  const { changes } = await box.history()
  const isReplaced = changes.some(({ id, change }) => id > done && (change === 'reset' || change === 'restored'))
  return !isReplaced && changes.some(({ id }) => id === done)
}

/**
 * Undoes an action; without a change to undo, the newest change, whoever made it.
 * @returns what to say of it
 * @throws {ControlClientError} if there is no such change, or a newer one
 */
export async function undo(box: RemoteSandbox, done: Notice | undefined): Promise<string> {
  if (done?.change === undefined) return `Undone: ${describeChange(await box.undo())}`
  await box.undo({ change: done.change })
  return `Undone: ${done.words}`
}

/** What is done, in words; those of an order follow its name. */
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
