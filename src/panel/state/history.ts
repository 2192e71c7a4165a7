import type { Change } from '../../control-client/index.js'
import type { PanelModel } from './panel-model.js'

/** The newest changes that the control API has made: one, or one for each of these orders. */
export async function changesMadeHere({ box }: PanelModel, orderIds?: readonly string[]): Promise<readonly number[]> {
  const { changes } = await box.history()
  const wanted = new Set(orderIds)
  const made = changes.filter(
    ({ by, orderId }) => by === 'control' && (orderIds === undefined || wanted.has(orderId ?? '')),
  )
  return made.slice(-(orderIds?.length ?? 1)).map(({ id }) => id)
}

/**
 * Takes back what the notice on the page tells of; without one, the newest change, whoever made it.
 *
 * @throws {ControlClientError} if there is no such change, or a newer one
 */
export async function undo(model: PanelModel): Promise<void> {
  const { notice } = model.state
  if (notice === undefined || notice.changes.length === 0) {
    const change = await model.box.undo()
    model.update({ notice: { words: `Undone: ${describeChange(change)}`, changes: [] } })
    return
  }
  // The newest first: each can be taken back only while no other is newer.
  for (const change of notice.changes.toReversed()) await model.box.undo({ change })
  model.update({ notice: { words: `Undone: ${notice.words}`, changes: [] } })
}

/** What is done to an order, in words. */
export const ORDER_DEEDS = {
  added: 'added',
  replaced: 'edited',
  cancelled: 'cancelled',
  shipped: 'shipped',
  removed: 'deleted',
} as const
const OTHER_DEEDS = {
  reset: 'sandbox reset',
  restored: 'state loaded',
  faults: 'faults changed',
  clock: 'clock changed',
} as const

/** A change in words: `order 5 cancelled by request 8`. */
export function describeChange({ by, change, orderId, requestId }: Change): string {
  const what =
    change in ORDER_DEEDS
      ? `order ${orderId} ${ORDER_DEEDS[change as keyof typeof ORDER_DEEDS]}`
      : OTHER_DEEDS[change as keyof typeof OTHER_DEEDS]
  if (by === 'clock') return `${what} by the clock`
  return requestId === undefined ? what : `${what} by request ${requestId}`
}
