import { attribute, attributeLoss, isRefusedAsShipped, type AnsweredStep } from './attribution.js'
import { isLarge, type KnownOrder } from './model.js'
import { changedMember, readOrderList, repeatedIds, type OrderList } from './order-list.js'
import type { RuleId } from './rules/rules.js'
import { LARGE_ID } from '../sequences/states.js'
import { describeAnswer, directly, hasRightKey, tellAnswer, type AnsweredCall, type Violation } from './violation.js'

/** The answers to lists with the right key. */
export function listsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answer) => answer.call.operation === 'listOrders' && hasRightKey(answer))
}

/** Whether the list was requested as the specification says, without a query. */
export function isPlain({ call }: AnsweredCall): boolean {
  return call.operation === 'listOrders' && call.query === undefined
}

// By the call and not by the exchange, which the log keeps to the end of the run: so many lists are too large to keep.
const lists = new WeakMap<AnsweredCall, OrderList | undefined>()

/** The list in an answer, which is read once only; `undefined` if there is none. */
export function listOf(answered: AnsweredCall): OrderList | undefined {
  const { status, outcome } = answered
  if (status !== 200 || outcome instanceof Error) return undefined
  if (!lists.has(answered)) lists.set(answered, readOrderList(outcome.response.body))
  return lists.get(answered)
}

/** The orders that calls with the right key tried to cancel, whatever came of it. */
export function ordersAimedAt(answers: readonly AnsweredCall[]): Set<KnownOrder> {
  return new Set(
    answers.flatMap((answer) => (hasRightKey(answer) && answer.target?.kind === 'known' ? [answer.target.order] : [])),
  )
}

/**
 * Validates lists against the known orders: each is there, as it was before. Orders that are being cancelled at the
 * same time, or were cancelled before, may be there or not; nothing is expected of orders that others put in the store.
 */
export function validateLists(step: AnsweredStep): Violation | undefined {
  const { model, answers } = step
  const leaving = [...ordersAimedAt(answers)].filter(({ status }) => status !== 'shipped')
  const expected = [...model.orders.values()].filter((order) => mustBeListed(order) && !leaving.includes(order))
  const minOrders = model.minOrders - leaving.length
  for (const answered of listsAmong(answers)) {
    const list = listOf(answered)
    if (list === undefined && mayBeRefused(answered)) continue
    const violation =
      list === undefined ? noList(answered) : validateList({ ...step, answered, list, expected, minOrders })
    if (violation !== undefined) return isPlain(answered) ? violation : attributedToQuery(violation)
  }
  return undefined
}

// An undocumented query may be refused, but must not change what the list holds.
function mayBeRefused(answered: AnsweredCall): boolean {
  return !isPlain(answered) && answered.status !== 200
}

function attributedToQuery(violation: Violation): Violation {
  const explainedBy = [violation.rule, ...violation.explainedBy]
  return { ...violation, rule: 'list-takes-no-query', explainedBy, ifBack: undefined }
}

function mustBeListed({ status, isCertain }: KnownOrder): boolean {
  return isCertain && status !== 'cancelled' && status !== 'absent'
}

/** A list, and what it must show. */
interface AnsweredList extends AnsweredStep {
  readonly answered: AnsweredCall
  readonly list: OrderList
  readonly expected: readonly KnownOrder[]
  readonly minOrders: number
}

function validateList(answered: AnsweredList): Violation | undefined {
  return repeated(answered) ?? tooShort(answered) ?? missing(answered) ?? changed(answered)
}

function noList(answered: AnsweredCall): Violation {
  const isNoArray = answered.status === 200
  const actual = isNoArray ? '200 with a body that is not a JSON array' : describeAnswer(answered)
  return {
    ...directly('list-is-complete'),
    answered,
    message: `Reading the list of orders ${isNoArray ? `was answered with ${actual}` : tellAnswer(answered)}.`,
    expected: '200 with a JSON array of orders',
    actual,
  }
}

function repeated({ answered, list }: AnsweredList): Violation | undefined {
  const ids = repeatedIds(list)
  if (ids.length === 0) return undefined
  return {
    ...directly('ids-are-unique'),
    answered,
    message: `The list shows several orders with the same id: ${ids.slice(0, 5).join(', ')}.`,
    expected: 'every id once',
    actual: `${ids.length} ids more than once`,
    clue: { kind: 'repeated ids' },
  }
}

function tooShort({ answered, list, minOrders, ...step }: AnsweredList): Violation | undefined {
  if (list.length >= minOrders) return undefined
  return {
    ...attributeLoss(step, 'list-is-whole'),
    answered,
    message: `There are at least ${minOrders} orders, but the list shows ${list.length}.`,
    expected: `at least ${minOrders} orders in one list`,
    actual: `${list.length} orders`,
    clue: { kind: 'count' },
  }
}

function missing({ answered, list, expected, ...step }: AnsweredList): Violation | undefined {
  const absent = expected.filter(({ id }) => !list.has(id))
  const [order] = absent
  // Any order without an id may be one of them.
  if (order === undefined || absent.length <= list.nameless) return undefined
  const rules = order.members === undefined ? rulesForNew(order, list) : rulesForOld(order, step)
  const attribution = attribute(step, order, rules)
  const isOfLists = order.members === undefined && order.listsBefore > 0
  return {
    ...attribution,
    ifBack: { ...attribution, rule: isOfLists ? 'new-orders-show-at-once' : 'list-is-complete' },
    answered,
    message: `Order ${order.id} (${order.state}) is not in the list.${lostDigits(roundedIn(list, order))}`,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
    clue: { kind: 'order', id: order.id },
  }
}

function rulesForNew(order: KnownOrder, list: OrderList): [RuleId, ...RuleId[]] {
  const rules: [RuleId, ...RuleId[]] = ['list-is-complete', 'list-is-whole']
  // Some providers have no other ids than large ones.
  const isOfDigits = order.state === LARGE_ID || roundedIn(list, order) !== undefined
  if (isLarge(order) && isOfDigits) rules.unshift('large-ids-keep-digits')
  if (order.listsBefore > 0) rules.unshift('new-orders-show-at-once')
  return rules
}

function rulesForOld(order: KnownOrder, { answers }: AnsweredStep): [RuleId, ...RuleId[]] {
  return isRefusedAsShipped(order, answers)
    ? ['refused-shipped-changes-nothing', 'list-is-complete']
    : ['list-is-complete']
}

/** The id that a double makes of this order's, if the list shows it. */
function roundedIn({ ids }: OrderList, { id }: KnownOrder): bigint | undefined {
  return ids.find((candidate) => Number(candidate) === Number(id))
}

function lostDigits(rounded: bigint | undefined): string {
  return rounded === undefined ? '' : ` It shows ${rounded}: digits were lost.`
}

function changed({ answered, list, expected, ...step }: AnsweredList): Violation | undefined {
  for (const order of expected) {
    const after = list.membersOf(order.id)
    const name = after && order.members && changedMember(order.members, after, step.model.unsteady)
    if (after === undefined || order.members === undefined || name === undefined) continue
    const [was, is] = [order.members[name] ?? 'absent', after[name] ?? 'absent']
    return {
      ...attribute(step, order, rulesForOld(order, step)),
      answered,
      message: `The ${name} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${name} ${was}, as before`,
      actual: `${name} ${is}`,
      changed: { id: order.id, name, state: order.state },
      clue: { kind: 'order', id: order.id },
    }
  }
  return undefined
}
