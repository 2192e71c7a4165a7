import { deedOf, type Scene } from './attribution.js'
import { judgeCancels } from './validate-cancels.js'
import { judgeKeys } from './validate-keys.js'
import { isPlain, judgeLists, listOf, listsAmong, ordersAimedAt } from './validate-lists.js'
import { judgePets } from './validate-pets.js'
import { changedMember } from './order-list.js'
import { hasRightKey, type Violation } from './violation.js'

/** The first of these answers that the specification does not allow. Changes nothing. */
export function judge(scene: Scene): Violation | undefined {
  return judgeKeys(scene) ?? judgePets(scene.answers) ?? judgeCancels(scene) ?? judgeLists(scene)
}

/** Takes note of answers that are in order. */
export function learn(scene: Scene): void {
  const { world, answers } = scene
  learnLists(scene)
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

function learnLists({ world, answers, unsteady }: Scene): void {
  const aimedAt = ordersAimedAt(answers)
  for (const answer of listsAmong(answers).filter(isPlain)) {
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
