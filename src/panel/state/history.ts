import type { Change, RemoteSandbox } from '../../control-client/index.js'

/** An action, and its changes of the sandbox, newest last. */
export interface Notice {
  readonly words: string
  readonly changes: readonly Change['id'][]
}

/** The newest changes that the control API has made: one, or one for each of these orders. */
export async function changesMadeHere(box: RemoteSandbox, orderIds?: readonly string[]): Promise<Notice['changes']> {
  const { changes } = await box.history()
  const wanted = new Set(orderIds)
  const made = changes.filter(
    ({ by, orderId }) => by === 'control' && (orderIds === undefined || wanted.has(orderId ?? '')),
  )
  return made.slice(-(orderIds?.length ?? 1)).map(({ id }) => id)
}

/** Whether what was done is still in the history, and nothing has replaced the whole state since. */
export async function isStillSo(box: RemoteSandbox, { changes }: Notice): Promise<boolean> {
  const newest = changes.at(-1)
  if (newest === undefined) return true
  const { changes: all } = await box.history()
  const isReplaced = all.some(({ id, change }) => id > newest && (change === 'reset' || change === 'restored'))
  return !isReplaced && changes.every((each) => all.some(({ id }) => id === each))
}

/**
 * Undoes an action; without changes to undo, the newest change, whoever made it.
 * @returns what to say of it
 * @throws {ControlClientError} if there is no such change, or a newer one
 */
export async function undo(box: RemoteSandbox, done: Notice | undefined): Promise<string> {
  if (done === undefined || done.changes.length === 0) {
    return `Undone: ${describeChange(await box.undo())}`
  }
  // The newest first: each can be undone only while no other is newer.
  for (const change of done.changes.toReversed()) await box.undo({ change })
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
} as const

/** A change in words: `order 5 cancelled by request 8`. */
export function describeChange({ by, change, orderId, requestId }: Change): string {
  const what = orderId === undefined ? WORDS[change] : `order ${orderId} ${WORDS[change]}`
  if (by === 'clock') return `${what} by the clock`
  return requestId === undefined ? what : `${what} by request ${requestId}`
}
