import { sideEffectOf, type AnsweredStep } from './attribution.js'
import { changedMember } from './order-list.js'
import { validateCancels } from './validate-cancels.js'
import { validateKeys } from './validate-keys.js'
import { isPlain, listOf, listsAmong, ordersAimedAt, validateLists } from './validate-lists.js'
import { validatePets } from './validate-pets.js'
import { hasRightKey, type Violation } from './violation.js'

/** The first of these answers that the specification does not allow. Leaves the model as it is. */
export function validateAnswers(step: AnsweredStep): Violation | undefined {
  return validateKeys(step) ?? validatePets(step) ?? validateCancels(step) ?? validateLists(step)
}

/** Takes valid answers into the model. */
export function learnFrom(step: AnsweredStep): void {
  const { model, answers } = step
  learnFromLists(step)
  for (const answer of answers) {
    // On a live system the right key is always used first, so that it explains nothing.
    if (hasRightKey(answer)) model.hasUsedKey = !model.isLive
    if (hasRightKey(answer) && answer.call.operation !== 'cancelOrder') model.reads++
    const effect = sideEffectOf(answer)
    if (effect === undefined) continue
    model.sideEffects.push(effect)
    if (effect.kind !== 'cancelled' || effect.order === undefined) continue
    if (effect.order.status !== 'cancelled') model.minOrders--
    effect.order.status = 'cancelled'
  }
}

function learnFromLists({ model, answers }: AnsweredStep): void {
  const aimedAt = ordersAimedAt(answers)
  for (const answer of listsAmong(answers).filter(isPlain)) {
    const list = listOf(answer)
    if (list === undefined) continue
    model.lists++
    model.lastList = list
    model.confirm(list, (before, after) => changedMember(before, after, model.unsteady) === undefined)
    for (const order of model.orders.values()) {
      const members = list.membersOf(order.id)
      if (members !== undefined && !aimedAt.has(order)) order.members = members
    }
  }
}
