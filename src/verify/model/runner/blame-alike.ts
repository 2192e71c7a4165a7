import { type AnsweredStep, sideEffectOf } from '../oracle/attribution.js'
import type { KnownOrder } from '../oracle/model.js'
import { changedMember } from '../oracle/order-list.js'
import type { Violation } from '../oracle/violation.js'
import { areAlike } from '../sequences/alike-ids.js'
import { olderIds } from './find-witness.js'
import type { RunContext } from './run-context.js'
import { cancelOrder, readList } from './single-calls.js'

/**
 * Blames the likeness of ids only where orders with other ids stayed as they were: among thousands of orders some id is
 * like the one that was cancelled, whatever the provider did to all of them.
 */
export async function blameAlike(violation: Violation, step: AnsweredStep, context: RunContext): Promise<Violation> {
  if (violation.rule !== 'alike-orders-untouched') return violation
  const cancelled = cancelledIn(step)
  const isOther = (id: bigint) => !cancelled.some((order) => order.id === id || areAlike(order.id, id))
  const reachesOthers = (await changesOthers(step, isOther, context)) || (await endsOthers(step, isOther, context))
  return reachesOthers ? { ...violation, rule: 'other-orders-untouched' } : violation
}

function cancelledIn({ model, answers }: AnsweredStep): KnownOrder[] {
  const effects = [...model.sideEffects, ...answers.flatMap((answer) => sideEffectOf(answer) ?? [])]
  return effects.flatMap(({ kind, order }) => (kind === 'cancelled' && order !== undefined ? [order] : []))
}

type IsOther = (id: bigint) => boolean

async function changesOthers({ model }: AnsweredStep, isOther: IsOther, context: RunContext): Promise<boolean> {
  const { lastList, unsteady } = model
  const now = await readList(context)
  if (lastList === undefined || now === undefined || !model.isOwn) return false
  const isSame = (id: bigint) => {
    const [before, after] = [lastList.membersOf(id), now.membersOf(id)]
    return before !== undefined && after !== undefined && changedMember(before, after, unsteady) === undefined
  }
  return lastList.ids.some((id) => !isSame(id) && isOther(id))
}

/** Whether none of some orders that could be tried can still be cancelled. */
async function endsOthers({ model }: AnsweredStep, isOther: IsOther, context: RunContext): Promise<boolean> {
  const ids = olderIds(model).filter(isOther)
  for (const id of ids) {
    const status = await cancelOrder(id, context)
    context.cancelledIds.add(id)
    if (status === 204) return false
  }
  return ids.length > 0
}
