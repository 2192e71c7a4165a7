import type { KnownOrder, Model } from '../oracle/model.js'
import type { AnsweredCall, Violation } from '../oracle/violation.js'
import { cancel } from '../sequences/step.js'
import type { RunContext } from './run-context.js'
import { mayBeOfTime, sendWithRightKey } from './tolerances.js'

// Orders that nothing is known of may have shipped long ago.
const MAX_WITNESSES = 4

/** Looks whether other orders that were pending before can still be cancelled. */
export async function findWitness(
  violation: Violation,
  answers: readonly AnsweredCall[],
  model: Model,
  context: RunContext,
): Promise<Violation> {
  const { suspect } = violation
  if (!mayBeOfTime(violation) || suspect === undefined) return violation
  const others = [...model.orders.values()].filter((order) => order !== suspect && isPending(order))
  const isCancelled = ({ target, status }: AnsweredCall) =>
    status === 204 && target?.kind === 'known' && others.includes(target.order)
  if (answers.some(isCancelled)) return { ...violation, hasWitness: true }
  const ids = [...others.map(({ id }) => id), ...unknownIds(model)]
  for (const id of ids.slice(0, MAX_WITNESSES)) {
    const answered = await sendWithRightKey(cancel({ kind: 'drawn', id }), context)
    if (answered?.status !== 204) continue
    context.cancelledIds.add(id)
    return { ...violation, hasWitness: true }
  }
  return violation
}

function isPending({ status, isCertain }: KnownOrder): boolean {
  return status === 'pending' && isCertain
}

/** Orders of this run that no set-up of the sequence named, nor any cancel. */
function unknownIds({ isOwn, lastList, orders }: Model): bigint[] {
  const known = new Set([...orders.values()].map(({ id }) => id))
  return isOwn ? (lastList?.ids ?? []).filter((id) => !known.has(id)).slice(-MAX_WITNESSES) : []
}
