import { cancelsByOrder } from './cancel-order.js'
import { isOnly, type KnownOrder, mustBeListed } from './model.js'
import { changedMember, readOrderList, repeatedIds, type OrderList } from './order-list.js'
import {
  type AnsweredCall,
  type AnsweredStep,
  describeAnswer,
  hasRightKey,
  tellAnswer,
  type Violation,
} from './violation.js'

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
    const list = listOf(answered)
    if (list === undefined && mayBeRefused(answered)) continue
    const violation =
      list === undefined ? noList(answered) : validateList({ ...step, answered, list, expected, minOrders })
    if (violation !== undefined) return violation
  }
  return undefined
}

/** Takes valid lists into the model. */
export function learnFromLists({ model, answers }: AnsweredStep): void {
  const aimedAt = cancelsByOrder(answers)
  for (const answer of listsAmong(answers).filter(isPlain)) {
    const list = listOf(answer)
    if (list === undefined) continue
    model.sawList(list)
    model.confirm(list, (before, after) => changedMember(before, after, model.unsteady) === undefined)
    for (const order of model.orders.values()) {
      const members = list.membersOf(order.id)
      const wasShown = order.members !== undefined && list.nameless === 0
      if (members === undefined && isOnly(order, 'cancelled') && wasShown) model.vanished = order
      if (members !== undefined && !aimedAt.has(order)) order.members = members
    }
  }
}

// An undocumented query may be refused, but must not change what the list holds.
function mayBeRefused(answered: AnsweredCall): boolean {
  return !isPlain(answered) && answered.status !== 200
}

/** A list, and what it must show. */
interface AnsweredList extends AnsweredStep {
  readonly answered: AnsweredCall
  readonly list: OrderList
  readonly expected: readonly KnownOrder[]
  readonly minOrders: number
}

function validateList(answered: AnsweredList): Violation | undefined {
  return repeated(answered) ?? tooShort(answered) ?? missing(answered) ?? back(answered) ?? changed(answered)
}

function noList(answered: AnsweredCall): Violation {
  const isNoArray = answered.status === 200
  const actual = isNoArray ? '200 with a body that is not a JSON array' : describeAnswer(answered)
  return {
    expectation: 'a list',
    freedom: 'none',
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
    expectation: 'different ids',
    freedom: 'none',
    answered,
    message: `The list shows several orders with the same id: ${ids.slice(0, 5).join(', ')}.`,
    expected: 'every id once',
    actual: `${ids.length} ids more than once`,
  }
}

function tooShort({ answered, list, minOrders }: AnsweredList): Violation | undefined {
  if (list.length >= minOrders) return undefined
  return {
    expectation: 'all of many orders',
    freedom: 'others',
    answered,
    message: `There are at least ${minOrders} orders, but the list shows ${list.length}.`,
    expected: `at least ${minOrders} orders in one list`,
    actual: `${list.length} orders`,
  }
}

function missing({ answered, list, expected }: AnsweredList): Violation | undefined {
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
    answered,
    message: `Order ${order.id} (${order.state}) is not in the list.${lostDigits}`,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
  }
}

/** What is gone for good may have been cancelled; what comes back was there all the time. */
function back({ answered, list, model }: AnsweredList): Violation | undefined {
  const id = [...model.missed].find((missed) => list.has(missed))
  if (id === undefined) return undefined
  return {
    expectation: 'every order',
    freedom: 'others',
    answered,
    message: `Order ${id} was in a list, was missing from a later one, and is back.`,
    expected: `order ${id} in every list, or in none once it has been missing`,
    actual: `order ${id} again`,
  }
}

function changed({ answered, list, expected, model }: AnsweredList): Violation | undefined {
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
      answered,
      message: `The ${member} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${member} ${was}, as before`,
      actual: `${member} ${is}`,
    }
  }
  return undefined
}
