import {
  cancelAnswered,
  describeAnswer,
  excuseFor,
  continueLife,
  mayHaveCancelled,
  ORDER_STAGES,
  possibleAt,
} from '../../../contract/index.js'
import { doubtOfState, type KnownOrder } from './model.js'
import { type AnsweredCall, type AnsweredStep, isSuccess, tellAnswer, violationOf } from './violation.js'

const UNLISTED = '404, or another 4xx if an order with this id was cancelled before'

/** Validates cancel requests with the valid key, sent at once, against the lives of their orders. */
export function validateCancels({ cancels }: AnsweredStep) {
  for (const [order, group] of cancels) {
    const { odd, life } = followCancels(order, group)
    if (odd === undefined) continue
    const hasWinner = life.cancelled !== undefined && order.life.cancelled === undefined
    return hasWinner ? severalCancels(order, odd, group) : unexplained({ ...order, life }, odd)
  }
  return undefined
}

/** Takes valid responses into the model. */
export function learnFromCancels({ model, cancels }: AnsweredStep): void {
  for (const [order, group] of cancels) {
    order.life = followCancels(order, group).life
    order.isStateConfirmed = true
    if (group.some(({ status }) => isSuccess(status))) model.cancelled(order)
  }
}

/** The life of an order with these responses, up to the first that it does not explain. */
function followCancels(order: KnownOrder, group: readonly AnsweredCall[]) {
  // A request that was sent again may have been carried out the first time.
  const isSecondTry = group.some(({ answer }) => 'response' in answer && answer.response.wasSentTwice === true)
  let life = isSecondTry ? mayHaveCancelled(order.life) : order.life
  for (const answered of group.toSorted((one, other) => takenAtMs(one) - takenAtMs(other))) {
    const step = continueLife(life, answered, cancelAnswered(answered.status ?? 0), 'none')
    if (!step.isExplained) return { life, odd: answered }
    life = step.life
  }
  return { life }
}

function takenAtMs({ status, startMs, endMs }: AnsweredCall): number {
  return isSuccess(status) ? startMs : endMs
}

function severalCancels(order: KnownOrder, answered: AnsweredCall, group: readonly AnsweredCall[]) {
  const successes = group.filter(({ status }) => isSuccess(status)).length
  const texts = group.map(({ answer }) => describeAnswer(answer))
  const counts = [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length] as const)
  const actual = counts.map(([text, count]) => (count === 1 ? text : `${count} × ${text}`)).join(', ')
  return violationOf('several cancels', answered, {
    order,
    message: `${successes} of ${group.length} concurrent cancel requests for order ${order.id} succeeded: ${actual}.`,
    expected: 'exactly one 204; every other response any status except 2xx and 5xx',
    actual,
  })
}

function unexplained(order: KnownOrder, answered: AnsweredCall) {
  const { id, listed, life } = order
  const evidence = cancelAnswered(answered.status ?? 0)
  const stages = possibleAt(life, Infinity).map((each) => ORDER_STAGES[each])
  const [first, ...others] = stages
  if (first === undefined) return undefined
  const isOne = others.every(({ name }) => name === first.name)
  const unsure = `Order ${id} ${listed === undefined ? 'is not' : 'was'} listed`
  const expected = new Set(stages.map((stage) => stage.expected))
  return violationOf(isOne ? first.name : 'order in one of several states', answered, {
    excuse: excuseFor(life, answered, evidence),
    order,
    message: `${isOne ? `Order ${id} ${first.is}` : unsure}, but cancelling it ${tellAnswer(answered)}.`,
    // No state explains a response that fits none.
    doubt: evidence.wasOneOf.length > 0 ? doubtOfState(order) : undefined,
    expected: first.name === 'unknown order' && !isOne ? UNLISTED : [...expected].join(', or '),
  })
}
