import { attribute, isRefusedAsShipped, type AnsweredStep } from './attribution.js'
import { isLarge, type KnownOrder, type Model } from './model.js'
import type { RuleId } from './rules/rules.js'
import { LARGE_ID } from '../sequences/states.js'
import {
  describeAnswer,
  directly,
  hasRightKey,
  isRefusal,
  isSuccess,
  tellAnswer,
  type AnsweredCall,
  type Attribution,
  type Violation,
} from './violation.js'

/** What the answer to a cancel must be, and why. */
interface Demand {
  readonly isMet: (status: number | undefined) => boolean
  readonly reason: (id: string) => string
  readonly expected: string
}

const A_FEW = 5

const NO_ORDER: Demand = {
  isMet: (status) => status === 404,
  reason: (id) => `No order has the id ${id}`,
  expected: '404: no order has this id',
}

const MALFORMED: Demand = {
  isMet: (status) => !isSuccess(status),
  reason: (id) => `${id} is not an int64`,
  expected: 'any status but 2xx: this names no order',
}

const BY_STATUS: Readonly<Record<KnownOrder['status'], Demand | undefined>> = {
  pending: {
    isMet: (status) => status === 204,
    reason: (id) => `Order ${id} is pending`,
    expected: '204: the order is pending',
  },
  shipped: {
    isMet: (status) => status === 409,
    reason: (id) => `Order ${id} has shipped`,
    expected: '409: the order has shipped',
  },
  cancelled: {
    isMet: (status) => !isSuccess(status),
    reason: (id) => `Order ${id} had been cancelled before`,
    expected: 'any status but 2xx: the order was cancelled before',
  },
  absent: NO_ORDER,
  undecided: undefined,
}

/** Validates cancels with the right key, sent at once, against what is known of their orders. */
export function validateCancels(step: AnsweredStep): Violation | undefined {
  const cancels = step.answers.filter((answer) => answer.call.operation === 'cancelOrder' && hasRightKey(answer))
  for (const [order, group] of byOrder(cancels)) {
    const isRace = order.status === 'pending' && group.length > 1
    const violation = isRace ? validateRace(step, order, group) : validateEach(step, order, group)
    if (violation !== undefined) return violation
  }
  for (const answered of cancels) {
    const violation = validateUnknown(answered)
    if (violation !== undefined) return violation
  }
  return undefined
}

function byOrder(cancels: readonly AnsweredCall[]): Map<KnownOrder, AnsweredCall[]> {
  const groups = new Map<KnownOrder, AnsweredCall[]>()
  for (const answer of cancels) {
    if (answer.target?.kind !== 'known') continue
    const { order } = answer.target
    groups.set(order, [...(groups.get(order) ?? []), answer])
  }
  return groups
}

function validateRace(step: AnsweredStep, order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const successes = group.filter(({ status }) => isSuccess(status))
  const answered = successes[1] ?? group[0]
  if (answered === undefined || (successes.length === 1 && successes[0]?.status === 204)) return undefined
  const actual = counted(group.map(describeAnswer)).join(', ')
  return {
    ...(successes.length > 1
      ? { rule: 'one-cancel-wins', explainedBy: ['cancelled-stays-cancelled'] }
      : { ...attribute(step, order, rulesForLostRace(order, group)), suspect: order }),
    answered,
    message: `Of ${group.length} concurrent cancels of order ${order.id}, ${successes.length || 'none'} succeeded: ${actual}.`,
    expected: '204 once, and no other 2xx',
    actual,
  }
}

function rulesForLostRace(order: KnownOrder, group: readonly AnsweredCall[]): [RuleId, ...RuleId[]] {
  const rules: [RuleId, ...RuleId[]] = ['one-cancel-wins', 'pending-is-cancelled']
  const isNotFound = group.every(({ status }) => status === 404)
  if (isLarge(order)) rules.splice(isNotFound ? 0 : rules.length, 0, 'large-ids-keep-digits')
  return rules
}

/** Each text once, with how often it is there. */
function counted(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
}

function validateEach(step: AnsweredStep, order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const demand = BY_STATUS[order.status]
  const answered = group.find(({ status }) => demand?.isMet(status) === false)
  if (demand === undefined || answered === undefined) return undefined
  const violation = wrongAnswer(answered, demand, attributionOf(step, order, answered))
  return order.status === 'pending' ? { ...violation, suspect: order } : violation
}

function attributionOf(step: AnsweredStep, order: KnownOrder, { status }: AnsweredCall): Attribution {
  if (order.status === 'cancelled') return attributionOfCancelled(order, step.model)
  if (order.status === 'absent') return directly('unknown-is-not-found')
  if (order.status === 'shipped') return attribute(step, order, rulesForShipped(step, order))
  // Some providers have no other ids than large ones: what is not found may have lost its digits.
  const isOfDigits = isLarge(order) && (order.state === LARGE_ID || status === 404)
  const rules: [RuleId, ...RuleId[]] = isOfDigits
    ? ['large-ids-keep-digits', 'pending-is-cancelled']
    : ['pending-is-cancelled']
  if (isPerhapsOfReads(step.model, order, status)) rules.unshift('reads-change-nothing')
  return attribute(step, order, rules)
}

// Of several cancels at once, the one that was refused may have changed the order for the others.
function rulesForShipped({ answers }: AnsweredStep, order: KnownOrder): [RuleId, ...RuleId[]] {
  const others: RuleId[] = isRefusedAsShipped(order, answers) ? ['refused-shipped-changes-nothing'] : []
  return ['shipped-is-refused', ...others]
}

// Any other status says that the cancel failed, not that the order is no longer pending; and a crowd explains it better.
function isPerhapsOfReads(model: Model, { readsBefore }: KnownOrder, status: number | undefined): boolean {
  const isCrowded = model.orders.size > A_FEW || model.minOrders > A_FEW
  return model.reads > readsBefore && !isCrowded && (status === 404 || status === 409)
}

function attributionOfCancelled({ state }: KnownOrder, { waitedMs }: Model): Attribution {
  const rule = state === 'a cancelled order' ? 'cancelled-is-refused' : 'cancelled-stays-cancelled'
  return { rule: waitedMs > 0 ? 'cancelled-for-good' : rule, explainedBy: [rule] }
}

function validateUnknown(answered: AnsweredCall): Violation | undefined {
  const { target, status } = answered
  if (target?.kind === 'malformed') {
    if (MALFORMED.isMet(status)) return undefined
    return wrongAnswer(answered, MALFORMED, directly('malformed-id-changes-nothing'))
  }
  if (target === undefined || target.kind === 'known' || NO_ORDER.isMet(status)) return undefined
  if (target.kind === 'foreign' && mayBeAnswered(status, target.near)) return undefined
  return wrongAnswer(answered, NO_ORDER, directly('unknown-is-not-found'))
}

// Somebody may just have placed this very order, or cancelled it: what counts is that no known order is affected. Next
// to a known order there may be one that was cancelled long ago and is no longer listed, refused in whatever way.
function mayBeAnswered(status: number | undefined, near: KnownOrder | undefined): boolean {
  if (isSuccess(status) || status === 409) return true
  return near !== undefined && isRefusal(status) && status !== 401
}

function wrongAnswer(answered: AnsweredCall, { reason, expected }: Demand, attribution: Attribution): Violation {
  const { path } = answered.request
  const id = path.slice(path.lastIndexOf('/') + 1)
  const actual = describeAnswer(answered)
  const message = `${reason(id)}, but cancelling it ${tellAnswer(answered)}.`
  return { ...attribution, answered, message, expected, actual }
}
