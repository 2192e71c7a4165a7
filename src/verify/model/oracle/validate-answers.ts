import { learnFromCancels, validateCancels } from './cancel-order.js'
import { learnFromPets, validatePets } from './get-pet.js'
import { validateKeys } from './keys.js'
import { learnFromLists, validateLists } from './list-orders.js'
import { type AnsweredStep, isSuccess, type Violation } from './violation.js'

/** The first of these answers that the specification does not allow. Leaves the model as it is. */
export function validateAnswers(step: AnsweredStep): Violation | undefined {
  return validateKeys(step) ?? validatePets(step) ?? validateCancels(step) ?? validateLists(step)
}

/** Takes valid answers into the model. */
export function learnFrom(step: AnsweredStep): void {
  learnFromLists(step)
  learnFromCancels(step)
  learnFromPets(step)
  for (const { target, status } of step.answers)
    if (target?.kind === 'spelled otherwise' && isSuccess(status)) step.model.cancelled(target.order)
}
