import type { AnsweredStep } from './attribution.js'
import { describeAnswer, hasRightKey, isRefusal, tellAnswer, type AnsweredCall, type Violation } from './violation.js'

const RULE_BY_OPERATION = {
  listOrders: 'wrong-key-list',
  cancelOrder: 'wrong-key-cancel',
  getPet: 'wrong-key-pet',
} as const

/** Whatever is asked for with a wrong key, the answer is 401. */
export function validateKeys({ model, answers }: AnsweredStep): Violation | undefined {
  const answered = answers.find((answer) => !hasRightKey(answer) && !isUnauthorized(answer) && !isUnknownPet(answer))
  if (answered === undefined) return undefined
  const { operation, key } = answered.call
  const rule = RULE_BY_OPERATION[operation]
  const actual = describeAnswer(answered)
  return {
    rule: model.hasUsedKey || answers.some(hasRightKey) ? 'wrong-key-stays-wrong' : rule,
    explainedBy: [rule],
    answered,
    message: `${operation} with a wrong key (${key}) ${tellAnswer(answered)}.`,
    expected: `401: the key is wrong (${key})`,
    actual,
  }
}

// What a pet's id looks like is not specified: one that no pet has may name no route at all, and so ask for no key.
function isUnknownPet({ call, status }: AnsweredCall): boolean {
  return call.operation === 'getPet' && 'id' in call.pet && (status === 404 || status === 410)
}

// Undocumented query parameters may be refused before the key is checked.
function isUnauthorized({ call, status }: AnsweredCall): boolean {
  return call.key === 'in the query' ? isRefusal(status) : status === 401
}
