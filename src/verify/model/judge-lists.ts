import { changedMember, readOrderList, repeatedIds, type OrderList } from './order-list.js'
import type { RuleId } from './rules.js'
import { describeAnswer, hasRightKey, ruleBroken, type AnsweredCall, type Violation } from './violation.js'
import { isLarge, type KnownOrder, type World } from './world.js'

/** The answers to lists with the right key. */
export function listsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answer) => answer.call.operation === 'listOrders' && hasRightKey(answer))
}

/** The list of an answer, `undefined` if there is none in it. */
export function listOf({ status, outcome }: AnsweredCall): OrderList | undefined {
  return status === 200 && !(outcome instanceof Error) ? readOrderList(outcome.response.body) : undefined
}

/** The orders that a right key asked to cancel, whatever came of it. */
export function ordersAimedAt(answers: readonly AnsweredCall[]): Set<KnownOrder> {
  const targets = answers.flatMap((answer) => (hasRightKey(answer) && answer.target ? [answer.target] : []))
  return new Set(targets.flatMap((target) => (target.kind === 'known' ? [target.order] : [])))
}

/**
 * Holds lists against the orders that are known: each is there, as it was before. Orders that are being cancelled at
 * the same time may be there or not; cancelled ones, too; of what others put into the store nothing is expected.
 *
 * @param unsteady members whose values change by themselves
 */
export function judgeLists(
  world: World,
  answers: readonly AnsweredCall[],
  unsteady: ReadonlySet<string>,
): Violation | undefined {
  const aimedAt = ordersAimedAt(answers)
  const expected = [...world.orders.values()].filter((order) => mustBeListed(order) && !isLeaving(order, aimedAt))
  const least = world.leastOrders - [...aimedAt].filter((order) => isLeaving(order, aimedAt)).length
  for (const answered of listsAmong(answers)) {
    const list = listOf(answered)
    const look = { world, answered, expected, least, unsteady }
    const violation =
      list === undefined
        ? noList(answered)
        : (repeated(answered, list) ?? tooShort(look, list) ?? missing(look, list) ?? changed(look, list))
    if (violation !== undefined) return violation
  }
  return undefined
}

interface Look {
  readonly world: World
  readonly answered: AnsweredCall
  readonly expected: readonly KnownOrder[]
  readonly least: number
  readonly unsteady: ReadonlySet<string>
}

function mustBeListed({ status, isCertain }: KnownOrder): boolean {
  return isCertain && status !== 'cancelled' && status !== 'absent'
}

function isLeaving(order: KnownOrder, aimedAt: ReadonlySet<KnownOrder>): boolean {
  return aimedAt.has(order) && order.status !== 'shipped'
}

function noList(answered: AnsweredCall): Violation {
  const actual = answered.status === 200 ? '200 with a body that is no JSON array' : describeAnswer(answered)
  return {
    rule: 'list-is-complete',
    answered,
    message: `The list of orders could not be read: ${actual}.`,
    expected: '200 with a JSON array of orders',
    actual,
  }
}

function repeated(answered: AnsweredCall, list: OrderList): Violation | undefined {
  const ids = repeatedIds(list)
  if (ids.length === 0) return undefined
  return {
    rule: 'ids-are-unique',
    answered,
    message: `The list shows more than one order of the id ${ids.slice(0, 5).join(', ')}.`,
    expected: 'every id once',
    actual: `${ids.length} ids more than once`,
  }
}

function tooShort({ world, answered, least }: Look, list: OrderList): Violation | undefined {
  if (list.length >= least) return undefined
  return {
    rule: world.deeds.some(({ kind }) => kind === 'cancelled') ? 'other-orders-untouched' : 'list-is-whole',
    answered,
    message: `There are at least ${least} orders, but the list shows ${list.length}.`,
    expected: `at least ${least} orders in one list`,
    actual: `${list.length} orders`,
  }
}

function missing({ world, answered, expected }: Look, list: OrderList): Violation | undefined {
  const absent = expected.filter(({ id }) => !list.byId.has(id))
  const [order] = absent
  if (order === undefined || absent.length <= list.nameless) return undefined
  const isNew = order.members === undefined
  return {
    rule: ruleBroken(world, order, isNew ? ruleForNew(order) : 'list-is-complete'),
    answered,
    message: `Order ${order.id} (${order.state}) is not in the list.${nearest(order, list)}`,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
    ...(isNew ? { explainedBy: 'new-orders-show-at-once' as const } : {}),
  }
}

function ruleForNew(order: KnownOrder): RuleId {
  if (order.listsBefore > 0) return 'new-orders-show-at-once'
  return isLarge(order) ? 'large-ids-keep-digits' : 'list-is-complete'
}

function nearest({ id }: KnownOrder, { ids }: OrderList): string {
  const other = ids.find((candidate) => Number(candidate) === Number(id))
  return other === undefined ? '' : ` It shows ${other}: digits were lost.`
}

function changed({ world, answered, expected, unsteady }: Look, list: OrderList): Violation | undefined {
  for (const order of expected) {
    const after = list.byId.get(order.id)
    const name = after && order.members && changedMember(order.members, after, unsteady)
    if (after === undefined || order.members === undefined || name === undefined) continue
    const [was, is] = [order.members[name] ?? 'absent', after[name] ?? 'absent']
    return {
      rule: ruleBroken(world, order, 'list-is-complete'),
      answered,
      message: `The ${name} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${name} ${was}, as before`,
      actual: `${name} ${is}`,
      changed: { id: order.id, name },
    }
  }
  return undefined
}
