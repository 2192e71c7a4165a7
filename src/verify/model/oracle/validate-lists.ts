import { blame, type Scene } from './attribution.js'
import { changedMember, readOrderList, repeatedIds, type OrderList } from './order-list.js'
import type { RuleId } from './rules.js'
import { describeAnswer, hasRightKey, type AnsweredCall, type Violation } from './violation.js'
import { isLarge, type KnownOrder } from './model.js'

/** The answers to lists with the right key. */
export function listsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answer) => answer.call.operation === 'listOrders' && hasRightKey(answer))
}

/** Whether the list was asked for as the specification says, without a query. */
export function isPlain({ call }: AnsweredCall): boolean {
  return call.operation === 'listOrders' && call.query === undefined
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
 */
export function judgeLists(scene: Scene): Violation | undefined {
  const { world, answers } = scene
  const aimedAt = ordersAimedAt(answers)
  const expected = [...world.orders.values()].filter((order) => mustBeListed(order) && !isLeaving(order, aimedAt))
  const least = world.leastOrders - [...aimedAt].filter((order) => isLeaving(order, aimedAt)).length
  for (const answered of listsAmong(answers)) {
    const list = listOf(answered)
    if (list === undefined && mayRefuse(answered)) continue
    const violation = list === undefined ? noList(answered) : judgeList({ scene, answered, list, expected, least })
    if (violation !== undefined) return isPlain(answered) ? violation : blamedOnQuery(violation)
  }
  return undefined
}

// A query that nobody asked for may be refused, but must not change what the list holds.
function mayRefuse(answered: AnsweredCall): boolean {
  return !isPlain(answered) && answered.status !== 200
}

function blamedOnQuery(violation: Violation): Violation {
  return { ...violation, rule: 'list-takes-no-query', explainedBy: [violation.rule, ...violation.explainedBy] }
}

interface Look {
  readonly scene: Scene
  readonly answered: AnsweredCall
  readonly list: OrderList
  readonly expected: readonly KnownOrder[]
  readonly least: number
}

function judgeList(look: Look): Violation | undefined {
  return repeated(look) ?? tooShort(look) ?? missing(look) ?? changed(look)
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
    explainedBy: [],
    answered,
    message: `The list of orders could not be read: ${actual}.`,
    expected: '200 with a JSON array of orders',
    actual,
  }
}

function repeated({ answered, list }: Look): Violation | undefined {
  const ids = repeatedIds(list)
  if (ids.length === 0) return undefined
  return {
    rule: 'ids-are-unique',
    explainedBy: [],
    answered,
    message: `The list shows more than one order of the id ${ids.slice(0, 5).join(', ')}.`,
    expected: 'every id once',
    actual: `${ids.length} ids more than once`,
  }
}

function tooShort({ scene, answered, list, least }: Look): Violation | undefined {
  if (list.length >= least) return undefined
  return {
    rule: scene.world.deeds.some(({ kind }) => kind === 'cancelled') ? 'other-orders-untouched' : 'list-is-whole',
    explainedBy: [],
    answered,
    message: `There are at least ${least} orders, but the list shows ${list.length}.`,
    expected: `at least ${least} orders in one list`,
    actual: `${list.length} orders`,
  }
}

function missing({ scene, answered, list, expected }: Look): Violation | undefined {
  const absent = expected.filter(({ id }) => !list.byId.has(id))
  const [order] = absent
  if (order === undefined || absent.length <= list.nameless) return undefined
  const isNew = order.members === undefined
  return {
    ...blame(scene, order, isNew ? rulesForNew(order) : ['list-is-complete']),
    answered,
    message: `Order ${order.id} (${order.state}) is not in the list.${nearest(order, list)}`,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
  }
}

function rulesForNew(order: KnownOrder): [RuleId, ...RuleId[]] {
  const rules: [RuleId, ...RuleId[]] = isLarge(order)
    ? ['large-ids-keep-digits', 'list-is-complete', 'list-is-whole']
    : ['list-is-complete', 'list-is-whole']
  return order.listsBefore > 0 ? ['new-orders-show-at-once', ...rules] : rules
}

function nearest({ id }: KnownOrder, { ids }: OrderList): string {
  const other = ids.find((candidate) => Number(candidate) === Number(id))
  return other === undefined ? '' : ` It shows ${other}: digits were lost.`
}

function changed({ scene, answered, list, expected }: Look): Violation | undefined {
  for (const order of expected) {
    const after = list.byId.get(order.id)
    const name = after && order.members && changedMember(order.members, after, scene.unsteady)
    if (after === undefined || order.members === undefined || name === undefined) continue
    const [was, is] = [order.members[name] ?? 'absent', after[name] ?? 'absent']
    return {
      ...blame(scene, order, ['list-is-complete']),
      answered,
      message: `The ${name} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${name} ${was}, as before`,
      actual: `${name} ${is}`,
      changed: { id: order.id, name },
    }
  }
  return undefined
}
