import { CANCEL_EXPECTATIONS, freedomOf, type OrderStatus, statusesBehind } from '../../../contract/index.js'
import { isOnly, type KnownOrder } from './model.js'
import {
  type AnsweredCall,
  type AnsweredStep,
  describeAnswer,
  hasRightKey,
  isSuccess,
  tellAnswer,
  type Violation,
} from './violation.js'

/** What an order is, in a sentence. */
const TOLD: Readonly<Record<OrderStatus, (id: string) => string>> = {
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
    if (group.some(({ status }) => isSuccess(status))) model.cancelled(order)
    else for (const { status } of group) order.possible = left(order, status)
  }
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

function left({ possible }: KnownOrder, status = 0): ReadonlySet<OrderStatus> {
  const fitting = statusesBehind(possible, status)
  return fitting.size === 0 ? possible : fitting
}

function validateRace(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const successes = group.filter(({ status }) => isSuccess(status))
  const isPending = isOnly(order, 'pending')
  const odd = group.find(({ status }) => !isAllowedInRace(order, status))
  if (odd === undefined && successes.length <= 1 && (successes.length === 1 || !isPending)) return undefined
  const answered = odd ?? successes[1] ?? group[0]
  if (answered === undefined) return undefined
  const actual = counted(group.map(describeAnswer)).join(', ')
  const isRefusedAlways = odd === undefined && successes.length === 0
  return {
    expectation: 'several cancels',
    freedom: isRefusedAlways ? freedomOf(order.possible, group[0]?.status ?? 0) : 'none',
    order,
    answered,
    message: `Of ${group.length} concurrent cancels of order ${order.id}, ${successes.length || 'none'} succeeded: ${actual}.`,
    expected: '204 once, otherwise any status but 2xx and 5xx',
    actual,
  }
}

// Of several cancels each may come after another.
function isAllowedInRace({ possible }: KnownOrder, status = 0): boolean {
  return status > 0 && statusesBehind([...possible, 'cancelled'], status).size > 0
}

/** Each text once, with how often it is there. */
function counted(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
}

function validateEach(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const answered = group.find(({ status = 0 }) => status === 0 || statusesBehind(order.possible, status).size === 0)
  const [first, ...others] = order.possible
  if (answered === undefined || first === undefined) return undefined
  const { name } = CANCEL_EXPECTATIONS[first]
  const { status = 0 } = answered
  const isOne = others.length === 0
  const perhaps = order.state !== undefined && isSuccess(status) && !order.possible.has('pending')
  return {
    expectation: isOne ? name : 'order in one of several states',
    freedom: freedomOf(order.possible, status),
    order,
    answered,
    message: `${whatIsKnownOf(order)}, but cancelling it ${tellAnswer(answered)}.${perhaps ? otherSuspect(order) : ''}`,
    expected: [...order.possible].map((each) => CANCEL_EXPECTATIONS[each].expected).join(', or '),
    actual: describeAnswer(answered),
  }
}

function whatIsKnownOf({ id, possible, members }: KnownOrder): string {
  const [first, ...others] = possible
  if (first !== undefined && others.length === 0) return TOLD[first](`${id}`)
  return members === undefined ? `There may be an order ${id}` : `A list has shown order ${id}`
}

// Only what a state says makes the order what it should be, until it was cancelled once.
function otherSuspect({ state }: KnownOrder): string {
  const isOfState = state === 'a shipped order' || state === 'a cancelled order' || state === 'an unknown order id'
  return isOfState ? ` Or else the state "${state}" did not bring about what it says.` : ''
}
