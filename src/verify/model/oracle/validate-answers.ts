import { REFUSED_UNREAD } from '../sequences/key-kinds.js'
import { learnFromCancels, validateCancels } from './cancel-order.js'
import { learnFromPets, validatePets } from './get-pet.js'
import { learnFromLists, validateLists } from './list-orders.js'
import {
  type AnsweredCall,
  type AnsweredStep,
  describeAnswer,
  hasRightKey,
  isRefusal,
  isSuccess,
  tellAnswer,
  type Violation,
} from './violation.js'

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

/** Whatever is asked for with a wrong key, the answer is 401. */
function validateKeys({ answers }: AnsweredStep): Violation | undefined {
  const answered = answers.find((answer) => !hasRightKey(answer) && !isUnauthorized(answer) && !isUnknownPet(answer))
  if (answered === undefined) return undefined
  const { operation, key } = answered.call
  return {
    expectation: 'wrong key',
    freedom: answered.isPerhapsOfOthers ? 'others' : 'none',
    answered,
    message: `${operation} with a wrong key (${key}) ${tellAnswer(answered)}.`,
    expected: `401: the key is wrong (${key})`,
    actual: describeAnswer(answered),
  }
}

// What a pet's id looks like is not specified: one that no pet has may name no route at all, and so ask for no key.
function isUnknownPet({ call, status }: AnsweredCall): boolean {
  return call.operation === 'getPet' && typeof call.pet === 'bigint' && (status === 404 || status === 410)
}

// A server may refuse such requests before the key is checked.
function isUnauthorized({ call, status }: AnsweredCall): boolean {
  const isRefusedUnread = call.key !== undefined && REFUSED_UNREAD.has(call.key)
  return isRefusedUnread ? isRefusal(status) : status === 401
}
