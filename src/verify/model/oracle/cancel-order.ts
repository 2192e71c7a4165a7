import {
  CANCEL_EXPECTATIONS,
  describeAnswer,
  freedomOf,
  type StatusOrAbsent,
  statusesBehind,
} from '../../../contract/index.js'
import { doubtOfState, isOnly, type KnownOrder } from './model.js'
import { type AnsweredCall, type AnsweredStep, isSuccess, tellAnswer, violationOf } from './violation.js'

const SENTENCES: Readonly<Record<StatusOrAbsent, (id: bigint) => string>> = {
  pending: (id) => `Order ${id} is pending`,
  shipped: (id) => `Order ${id} has shipped`,
  cancelled: (id) => `Order ${id} has already been cancelled`,
  absent: (id) => `There is no order ${id}`,
}

const STATUSES = Object.keys(CANCEL_EXPECTATIONS) as StatusOrAbsent[]
const UNLISTED = '404, or another 4xx if an order with this id was cancelled before'

/** Validates cancel requests with the valid key, sent at once, against what is known of their orders. */
export function validateCancels({ cancels }: AnsweredStep) {
  for (const [order, group] of cancels) {
    const isRace = order.possible.has('pending') && group.length > 1
    const violation = isRace ? validateRace(order, group) : validateEach(order, group)
    if (violation !== undefined) return violation
  }
  return undefined
}

/** Takes valid responses into the model: of the possible statuses of an order, those that fit the response are left. */
export function learnFromCancels({ model, cancels }: AnsweredStep): void {
  for (const [order, group] of cancels) {
    if (group.some(({ status }) => isSuccess(status))) model.cancelled(order)
    for (const answered of group) {
      const behind = statusesBehind(possibleBehind(order, answered), answered.status ?? 0)
      if (behind.size > 0) order.possible = behind
      order.isShown = true
    }
  }
}

/** What the order may have been when the request was carried out, which may have been the second time. */
function possibleBehind({ possible }: KnownOrder, answered: AnsweredCall): ReadonlySet<StatusOrAbsent> {
  return isSecondTry(answered) ? new Set([...possible, 'cancelled']) : possible
}

function isSecondTry({ answer }: AnsweredCall): boolean {
  return 'response' in answer && answer.response.wasSentTwice === true
}

function validateRace(order: KnownOrder, group: readonly AnsweredCall[]) {
  const successes = group.filter(({ status }) => isSuccess(status))
  // Of several cancel requests each may come after another.
  const possible = [...order.possible, 'cancelled'] as const
  const odd = group.find(({ status = 0 }) => statusesBehind(possible, status).size === 0)
  const isRefusedAlways = odd === undefined && successes.length === 0 && !group.some(isSecondTry)
  const answered = odd ?? successes[1] ?? (isRefusedAlways && isOnly(order, 'pending') ? group[0] : undefined)
  if (answered === undefined) return undefined
  const texts = group.map(({ answer }) => describeAnswer(answer))
  const counts = [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length] as const)
  const actual = counts.map(([text, count]) => (count === 1 ? text : `${count} × ${text}`)).join(', ')
  return violationOf('several cancels', answered, {
    ...(isRefusedAlways && { freedom: freedomOf(order.possible, answered.status ?? 0) }),
    order,
    message: `${successes.length || 'None'} of ${group.length} concurrent cancel requests for order ${order.id} succeeded: ${actual}.${isRefusedAlways ? doubtOfState(order) : ''}`,
    expected: 'exactly one 204; every other response any status except 2xx and 5xx',
    actual,
  })
}

function validateEach(order: KnownOrder, group: readonly AnsweredCall[]) {
  const { possible, id, listed } = order
  const answered = group.find((each) => statusesBehind(possibleBehind(order, each), each.status ?? 0).size === 0)
  const [first, ...others] = possible
  if (answered === undefined || first === undefined) return undefined
  const isOne = others.length === 0
  const unsure = listed === undefined ? `Order ${id} is not listed` : `Order ${id} was listed`
  const known = isOne ? SENTENCES[first](id) : unsure
  // No state explains a response that fits none.
  const doubt = statusesBehind(STATUSES, answered.status ?? 0).size > 0 ? doubtOfState(order) : ''
  return violationOf(isOne ? CANCEL_EXPECTATIONS[first].name : 'order in one of several states', answered, {
    freedom: freedomOf(possible, answered.status ?? 0),
    order,
    message: `${known}, but cancelling it ${tellAnswer(answered)}.${doubt}`,
    expected:
      possible.has('absent') && !isOne
        ? UNLISTED
        : [...possible].map((each) => CANCEL_EXPECTATIONS[each].expected).join(', or '),
  })
}
