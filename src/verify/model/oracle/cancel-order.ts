import { isOnly, type KnownOrder, type OrderStatus } from './model.js'
import type { ExpectationName, Freedom } from './expectation.js'
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

/** What the answer to a cancel must be, by what its order is. */
interface Demand {
  readonly name: ExpectationName
  readonly isMet: (status: number | undefined) => boolean
  readonly reason: (id: string) => string
  readonly expected: string
}

const DEMANDS: Readonly<Record<OrderStatus, Demand>> = {
  pending: {
    name: 'pending order',
    isMet: (status) => status === 204,
    reason: (id) => `Order ${id} is pending`,
    expected: '204: the order is pending',
  },
  shipped: {
    name: 'shipped order',
    isMet: (status) => status === 409,
    reason: (id) => `Order ${id} has shipped`,
    expected: '409: the order has shipped',
  },
  cancelled: {
    name: 'cancelled order',
    isMet: (status) => status !== undefined && !isSuccess(status) && status < 500,
    reason: (id) => `Order ${id} had been cancelled before`,
    expected: 'any status but 2xx and 5xx: the order was cancelled before',
  },
  absent: {
    name: 'unknown order',
    isMet: (status) => status === 404,
    reason: (id) => `No order has the id ${id}`,
    expected: '404: no order has this id',
  },
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

function left({ possible }: KnownOrder, status: number | undefined): ReadonlySet<OrderStatus> {
  const fitting = [...possible].filter((one) => DEMANDS[one].isMet(status))
  return fitting.length === 0 ? possible : new Set(fitting)
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
    freedom: isRefusedAlways ? freedomOf(order, group.at(0)?.status) : 'none',
    order,
    answered,
    message: `Of ${group.length} concurrent cancels of order ${order.id}, ${successes.length || 'none'} succeeded: ${actual}.`,
    expected: '204 once, otherwise any status but 2xx and 5xx',
    actual,
  }
}

// Of several cancels each may come after another.
function isAllowedInRace({ possible }: KnownOrder, status: number | undefined): boolean {
  return [...possible, 'cancelled' as const].some((one) => DEMANDS[one].isMet(status))
}

/** Each text once, with how often it is there. */
function counted(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
}

function validateEach(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const demands = [...order.possible].map((status) => DEMANDS[status])
  const answered = group.find(({ status }) => !demands.some(({ isMet }) => isMet(status)))
  const [first] = demands
  if (answered === undefined || first === undefined) return undefined
  const isOne = demands.length === 1
  const { path } = answered.request
  const reason = isOne ? first.reason(path.slice(path.lastIndexOf('/') + 1)) : 'An order is cancelled or it is not'
  const perhaps = order.state !== undefined && isSuccess(answered.status) && !order.possible.has('pending')
  return {
    expectation: isOne ? first.name : 'order in one of several states',
    freedom: freedomOf(order, answered.status),
    order,
    answered,
    message: `${reason}, but cancelling it ${tellAnswer(answered)}.${perhaps ? otherSuspect(order) : ''}`,
    expected: isOne ? first.expected : demands.map(({ expected }) => expected).join(', or '),
    actual: describeAnswer(answered),
  }
}

// Only what a state says makes the order what it should be, until it was cancelled once.
function otherSuspect({ state }: KnownOrder): string {
  const isOfState = state === 'a shipped order' || state === 'a cancelled order' || state === 'an unknown order id'
  return isOfState ? ` Or else the state "${state}" did not bring about what it says.` : ''
}

/** Time may have shipped an order, and others may have cancelled it, taken it away or placed it. */
function freedomOf(order: KnownOrder, status: number | undefined): Freedom {
  if (isOnly(order, 'cancelled') || status === 401) return 'none'
  if (isOnly(order, 'absent')) return isSuccess(status) || status === 409 ? 'others' : 'none'
  if (order.possible.has('pending') && status === 409) return 'time'
  return isRefusal(status) ? 'others' : 'none'
}
