import { judgeCancels } from './judge-cancels.js'
import { judgeKeys } from './judge-keys.js'
import { judgeLists, listOf, listsAmong, ordersAimedAt } from './judge-lists.js'
import { judgePets } from './judge-pets.js'
import { changedMember } from './order-list.js'
import { hasRightKey, isDone, type AnsweredCall, type Violation } from './violation.js'
import type { Deed, KnownOrder, World } from './world.js'

/** The first of these answers, all to calls sent at once, that the specification does not allow. Changes nothing. */
export function judge(
  world: World,
  answers: readonly AnsweredCall[],
  unsteady: ReadonlySet<string>,
): Violation | undefined {
  return (
    judgeKeys(world, answers) ??
    judgePets(answers) ??
    judgeCancels(world, answers) ??
    judgeLists(world, answers, unsteady)
  )
}

/** Takes note of answers that are in order. */
export function learn(world: World, answers: readonly AnsweredCall[], unsteady: ReadonlySet<string>): void {
  learnLists(world, answers, unsteady)
  for (const answer of answers) {
    if (hasRightKey(answer)) world.hasUsedKey = !world.isLive
    const deed = deedOf(answer)
    if (deed === undefined) continue
    world.deeds.push(deed)
    if (deed.kind !== 'cancelled' || deed.order === undefined) continue
    if (deed.order.status !== 'cancelled') world.leastOrders--
    deed.order.status = 'cancelled'
  }
}

function learnLists(world: World, answers: readonly AnsweredCall[], unsteady: ReadonlySet<string>): void {
  const aimedAt = ordersAimedAt(answers)
  for (const answer of listsAmong(answers)) {
    const list = listOf(answer)
    if (list === undefined) continue
    world.lists++
    world.lastList = list
    world.confirm(list, (before, after) => changedMember(before, after, unsteady) === undefined)
    for (const order of world.orders.values()) {
      const members = list.byId.get(order.id)
      if (members !== undefined && !aimedAt.has(order)) order.members = members
    }
  }
}

function deedOf(answer: AnsweredCall): Deed | undefined {
  const { target, status } = answer
  if (target === undefined) return undefined
  const order: KnownOrder | undefined = target.kind === 'known' ? target.order : target.near
  if (!hasRightKey(answer)) return { kind: 'refused key', order }
  if (target.kind === 'malformed') return { kind: 'refused malformed', order }
  if (target.kind === 'absent') return { kind: order === undefined ? 'refused unknown' : 'refused near', order }
  if (isDone(status)) return { kind: 'cancelled', order }
  return status === 409 ? { kind: 'refused shipped', order } : { kind: 'refused unknown', order }
}
