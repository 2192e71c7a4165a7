import {
  CANCEL_EXPECTATIONS,
  describeAnswer,
  freedomOf,
  type OrderStatus,
  statusesBehind,
} from '../../../contract/index.js'
import { isOnly, type KnownOrder } from './model.js'
import {
  type AnsweredCall,
  type AnsweredStep,
  hasRightKey,
  isSuccess,
  tellAnswer,
  type Violation,
} from './violation.js'

/** What an order is, in a sentence. */
const TOLD: Readonly<Record<OrderStatus, (id: bigint) => string>> = {
  pending: (id) => `Order ${id} is pending`,
  shipped: (id) => `Order ${id} has shipped`,
  cancelled: (id) => `Order ${id} had been cancelled before`,
  absent: (id) => `No order has the id ${id}`,
}

/** Validates cancels with the right key, sent at once, against what is known of their orders. */
export function validateCancels({ answers }: AnsweredStep): Violation | undefined {
  for (const [order, group] of cancelsByOrder(answers)) {
    const isRace = order.possible.has('pending') && group.length > 1
    const violation = isRace ? validateRace(order, group) : validateEach(order, group)
    if (violation !== undefined) return violation
  }
  return undefined
}

/** Takes valid answers into the model: of all that an order may have been, what fits the answer is left. */
export function learnFromCancels({ model, answers }: AnsweredStep): void {
  for (const [order, group] of cancelsByOrder(answers)) {
    const left = group.reduce((possible, { status = 0 }) => fitting(possible, status), order.possible)
    if (group.some(({ status }) => isSuccess(status))) model.cancelled(order)
    else order.possible = left
  }
}

function fitting(possible: ReadonlySet<OrderStatus>, status: number): ReadonlySet<OrderStatus> {
  const behind = statusesBehind(possible, status)
  return behind.size === 0 ? possible : behind
}

/** The cancels with the right key that name an order or might, by the order. */
export function cancelsByOrder(answers: readonly AnsweredCall[]): Map<KnownOrder, AnsweredCall[]> {
  const groups = new Map<KnownOrder, AnsweredCall[]>()
  for (const answer of answers) {
    if (answer.target?.kind !== 'order' || !hasRightKey(answer)) continue
    const { order } = answer.target
    groups.set(order, [...(groups.get(order) ?? []), answer])
  }
  return groups
}

function validateRace(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const successes = group.filter(({ status }) => isSuccess(status))
  // Of several cancels each may come after another.
  const isAllowed = ({ status = 0 }: AnsweredCall) => statusesBehind([...order.possible, 'cancelled'], status).size > 0
  const odd = group.find((answer) => !isAllowed(answer))
  const isNoneAllowed = !isOnly(order, 'pending')
  if (odd === undefined && (successes.length === 1 || (successes.length === 0 && isNoneAllowed))) return undefined
  const answered = odd ?? successes[1] ?? group[0]
  if (answered === undefined) return undefined
  const texts = group.map(({ answer }) => describeAnswer(answer))
  const counts = [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length] as const)
  const actual = counts.map(([text, count]) => (count === 1 ? text : `${count} × ${text}`)).join(', ')
  const isRefusedAlways = odd === undefined && successes.length === 0
  return {
    expectation: 'several cancels',
    freedom: isRefusedAlways ? freedomOf(order.possible, answered.status ?? 0) : 'none',
    order,
    answered,
    message: `Of ${group.length} concurrent cancels of order ${order.id}, ${successes.length || 'none'} succeeded: ${actual}.`,
    expected: '204 once, otherwise any status but 2xx and 5xx',
    actual,
  }
}

function validateEach(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const { possible, id, members } = order
  const answered = group.find(({ status = 0 }) => statusesBehind(possible, status).size === 0)
  const [first, ...others] = possible
  if (answered === undefined || first === undefined) return undefined
  const isOne = others.length === 0
  const unsure = members === undefined ? `There may be an order ${id}` : `A list has shown order ${id}`
  const known = isOne ? TOLD[first](id) : unsure
  return {
    expectation: isOne ? CANCEL_EXPECTATIONS[first].name : 'order in one of several states',
    freedom: freedomOf(possible, answered.status ?? 0),
    order,
    answered,
    message: `${known}, but cancelling it ${tellAnswer(answered)}.${otherSuspect(order, answered)}`,
    expected: [...possible].map((each) => CANCEL_EXPECTATIONS[each].expected).join(', or '),
    actual: describeAnswer(answered.answer),
  }
}

/** What only a state says may not be so, until the order was cancelled once. */
function otherSuspect({ state, possible }: KnownOrder, { status }: AnsweredCall): string {
  const isOfState = state === 'a shipped order' || state === 'a cancelled order' || state === 'an unknown order id'
  if (!isOfState || !isSuccess(status) || possible.has('pending')) return ''
  return ` Or else the state "${state}" did not bring about what it says.`
}
