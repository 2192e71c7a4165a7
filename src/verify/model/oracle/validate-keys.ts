import type { Scene } from './attribution.js'
import { describeAnswer, hasRightKey, type AnsweredCall, type Violation } from './violation.js'

const RULE_OF = {
  listOrders: 'wrong-key-list',
  cancelOrder: 'wrong-key-cancel',
  getPet: 'wrong-key-pet',
} as const

/** Whatever a wrong key asks for, the answer is 401. */
export function judgeKeys({ world, answers }: Scene): Violation | undefined {
  const answered = answers.find((answer) => !hasRightKey(answer) && !isRefused(answer))
  if (answered === undefined) return undefined
  const isRightKeyUsed = world.hasUsedKey || answers.some(hasRightKey)
  const { call } = answered
  return {
    rule: isRightKeyUsed ? 'wrong-key-stays-wrong' : RULE_OF[call.operation],
    explainedBy: [RULE_OF[call.operation]],
    answered,
    message: `${call.operation} with a key that is wrong (${call.key}) was answered with ${describeAnswer(answered)}.`,
    expected: `401: the key is wrong (${call.key})`,
    actual: describeAnswer(answered),
  }
}

// Query parameters that nobody asked for may be refused before the key is looked at.
function isRefused({ call, status }: AnsweredCall): boolean {
  if (call.key === 'in the query') return status !== undefined && status >= 400 && status < 500
  return status === 401
}
