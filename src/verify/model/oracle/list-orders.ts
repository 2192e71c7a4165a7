import { describeAnswer } from '../../../contract/index.js'
import { cancelsByOrder } from './cancel-order.js'
import { isOnly, type KnownOrder, mustBeListed } from './model.js'
import { changedMember, repeatedIds, type OrderList } from './order-list.js'
import { type AnsweredCall, type AnsweredStep, hasRightKey, tellAnswer, type Violation } from './violation.js'

/** The answers to lists with the right key. */
function listsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answer) => answer.call.operation === 'listOrders' && hasRightKey(answer))
}

/**
 * Validates lists against the known orders: each is there, as it was before. Orders that are being cancelled at the
 * same time, or were cancelled before, may be there or not; nothing is expected of orders that others put in the store.
 */
export function validateLists(step: AnsweredStep): Violation | undefined {
  const { model, answers } = step
  const leaving = [...cancelsByOrder(answers).keys()].filter((order) => !isOnly(order, 'shipped'))
  const expected = [...model.orders.values(), ...model.listedOnly()].filter(
    (order) =>
      order.isCertain && !order.possible.has('absent') && !isOnly(order, 'cancelled') && !leaving.includes(order),
  )
  const minOrders = model.minOrders - leaving.length
  for (const answered of listsAmong(answers)) {
    const { list } = answered
    // An undocumented query may be refused, but must not change what the list holds.
    if (list === undefined && !isPlain(answered) && answered.status !== 200) continue
    const found = list === undefined ? noList(answered) : faultIn(list, { ...step, expected, minOrders })
    if (found !== undefined) return { answered, ...found }
  }
  return undefined
}

/** Takes valid lists into the model. */
export function learnFromLists({ model, answers }: AnsweredStep): void {
  const aimedAt = cancelsByOrder(answers)
  for (const answer of listsAmong(answers).filter(isPlain)) {
    const { list } = answer
    if (list === undefined) continue
    model.sawList(list)
    model.confirm(list)
    for (const order of model.orders.values()) {
      const members = list.membersOf(order.id)
      const wasShown = order.members !== undefined && list.nameless === 0
      if (members === undefined && isOnly(order, 'cancelled') && wasShown) model.vanished = order
      if (members !== undefined && !aimedAt.has(order)) order.members = members
    }
  }
}

/** Whether the list was requested as the specification says, without a query. */
function isPlain({ call }: AnsweredCall): boolean {
  return call.operation === 'listOrders' && call.query === undefined
}

type Fault = Omit<Violation, 'answered'>

function noList(answered: AnsweredCall): Fault {
  const isNoArray = answered.status === 200
  const actual = isNoArray ? '200 with a body that is not a JSON array' : describeAnswer(answered.answer)
  const told = isNoArray ? `was answered with ${actual}` : tellAnswer(answered)
  return {
    expectation: 'a list',
    freedom: 'none',
    message: `Reading the list of orders ${told}.`,
    expected: '200 with a JSON array of orders',
    actual,
  }
}

/** What a list must show. */
interface Expected extends AnsweredStep {
  readonly expected: readonly KnownOrder[]
  readonly minOrders: number
}

function faultIn(list: OrderList, step: Expected): Fault | undefined {
  return repeated(list) ?? tooShort(list, step) ?? missing(list, step) ?? back(list, step) ?? changed(list, step)
}

function repeated(list: OrderList): Fault | undefined {
  const ids = repeatedIds(list)
  if (ids.length === 0) return undefined
  return {
    expectation: 'different ids',
    freedom: 'none',
    message: `The list shows several orders with the same id: ${ids.slice(0, 5).join(', ')}.`,
    expected: 'every id once',
    actual: `${ids.length} ids more than once`,
  }
}

function tooShort(list: OrderList, { minOrders }: Expected): Fault | undefined {
  if (list.length >= minOrders) return undefined
  return {
    expectation: 'all of many orders',
    freedom: 'others',
    message: `There are at least ${minOrders} orders, but the list shows ${list.length}.`,
    expected: `at least ${minOrders} orders in one list`,
    actual: `${list.length} orders`,
  }
}

function missing(list: OrderList, { expected }: Expected): Fault | undefined {
  const absent = expected.filter((order) => mustBeListed(order) && !list.has(order.id))
  const [order] = absent
  // Any order without an id may be one of them.
  if (order === undefined || absent.length <= list.nameless) return undefined
  const rounded = list.ids.find((id) => Number(id) === Number(order.id))
  const lostDigits = rounded === undefined ? '' : ` It shows ${rounded}: digits were lost.`
  return {
    expectation: 'every order',
    freedom: rounded === undefined ? 'others' : 'none',
    order,
    message: `Order ${order.id} (${order.state}) is not in the list.${lostDigits}`,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
  }
}

/** What is gone for good may have been cancelled; what comes back was there all the time. */
function back(list: OrderList, { model }: Expected): Fault | undefined {
  const id = [...model.missed].find((missed) => list.has(missed))
  if (id === undefined) return undefined
  return {
    expectation: 'every order',
    freedom: 'others',
    message: `Order ${id} was in a list, was missing from a later one, and is back.`,
    expected: `order ${id} in every list, or in none once it has been missing`,
    actual: `order ${id} again`,
  }
}

function changed(list: OrderList, { expected, model }: Expected): Fault | undefined {
  for (const order of expected) {
    const after = list.membersOf(order.id)
    const member = after && order.members && changedMember(order.members, after, model.unsteady)
    if (after === undefined || order.members === undefined || member === undefined) continue
    const [was, is] = [order.members[member] ?? 'absent', after[member] ?? 'absent']
    return {
      expectation: 'the same members',
      // A date that is expected, an order that is being fulfilled.
      freedom: member === 'shipDate' || member === 'complete' ? 'time' : 'none',
      order,
      member,
      message: `The ${member} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${member} ${was}, as before`,
      actual: `${member} ${is}`,
    }
  }
  return undefined
}
