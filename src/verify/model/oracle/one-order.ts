import {
  describeAnswer,
  type Evidence,
  excuseFor,
  continueLife,
  mayHaveCancelled,
  ORDER_RESPONSES,
  ORDER_STAGES,
  orderEvidence,
  possibleAt,
} from '../../../contract/index.js'
import { doubtOfState, isOnly, type KnownOrder } from './model.js'
import { type AnsweredCall, type AnsweredStep, isDocumented, isSuccess, type OrderCall } from './answered-step.js'
import { tellAnswer, violationOf } from './violation.js'

const NOT_FOUND = '404, or another 4xx if an order with this id was cancelled before'

/** Validates requests for single orders with the valid key, sent at once, against the lives of these orders. */
export function validateOrders({ byOrder }: AnsweredStep) {
  for (const [order, group] of byOrder) {
    const { odd, life } = follow(order, group)
    if (odd === undefined) continue
    const hasWinner = life.cancelled !== undefined && order.life.cancelled === undefined
    return hasWinner ? severalCancels(order, odd, group) : unexplained({ ...order, life }, odd)
  }
  return undefined
}

export function learnFromOrders({ model, byOrder }: AnsweredStep): void {
  for (const [order, group] of byOrder) {
    order.life = follow(order, group).life
    order.isStateConfirmed = true
    if (order.life.cancelled !== undefined) model.cancelled(order)
  }
}

/** The life of an order with these responses, up to the first that it does not explain. */
function follow(order: KnownOrder, group: readonly OrderCall[]) {
  // A request that was sent again may have been carried out the first time.
  const isSecondTry = group.some(({ answer }) => 'response' in answer && answer.response.wasSentTwice === true)
  let life = isSecondTry ? mayHaveCancelled(order.life) : order.life
  for (const answered of group.toSorted((one, other) => takenAtMs(one) - takenAtMs(other))) {
    const step = continueLife(life, answered, evidenceOf(answered), 'none')
    if (!step.isExplained) return { life, odd: answered }
    life = step.life
  }
  return { life }
}

function evidenceOf({ call, status = 0 }: OrderCall): Evidence {
  return orderEvidence(call.operation, status)
}

function takenAtMs(answered: OrderCall): number {
  return evidenceOf(answered).becomes === undefined ? answered.endMs : answered.startMs
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

function unexplained(order: KnownOrder, answered: OrderCall) {
  const { id, listed, life } = order
  const { operation } = answered.call
  const evidence = evidenceOf(answered)
  const possible = possibleAt(life, Infinity)
  const [first, ...others] = possible.map((each) => ORDER_RESPONSES[operation][each])
  if (first === undefined || possible[0] === undefined) return undefined
  const isOne = others.every(({ name }) => name === first.name)
  const unsure = `${listed === undefined ? 'is not' : 'was'} listed`
  const expected = new Set([first, ...others].map((response) => response.expected))
  return violationOf(isOne ? first.name : 'order in one of several states', answered, {
    // Nobody gives an order an id that was drawn.
    excuse: order.state === undefined && isOnly(order, 'unplaced') ? 'none' : excuseFor(life, answered, evidence),
    order,
    message: `Order ${id} ${isOne ? ORDER_STAGES[possible[0]].is : unsure}, but ${operation} ${tellAnswer(answered)}.`,
    // No state explains a response that fits none, or that is not documented.
    doubt: evidence.wasOneOf.length > 0 && isDocumented(answered) ? doubtOfState(order) : undefined,
    expected: first.name === 'unknown order' && !isOne ? NOT_FOUND : [...expected].join(', or '),
  })
}
